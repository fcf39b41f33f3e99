export const DAY_MS = 86_400_000;

/** The UTC day of a moment as `YYYY-MM-DD`; every daily limit counts in these. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The UTC month of a moment as `YYYY-MM`. */
export const utcMonth = (at: number): string => utcDay(at).slice(0, 7);

/** The first millisecond of the next UTC day: when daily limits start again. */
export const nextUtcDay = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS;

/** The first millisecond of the next UTC month: when monthly limits start again. */
export const nextUtcMonth = (at: number): number =>
  Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1);

/** The period of what is counted over the whole life of an account. */
export const FOREVER = 'ever';
