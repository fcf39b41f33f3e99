import { DAY_MS, utcDay } from '../kernel/day.ts';
import type { Clock } from '../kernel/ports.ts';
import type { DailyModelUsage, DailyUsage } from './ports.ts';

export interface UsageFigures {
  readonly messages: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly tokensOfFiles: number;
  /** Of calls with a known price; null when there are none. */
  readonly costUsd: number | null;
  readonly errors: number;
  readonly limitHits: number;
}

export interface UsageOverview {
  readonly from: string;
  readonly to: string;
  readonly totals: UsageFigures & { readonly activePeople: number };
  /** One per day, oldest first. */
  readonly days: readonly (UsageFigures & { readonly day: string; readonly activePeople: number })[];
  /** Busiest first; `daily` has one value for each of `days`. */
  readonly models: readonly (UsageFigures & { readonly model: string; readonly daily: readonly number[] })[];
}

const sum = (rows: readonly DailyModelUsage[], of: (row: DailyModelUsage) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

const toFigures = (rows: readonly DailyModelUsage[]): UsageFigures => ({
  messages: sum(rows, ({ messages }) => messages),
  tokensIn: sum(rows, ({ inputTokens }) => inputTokens),
  tokensOut: sum(rows, ({ outputTokens }) => outputTokens),
  tokensOfFiles: sum(rows, ({ fileTokens }) => fileTokens),
  costUsd: rows.some(({ pricedCalls }) => pricedCalls > 0)
    ? sum(rows, ({ costMicroUsd }) => costMicroUsd) / 1_000_000
    : null,
  errors: sum(rows, ({ errors }) => errors),
  limitHits: sum(rows, ({ limitHits }) => limitHits),
});

const groupBy = (
  rows: readonly DailyModelUsage[],
  key: 'day' | 'model',
): ReadonlyMap<string, readonly DailyModelUsage[]> => {
  const groups = new Map<string, DailyModelUsage[]>();
  for (const row of rows) {
    const group = groups.get(row[key]);
    if (group) group.push(row);
    else groups.set(row[key], [row]);
  }
  return groups;
};

/** The usage of the last days, today included. */
export class GetUsageOverview {
  constructor(
    private readonly usage: DailyUsage,
    private readonly clock: Clock,
  ) {}

  async execute(days: number): Promise<UsageOverview> {
    const now = this.clock.now();
    const names = Array.from({ length: days }, (_, index) => utcDay(now - (days - 1 - index) * DAY_MS));
    const [from, to] = [names[0] ?? utcDay(now), utcDay(now)];
    const { models: rows, people, peopleInAll } = await this.usage.getRange(from, to);
    const peopleOn = new Map(people.map((row) => [row.day, row.people]));
    const byDay = groupBy(rows, 'day');
    const models = [...groupBy(rows, 'model')].map(([model, own]) => {
      const messagesOn = new Map(own.map(({ day, messages }) => [day, messages]));
      return { model, ...toFigures(own), daily: names.map((day) => messagesOn.get(day) ?? 0) };
    });
    return {
      from,
      to,
      totals: { ...toFigures(rows), activePeople: peopleInAll },
      days: names.map((day) => ({ day, activePeople: peopleOn.get(day) ?? 0, ...toFigures(byDay.get(day) ?? []) })),
      models: models.toSorted(
        (a, b) => b.messages - a.messages || b.tokensOut - a.tokensOut || (a.model < b.model ? -1 : 1),
      ),
    };
  }
}
