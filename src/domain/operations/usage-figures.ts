import type { DailyModelUsage } from './ports.ts';

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

const sum = (rows: readonly DailyModelUsage[], of: (row: DailyModelUsage) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

export const toFigures = (rows: readonly DailyModelUsage[]): UsageFigures => ({
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

export const groupBy = (
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

/** Busiest first. */
export const byUse = (
  a: UsageFigures & { readonly model: string },
  b: UsageFigures & { readonly model: string },
): number => b.messages - a.messages || b.tokensOut - a.tokensOut || (a.model < b.model ? -1 : 1);
