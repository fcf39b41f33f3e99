import { BlobUnreadable } from '../files/errors.ts';
import type { Blobs, ContentHash } from '../files/ports/blobs.ts';
import type { Clock, Secrets } from '../kernel/ports.ts';
import type { BackupLock } from './backup-lock.ts';
import type { ArchivePlace, ArchiveWriter, Manifest, Snapshot, Snapshots } from './ports.ts';
import { checkArchive, SECRET_MARK } from './check-archive.ts';

export interface MakeBackupDeps {
  readonly snapshots: Snapshots;
  readonly blobs: Blobs;
  readonly contentHash: ContentHash;
  readonly lock: BackupLock;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly version: string;
  /** Whether vectors of files are in the database. */
  readonly hasVectors: boolean;
}

export interface BackupSummary {
  readonly manifest: Manifest;
  readonly bytes: number;
}

/** Writes one moment of database and files to an archive while the server works, and reads it again. */
export class MakeBackup {
  constructor(private readonly deps: MakeBackupDeps) {}

  /** Throws `BackupRunning`, and why `signal` aborts. A failure leaves no archive. */
  async execute(place: ArchivePlace, progress: (line: string) => void, signal?: AbortSignal): Promise<BackupSummary> {
    const { lock, snapshots } = this.deps;
    const writer = await place.create();
    try {
      // The lock comes first: what the snapshot refers to is removed by nobody from here on.
      const bytes = await lock.run(() => snapshots.take((snapshot) => this.write(snapshot, writer, progress, signal)));
      progress('checking the archive');
      return { manifest: await checkArchive(place.open(), signal), bytes };
    } catch (error) {
      await writer.abort().catch(() => progress('what was written could not be removed'));
      throw error; // why it failed, also when the clean-up does
    }
  }

  private async write(
    snapshot: Snapshot,
    writer: ArchiveWriter,
    progress: (line: string) => void,
    signal?: AbortSignal,
  ): Promise<number> {
    const { clock, version, secrets, hasVectors } = this.deps;
    const createdAt = new Date(clock.now()).toISOString();
    const tables: Record<string, number> = {};
    for (const table of snapshot.tables) {
      progress(`table ${table}`);
      tables[table] = await this.writeTable(snapshot, table, writer, signal);
    }
    progress('files');
    const { missing, ...files } = await this.writeFiles(snapshot, writer, progress, signal);
    const { engine, migrations } = snapshot;
    return writer.finish({
      version,
      createdAt,
      engine,
      migrations,
      secretFingerprint: secrets.fingerprint(SECRET_MARK),
      hasVectors,
      tables,
      files,
      missing,
    });
  }

  private async writeTable(
    snapshot: Snapshot,
    table: string,
    writer: ArchiveWriter,
    signal?: AbortSignal,
  ): Promise<number> {
    let count = 0;
    for await (const rows of snapshot.rows(table)) {
      signal?.throwIfAborted();
      await writer.addRows(table, rows);
      count += rows.length;
    }
    return count;
  }

  private async writeFiles(
    snapshot: Snapshot,
    writer: ArchiveWriter,
    progress: (line: string) => void,
    signal?: AbortSignal,
  ): Promise<{ count: number; bytes: number; missing: readonly string[] }> {
    const missing: string[] = [];
    const files = { count: 0, bytes: 0 };
    for await (const hashes of snapshot.fileHashes()) {
      for (const hash of hashes) {
        signal?.throwIfAborted();
        const bytes = await this.readContent(hash, progress);
        if (!bytes) {
          missing.push(hash);
          continue;
        }
        await writer.addFile(hash, bytes);
        files.count += 1;
        files.bytes += bytes.length;
      }
    }
    return { ...files, missing };
  }

  /** Undefined for lost content: the backup of all others matters all the more. */
  private async readContent(hash: string, progress: (line: string) => void): Promise<Uint8Array | undefined> {
    const { blobs, contentHash } = this.deps;
    try {
      const bytes = await blobs.read(hash);
      if (bytes && contentHash.compute(bytes) === hash) return bytes;
      progress(`the content of file ${hash} is ${bytes ? 'damaged' : 'missing'}: it is left out`);
    } catch (error) {
      if (!(error instanceof BlobUnreadable)) throw error;
      const cause = error.cause instanceof Error ? error.cause.message : '';
      progress(`the content of file ${hash} cannot be read: it is left out (${cause})`);
    }
    return undefined;
  }
}
