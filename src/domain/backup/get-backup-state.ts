import type { Clock } from '../kernel/ports.ts';
import { BackupOverdue } from './errors.ts';
import { type BackupRecords, isIncomplete } from './ports.ts';

const HOUR_MS = 3_600_000;
/** Longest time between two backups of a schedule, and two hours to make one. */
const MAX_AGE_MS = 26 * HOUR_MS;
const RECENT = 50;
const MB = 1024 * 1024;

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** How the last backups went, in a line for the admin. */
export class GetBackupState {
  constructor(
    private readonly records: BackupRecords,
    private readonly clock: Clock,
    private readonly isScheduled: boolean,
  ) {}

  /** Throws `BackupOverdue` when the last one failed, lacks files, or is missing though there is a schedule. */
  async execute(): Promise<string> {
    const records = await this.records.list(RECENT);
    const [last] = records;
    const good = records.find(({ error }) => error === null);
    const summary =
      good === undefined
        ? 'No backup was made yet'
        : `Last backup: ${timeOf(good.finishedAt)}, ${((good.bytes ?? 0) / MB).toFixed(1)} MB`;
    if (last !== undefined && isIncomplete(last))
      throw new BackupOverdue(`The backup of ${timeOf(last.finishedAt)} lacks ${last.error}. Complete: ${summary}`);
    if (last !== undefined && last.error !== null)
      throw new BackupOverdue(`The backup of ${timeOf(last.finishedAt)} failed: ${last.error}. ${summary}`);
    const isOld = good === undefined || good.finishedAt < this.clock.now() - MAX_AGE_MS;
    if (this.isScheduled && isOld) throw new BackupOverdue(`${summary}, although a schedule is set`);
    return summary;
  }
}
