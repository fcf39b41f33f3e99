/** Seconds when the refusal names no time. */
const DEFAULT_SECONDS = 5;
/** For a limit that never resets: a day, to stop clients from polling. */
const DAY_SECONDS = 86_400;

const toSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** `Retry-After` in seconds, from the fields of a refusal. `now` in epoch milliseconds. */
export const retryAfterSeconds = (body: Readonly<Record<string, unknown>>, now: number): string => {
  const { retryAfterMs, cooldownMs, resetsAt, code } = body;
  if (typeof retryAfterMs === 'number') return String(toSeconds(retryAfterMs));
  if (typeof cooldownMs === 'number') return String(toSeconds(cooldownMs));
  if (typeof resetsAt === 'string' && !Number.isNaN(Date.parse(resetsAt)))
    return String(toSeconds(Date.parse(resetsAt) - now));
  return String(code === 'USAGE_LIMIT_EXCEEDED' ? DAY_SECONDS : DEFAULT_SECONDS);
};
