import type { RegistrationRequests } from '../accounts/registration/ports.ts';
import type { BackupRecords } from '../backup/ports.ts';
import type { FileRepository } from '../files/ports/file-repository.ts';
import { DAY_MS, utcDay } from '../kernel/day.ts';
import type { Clock } from '../kernel/ports.ts';
import {
  type DailyModelUsage,
  type DailyUsage,
  type InstallationTotals,
  type UsageReport,
  UsageReports,
  type WeekOfUsage,
} from './ports.ts';
import { byUse, groupBy, toFigures } from './usage-figures.ts';

const WEEK_MS = 7 * DAY_MS;
const MOST_MODELS = 5;
const COUNT_ONLY = { limit: 1, offset: 0 };

export interface BuildUsageReportDeps {
  readonly usage: DailyUsage;
  readonly totals: InstallationTotals;
  readonly files: FileRepository;
  readonly backups: BackupRecords;
  readonly requests: RegistrationRequests;
  readonly clock: Clock;
}

/** From the daily sums, so its cost does not grow with the ledger. */
export class BuildUsageReport extends UsageReports {
  constructor(private readonly deps: BuildUsageReportDeps) {
    super();
  }

  async build(): Promise<UsageReport> {
    const { usage, totals, files, backups, requests, clock } = this.deps;
    const now = clock.now();
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    const [from, to] = [utcDay(today - WEEK_MS), utcDay(today - 1)];
    const { models: rows } = await usage.getRange(from, to);
    const [backup] = await backups.list(1);
    const { failing } = await files.getEmbeddingBacklog();
    return {
      from,
      to,
      week: await this.weekBefore(today, rows),
      before: await this.weekBefore(today - WEEK_MS),
      models: toModels(rows),
      storage: await totals.storage(),
      failingFiles: failing?.files ?? 0,
      backup: backup ? { at: backup.finishedAt, isFailed: backup.error !== null } : null,
      waitingRequests: (await requests.list(COUNT_ONLY, now)).waiting,
    };
  }

  private async weekBefore(end: number, known?: readonly DailyModelUsage[]): Promise<WeekOfUsage> {
    const { usage, totals } = this.deps;
    const start = end - WEEK_MS;
    const [from, to] = [utcDay(start), utcDay(end - 1)];
    const { messages, tokensIn, tokensOut, costUsd, errors, limitHits } = toFigures(
      known ?? (await usage.getRange(from, to)).models,
    );
    const people = await usage.countPeople(from, to);
    const newAccounts = await totals.countNewAccounts(start, end);
    return { people, newAccounts, messages, tokens: tokensIn + tokensOut, costUsd, errors, limitHits };
  }
}

const toModels = (rows: readonly DailyModelUsage[]): UsageReport['models'] =>
  [...groupBy(rows, 'model')]
    .map(([model, own]) => ({ model, ...toFigures(own) }))
    .toSorted(byUse)
    .slice(0, MOST_MODELS)
    .map(({ model, messages, tokensIn, tokensOut, costUsd }) => ({
      model,
      messages,
      tokens: tokensIn + tokensOut,
      costUsd,
    }));
