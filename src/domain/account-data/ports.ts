/** A file of a person as it is listed to them. */
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

/** The list of a person's files, for whoever takes their data along. */
export abstract class FileList {
  /** In pages, oldest first. */
  abstract list(uid: string): AsyncIterable<readonly ListedFile[]>;
}
