import { formatServiceReport, SERVICE_REPORTS } from '../../shared/service-reports.ts';
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
        ? SERVICE_REPORTS.noBackup
        : formatServiceReport('lastBackup', {
            time: timeOf(good.finishedAt),
            size: ((good.bytes ?? 0) / MB).toFixed(1),
          });
    if (last !== undefined && last.error !== null) {
      const time = timeOf(last.finishedAt);
      throw new BackupOverdue(
        isIncomplete(last)
          ? formatServiceReport('backupIncomplete', { time, lost: last.error, state: summary })
          : formatServiceReport('backupFailed', { time, failure: last.error, state: summary }),
      );
    }
    const isOld = good === undefined || good.finishedAt < this.clock.now() - MAX_AGE_MS;
    if (this.isScheduled && isOld) throw new BackupOverdue(formatServiceReport('backupOverdue', { state: summary }));
    return summary;
  }
}
