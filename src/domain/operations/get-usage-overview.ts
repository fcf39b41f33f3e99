import { DAY_MS, utcDay } from '../kernel/day.ts';
import type { Clock } from '../kernel/ports.ts';
import type { DailyUsage } from './ports.ts';
import { byUse, groupBy, toFigures, type UsageFigures } from './usage-figures.ts';

export interface UsageOverview {
  readonly from: string;
  readonly to: string;
  readonly totals: UsageFigures & { readonly activePeople: number };
  /** One per day, oldest first. */
  readonly days: readonly (UsageFigures & { readonly day: string; readonly activePeople: number })[];
  /** Busiest first; `daily` has one value for each of `days`. */
  readonly models: readonly (UsageFigures & { readonly model: string; readonly daily: readonly number[] })[];
}

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
      models: models.toSorted(byUse),
    };
  }
}
