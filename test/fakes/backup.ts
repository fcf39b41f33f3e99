import { DamagedArchive } from '../../src/domain/backup/errors.ts';
import {
  type ArchiveEntry,
  type ArchivePlace,
  type ArchiveReader,
  type ArchiveWriter,
  type BackupRecord,
  BackupRecords,
  type DatabaseContent,
  type Manifest,
  RestoreTarget,
  type Row,
  type Snapshot,
  Snapshots,
} from '../../src/domain/backup/ports.ts';

export class InMemoryBackupRecords extends BackupRecords {
  private records: readonly BackupRecord[] = [];

  async add(record: BackupRecord): Promise<void> {
    this.records = [...this.records, record]
      .toSorted((a, b) => b.finishedAt - a.finishedAt || (a.id < b.id ? 1 : -1))
      .slice(0, 200);
  }

  async list(limit: number): Promise<readonly BackupRecord[]> {
    return this.records.slice(0, limit);
  }
}

/** A snapshot of tables that are given. */
export class FixedSnapshots extends Snapshots {
  constructor(
    private readonly tables: Readonly<Record<string, readonly Row[]>>,
    private readonly hashes: readonly string[],
  ) {
    super();
  }

  take<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const { tables, hashes } = this;
    return work({
      engine: 'sqlite',
      migrations: ['0001-users'],
      tables: Object.keys(tables),
      async *rows(table) {
        yield tables[table] ?? [];
      },
      async *fileHashes() {
        yield hashes;
      },
    });
  }
}

/** An archive in memory; it is there once it is finished. */
export class InMemoryArchive implements ArchivePlace {
  entries: ArchiveEntry[] = [];
  manifest: Manifest | undefined;

  async create(): Promise<ArchiveWriter> {
    return {
      addRows: async (table, rows) => void this.entries.push({ kind: 'rows', table, rows }),
      addFile: async (hash, bytes) => void this.entries.push({ kind: 'file', hash, bytes }),
      finish: async (manifest) => {
        this.manifest = { format: 1, ...manifest };
        return this.entries.length;
      },
      abort: async () => {
        this.entries = [];
        this.manifest = undefined;
      },
    };
  }

  open(): ArchiveReader {
    const { entries, manifest } = this;
    return {
      async *entries() {
        yield* entries;
        if (!manifest) throw new DamagedArchive('The archive is cut off.');
        return manifest;
      },
    };
  }
}

/** Remembers what was done to it. */
export class InMemoryRestoreTarget extends RestoreTarget {
  content: DatabaseContent = { isUnfinished: false, tables: [] };
  readonly calls: string[] = [];
  failsOn = '';

  async inspect(): Promise<DatabaseContent> {
    return this.content;
  }

  unknownMigrations(migrations: readonly string[]): readonly string[] {
    return migrations.filter((name) => name !== '0001-users');
  }

  async begin(): Promise<void> {
    this.calls.push('begin');
  }

  async load(table: string, rows: readonly Row[]): Promise<void> {
    if (table === this.failsOn) throw new Error('The database is away.');
    this.calls.push(`load ${rows.length} of ${table}`);
  }

  async finish({ reembed }: { readonly reembed: boolean }): Promise<void> {
    this.calls.push(reembed ? 'finish, embed again' : 'finish');
  }

  async discard(): Promise<void> {
    this.calls.push('discard');
  }
}
