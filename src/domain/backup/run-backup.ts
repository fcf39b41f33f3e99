import { formatServiceReport } from '../../shared/service-reports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock, Ids } from '../kernel/ports.ts';
import type { ErrorDescriber } from '../operations/ports.ts';
import { BackupRunning, BackupStopped, NoBackupTarget } from './errors.ts';
import type { BackupSummary, MakeBackup } from './make-backup.ts';
import { type ArchivePlace, type BackupRecords, type BackupTarget, isIncomplete, type Manifest } from './ports.ts';

/** Of scheduled backups; nothing else in their place is ever removed. */
const NAME = /^parley-\d{8}T\d{6}Z\.tar$/;
/** What a process that was killed has left in a folder. */
const UNFINISHED = /^(parley-\d{8}T\d{6}Z\.tar)\.[0-9a-f]{8}\.part$/;

export interface RunBackupDeps {
  readonly make: MakeBackup;
  readonly target: BackupTarget | undefined;
  /** How many stay. */
  readonly keep: number;
  readonly records: BackupRecords;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly errorDescriber: ErrorDescriber;
}

/** Records that say which archives lack files. */
const RECENT = 1000;
const MAX_NAMED = 3;

const describeLost = ({ missing }: Manifest): string | null =>
  missing.length === 0
    ? null
    : formatServiceReport('filesLost', {
        count: missing.length,
        names: `${missing.slice(0, MAX_NAMED).join(', ')}${missing.length > MAX_NAMED ? ' …' : ''}`,
      });

type Progress = (line: string) => void;

/** Makes a backup and records how it went. */
export class RunBackup {
  constructor(private readonly deps: RunBackupDeps) {}

  async toFile(file: ArchivePlace, place: string, progress: Progress, signal?: AbortSignal): Promise<BackupSummary> {
    const { make, audit, errorDescriber } = this.deps;
    try {
      const summary = await make.execute(file, progress, signal);
      const { bytes, manifest } = summary;
      await this.tryToRecord(progress, async () => {
        await this.record(place, bytes, describeLost(manifest));
        await audit.record({ action: 'backup.create', details: { place, bytes, files: manifest.files.count } });
      });
      return summary;
    } catch (error) {
      if (!(error instanceof BackupRunning || error instanceof BackupStopped))
        await this.tryToRecord(progress, () => this.record(place, null, errorDescriber.describe(error)));
      throw error;
    }
  }

  /** Then the oldest ones go. If they cannot, the backup counts all the same, and the admin is told. */
  async toTarget(
    progress: Progress,
    signal?: AbortSignal,
  ): Promise<{ readonly place: string; readonly summary: BackupSummary }> {
    const { target, clock, errorDescriber } = this.deps;
    if (!target) throw new NoBackupTarget();
    const time = new Date(clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const name = `parley-${time}.tar`;
    const place = `${target.label}/${name}`;
    const summary = await this.toFile(target.at(name), place, progress, signal);
    try {
      await this.removeOld(target, { name, isComplete: summary.manifest.missing.length === 0 }, progress);
    } catch (error) {
      const reason = `older ones could not be removed: ${errorDescriber.describe(error)}`;
      progress(reason);
      await this.tryToRecord(progress, () => this.record(target.label, null, reason));
    }
    return { place, summary };
  }

  /** An archive that lacks files takes the place of such ones only: an earlier one may have the files. */
  private async removeOld(
    target: BackupTarget,
    newest: { readonly name: string; readonly isComplete: boolean },
    progress: Progress,
  ): Promise<void> {
    const all = await target.list();
    const archives = all.filter((name) => NAME.test(name)).toSorted();
    const names = newest.isComplete ? archives : await this.filterIncomplete(target, archives);
    const unfinished = all.filter((name) => (UNFINISHED.exec(name)?.[1] ?? newest.name) < newest.name);
    for (const name of [...unfinished, ...names.slice(0, Math.max(0, names.length - this.deps.keep))]) {
      progress(`removing ${name}`);
      await target.remove(name);
    }
  }

  private async filterIncomplete({ label }: BackupTarget, names: readonly string[]): Promise<readonly string[]> {
    const records = await this.deps.records.list(RECENT);
    const places = new Set(records.filter(isIncomplete).map(({ place }) => place));
    return names.filter((name) => places.has(`${label}/${name}`));
  }

  /** The archive counts: a schema before its upgrade has no place for records. */
  private async tryToRecord(progress: Progress, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      progress(`it could not be recorded: ${this.deps.errorDescriber.describe(error)}`);
    }
  }

  private record(place: string, bytes: number | null, error: string | null): Promise<void> {
    const { records, clock, ids } = this.deps;
    return records.add({ id: ids.next(), finishedAt: clock.now(), place, bytes, error });
  }
}
