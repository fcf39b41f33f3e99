export type Value = string | number | null | Uint8Array;
export type Row = Readonly<Record<string, Value>>;

/** One moment of the database: what is written meanwhile is not in it. */
export interface Snapshot {
  readonly engine: 'sqlite' | 'mysql';
  /** Names of the applied migrations. */
  readonly migrations: readonly string[];
  /** Parents come before the tables that refer to them. */
  readonly tables: readonly string[];
  /** In pages of limited size. */
  rows(table: string): AsyncIterable<readonly Row[]>;
  /** The hash of every file, each once and in order, in pages. */
  fileHashes(): AsyncIterable<readonly string[]>;
}

export abstract class Snapshots {
  /** The snapshot is valid until `work` ends; others read and write the database meanwhile. */
  abstract take<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
}

/** What is in the way of a restore. */
export interface DatabaseContent {
  /** An earlier restore did not finish, so nothing here is used by anybody. */
  readonly isUnfinished: boolean;
  /** Tables with rows. */
  readonly tables: readonly { readonly name: string; readonly rows: number }[];
}

/** The database that a backup is restored into. */
export abstract class RestoreTarget {
  abstract inspect(): Promise<DatabaseContent>;
  /** Those of `migrations` that this version does not have. */
  abstract unknownMigrations(migrations: readonly string[]): readonly string[];
  /** Recreates the schema as of `migrations`. From here until `finish`, no server starts on this database. */
  abstract begin(migrations: readonly string[]): Promise<void>;
  /** Full-text indexes follow by themselves. */
  abstract load(table: string, rows: readonly Row[]): Promise<void>;
  /** Applies the newer migrations; `reembed`: vectors are to be computed again. */
  abstract finish(options: { readonly reembed: boolean }): Promise<void>;
  /** Removes everything that was loaded. */
  abstract discard(): Promise<void>;
}

/** What an archive says about itself. */
export interface Manifest {
  readonly format: 1;
  /** Of the product. */
  readonly version: string;
  readonly createdAt: string;
  readonly engine: Snapshot['engine'];
  readonly migrations: readonly string[];
  /** Of APP_SECRET, which is not in the archive. */
  readonly secretFingerprint: string;
  /** Whether vectors of files are in the archive, or in a vector store of their own. */
  readonly hasVectors: boolean;
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly files: { readonly count: number; readonly bytes: number };
  /** Hashes of files whose content was already missing or damaged. */
  readonly missing: readonly string[];
}

export type ArchiveEntry =
  | { readonly kind: 'rows'; readonly table: string; readonly rows: readonly Row[] }
  | { readonly kind: 'file'; readonly hash: string; readonly bytes: Uint8Array };

export interface ArchiveWriter {
  /** Rows of one table come one after another. */
  addRows(table: string, rows: readonly Row[]): Promise<void>;
  /** In the order of the hashes. */
  addFile(hash: string, bytes: Uint8Array): Promise<void>;
  /** The archive is complete and stored only after this; returns its size in bytes. */
  finish(manifest: Omit<Manifest, 'format'>): Promise<number>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

/** Where an archive is written, and read again. */
export interface ArchivePlace {
  create(): Promise<ArchiveWriter>;
  open(): ArchiveReader;
}

export interface ArchiveReader {
  /**
   * Yields what it has checked and returns the manifest. Throws `DamagedArchive`; then nothing yielded can be trusted.
   */
  entries(): AsyncGenerator<ArchiveEntry, Manifest>;
}

/** Whether a backup is made, which may need bytes of files that were deleted after it began. */
export abstract class BackupGuard {
  /** Ask inside the transaction that holds the file's lock: a backup that begins later does not see the file. */
  abstract isHeld(): Promise<boolean>;
}

/** Where scheduled backups are stored. */
export abstract class BackupTarget {
  /** For the operator. */
  abstract readonly label: string;
  abstract at(name: string): ArchivePlace;
  abstract list(): Promise<readonly string[]>;
  abstract remove(name: string): Promise<void>;
}

/** A backup that was made or failed. */
export interface BackupRecord {
  readonly id: string;
  readonly finishedAt: number;
  readonly place: string;
  /** Null for one that failed. */
  readonly bytes: number | null;
  /** Why it failed, or what the archive lacks. */
  readonly error: string | null;
}

/** It was made, but lacks files. */
export const isIncomplete = ({ bytes, error }: BackupRecord): boolean => bytes !== null && error !== null;

/** The newest records; older ones are forgotten. */
export abstract class BackupRecords {
  abstract add(record: BackupRecord): Promise<void>;
  /** Newest first. */
  abstract list(limit: number): Promise<readonly BackupRecord[]>;
}

/** Makes a backup in `BackupTarget` in a process of its own, so that the server's is not slowed down. */
export abstract class BackupProcess {
  /** Resolves to what the operator is to know, mostly nothing. Throws when it failed. Ends it when `signal` aborts. */
  abstract run(signal: AbortSignal): Promise<string>;
}
