import type { Blobs, Installation } from '../files/ports/blobs.ts';
import type { Secrets } from '../kernel/ports.ts';
import { checkArchive, SECRET_MARK } from './check-archive.ts';
import { RestoreRefused } from './errors.ts';
import type { ArchiveReader, Manifest, RestoreTarget } from './ports.ts';

export interface RestoreBackupDeps {
  readonly target: RestoreTarget;
  readonly blobs: Blobs;
  /** Of the restored database. */
  readonly installation: Installation;
  readonly secrets: Secrets;
  /** Whether vectors of files are in the database. */
  readonly hasVectors: boolean;
}

export interface RestoreOptions {
  /** What was encrypted with the other secret is lost: keys of model servers have to be entered again. */
  readonly acceptOtherSecret: boolean;
}

/** Restores an archive into an empty place: all of it or nothing. */
export class RestoreBackup {
  constructor(private readonly deps: RestoreBackupDeps) {}

  /** Throws `DamagedArchive` and `RestoreRefused` before anything is written. */
  async execute(reader: ArchiveReader, options: RestoreOptions, progress: (line: string) => void): Promise<Manifest> {
    const { target, blobs, installation, hasVectors } = this.deps;
    progress('checking the archive');
    const manifest = await checkArchive(reader);
    this.rejectUnusable(manifest, options);
    await this.rejectOccupied();
    const stored: string[] = [];
    try {
      progress(`creating the schema of ${manifest.migrations.at(-1) ?? 'the archive'}`);
      await target.begin(manifest.migrations);
      await this.load(reader, stored, progress);
      progress('bringing the schema up to date');
      await target.finish({ reembed: !(hasVectors && manifest.hasVectors) });
      await blobs.setOwner(await installation.getId());
      return manifest;
    } catch (error) {
      progress('it failed: removing what was restored');
      await this.discard(stored).catch(() => progress('not all could be removed; run it again, or empty the place'));
      throw error; // why it failed, also when the clean-up does
    }
  }

  /** The rows last: while they are marked as unfinished, files beside them are no obstacle to the next restore. */
  private async discard(stored: readonly string[]): Promise<void> {
    for (const hash of stored) await this.deps.blobs.remove(hash);
    await this.deps.target.discard();
  }

  private rejectUnusable({ migrations, secretFingerprint, version }: Manifest, options: RestoreOptions): void {
    const unknown = this.deps.target.unknownMigrations(migrations);
    if (unknown.length > 0) {
      throw new RestoreRefused(
        `The archive is of a newer version (${version}; it has ${unknown.join(', ')}). Restore it with that version.`,
      );
    }
    if (!options.acceptOtherSecret && !this.deps.secrets.fingerprints(SECRET_MARK).includes(secretFingerprint)) {
      throw new RestoreRefused(
        'The archive was made with another APP_SECRET, and what is encrypted with it could not be read. ' +
          'Set that one (the file `secret` in its DATA_DIR, if it was not set), or add --other-secret: ' +
          'stored provider keys and second factors are then lost.',
      );
    }
  }

  private async rejectOccupied(): Promise<void> {
    const { isUnfinished, tables } = await this.deps.target.inspect();
    if (isUnfinished) return;
    const found = tables.map(({ name, rows }) => `${name} (${rows} rows)`);
    for await (const hashes of this.deps.blobs.list()) {
      found.push(`stored files (${hashes.length} or more)`);
      break;
    }
    if (found.length > 0) {
      throw new RestoreRefused(
        `A backup is restored into an empty place only, and here are ${found.join(', ')}. ` +
          'Point DATABASE_URL, DATA_DIR and the file storage elsewhere, or empty them.',
      );
    }
  }

  private async load(reader: ArchiveReader, stored: string[], progress: (line: string) => void): Promise<void> {
    const { target, blobs } = this.deps;
    let current = '';
    for await (const entry of reader.entries()) {
      const what = entry.kind === 'rows' ? `table ${entry.table}` : 'files';
      if (what !== current) progress(what);
      current = what;
      if (entry.kind === 'rows') await target.load(entry.table, entry.rows);
      else {
        stored.push(entry.hash);
        await blobs.put(entry.hash, entry.bytes);
      }
    }
  }
}
