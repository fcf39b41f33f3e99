export const DAY_MS = 86_400_000;

/** `YYYY-MM-DD`; the period of daily limits. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** `YYYY-MM`. */
export const utcMonth = (at: number): string => utcDay(at).slice(0, 7);

/** When daily limits reset. */
export const nextUtcDay = (at: number): number => (Math.floor(at / DAY_MS) + 1) * DAY_MS;

/** When monthly limits reset. */
export const nextUtcMonth = (at: number): number =>
  Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth() + 1);

/** The period of lifetime limits. */
export const FOREVER = 'ever';
