/** Seconds, where the refusal names no time: something is on its way and will soon have arrived. */
const SOON = 5;
/** Where a limit lasts for ever (`resetsAt: null`): a day, so that nobody hammers at it. */
const DAY = 86_400;

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** Seconds until another try is worth its while, from what a refusal tells beside its text. `now` in epoch milliseconds. */
export const retryAfter = (body: Readonly<Record<string, unknown>>, now: number): string => {
  const { retryAfterMs, cooldownMs, resetsAt } = body;
  if (typeof retryAfterMs === 'number') return String(seconds(retryAfterMs));
  if (typeof cooldownMs === 'number') return String(seconds(cooldownMs));
  if (typeof resetsAt === 'string' && !Number.isNaN(Date.parse(resetsAt)))
    return String(seconds(Date.parse(resetsAt) - now));
  return String(resetsAt === null ? DAY : SOON);
};
