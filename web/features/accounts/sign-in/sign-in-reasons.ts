import { t, type TextKey } from '../texts.ts';

const REASONS: Readonly<Record<string, TextKey>> = {
  SIGN_IN_CANCELLED: 'providerCancelled',
  SIGN_IN_LOST: 'providerLost',
  SIGN_IN_PROVIDER_DOWN: 'providerDown',
  SIGN_IN_CLOCK: 'providerClock',
  SIGN_IN_NOT_PROVEN: 'providerNotProven',
  SIGN_IN_ADDRESS_TAKEN: 'providerAddressTaken',
  RATE_LIMITED: 'tooManyTries',
  LAST_WAY_IN: 'lastWayIn',
};

/** Why a sign-in at a provider failed, in the reader's language; null for an unknown code. */
export const describeReason = (code: string): string | null => {
  const key = Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
  return key === undefined ? null : t(key);
};
