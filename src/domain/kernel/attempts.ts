import type { Clock, Quotas } from './ports.ts';

const WINDOW_MS = 15 * 60_000;

/** The quarter of an hour in which attempts are counted. */
export const attemptWindow = (now: number): { readonly period: string; readonly endsInMs: number } => {
  const window = Math.floor(now / WINDOW_MS);
  return { period: `quarter:${window}`, endsInMs: (window + 1) * WINDOW_MS - now };
};

/**
 * Counts an attempt before it is made, so that parallel guesses gain nothing. Returns 0, or the milliseconds to wait
 * once there were `limit` in this window.
 */
export const countAttempt = async (
  { quotas, clock }: { readonly quotas: Quotas; readonly clock: Clock },
  subject: string,
  limit: number,
): Promise<number> => {
  const { period, endsInMs } = attemptWindow(clock.now());
  const reservation = await quotas.reserve([{ subject, period, limit }]);
  if ('refused' in reservation) return endsInMs;
  await quotas.settle(reservation.id, 'charged');
  return 0;
};
