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

export interface ListedTools {
  readonly servers: readonly {
    readonly id: string;
    readonly name: string;
    readonly url: string | null;
    readonly auth: string;
    /** Names. */
    readonly headers: readonly string[];
    readonly createdAt: number;
  }[];
  /** Ids of servers whose page gave this account access. */
  readonly access: readonly string[];
  readonly modes: readonly { readonly serverId: string; readonly tool: string; readonly mode: string }[];
}

/** Servers of tools that a person added, and what they let tools do. No secret is among it. */
export abstract class AccountTools {
  abstract list(uid: string): Promise<ListedTools>;
}
