export interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly purpose: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

export abstract class FileList {
  /** In pages, oldest first. */
  abstract list(uid: string): AsyncIterable<readonly ListedFile[]>;
}
