/** Seconds, where the refusal names no time: something is on its way and will soon have arrived. */
const DEFAULT_SECONDS = 5;
/** Where a limit lasts for ever (`resetsAt: null`): a day, so that nobody hammers at it. */
const DAY_SECONDS = 86_400;

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** Seconds until another try is worth its while, from what a refusal tells beside its text. `now` in epoch milliseconds. */
export const retryAfterSeconds = (body: Readonly<Record<string, unknown>>, now: number): string => {
  const { retryAfterMs, cooldownMs, resetsAt } = body;
  if (typeof retryAfterMs === 'number') return String(toSeconds(retryAfterMs));
  if (typeof cooldownMs === 'number') return String(toSeconds(cooldownMs));
  if (typeof resetsAt === 'string' && !Number.isNaN(Date.parse(resetsAt)))
    return String(toSeconds(Date.parse(resetsAt) - now));
  return String(resetsAt === null ? DAY_SECONDS : DEFAULT_SECONDS);
};
