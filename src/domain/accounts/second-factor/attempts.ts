import { attemptWindow } from '../../kernel/attempts.ts';
import { nextUtcDay, utcDay } from '../../kernel/day.ts';
import type { Clock, Quotas, Secrets } from '../../kernel/ports.ts';
import { TooManySecondFactorAttempts } from './errors.ts';

/** Six digits, three of them valid at a time: a thief of a password has a chance of one in 11,000 a day. */
const MAX_FAILURES = 10;
const MAX_FAILURES_PER_DAY = 30;
/** Per network address, for all accounts. */
const MAX_FAILURES_PER_ADDRESS = 40;

export const secondFactorAttemptsKey = (uid: string): string => `second-factor:${uid}`;
export const recoveryAttemptsKey = (uid: string): string => `recovery-code:${uid}`;

export interface SecondFactorAttempt {
  /** One of the two above: whoever uses up the guesses of one kind leaves the other. */
  readonly subject: string;
  readonly address: string;
}

interface AttemptDeps {
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/**
 * Counts a guess before it is checked, so that parallel guesses gain nothing; a right one does not count. Throws
 * `TooManySecondFactorAttempts`.
 */
export const meterGuess = async (
  { quotas, secrets, clock }: AttemptDeps,
  { subject, address }: SecondFactorAttempt,
  isRight: () => Promise<boolean>,
): Promise<boolean> => {
  const now = clock.now();
  const { period, endsInMs } = attemptWindow(now);
  const reservation = await quotas.reserve([
    { subject, period, limit: MAX_FAILURES },
    { subject, period: utcDay(now), limit: MAX_FAILURES_PER_DAY },
    { subject: `second-factor-from:${secrets.fingerprint(address)}`, period, limit: MAX_FAILURES_PER_ADDRESS },
  ]);
  if ('refused' in reservation)
    throw new TooManySecondFactorAttempts(reservation.refused === 1 ? nextUtcDay(now) - now : endsInMs);
  const right = await isRight();
  await quotas.settle(reservation.id, right ? 'refunded' : 'charged');
  return right;
};
