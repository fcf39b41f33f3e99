import { isApiFailure, type ApiFailure } from '../../lib/api-error.ts';
import type { FieldErrors } from './account-fields.ts';

/** A refused form in words: what stands over the form, what stands under which field, and how long to wait. */
export interface Refusal {
  readonly text: string;
  readonly detail: string | null;
  readonly fields: FieldErrors;
  /** Epoch milliseconds before which another try is pointless; null when it is not. */
  readonly waitUntil: number | null;
  /** Said before the countdown, as in the server's reason for a cooldown. */
  readonly reason: string | null;
}

const numberOf = (failure: ApiFailure, name: string): number | null => {
  const value = failure.data[name];
  return typeof value === 'number' && value > 0 ? value : null;
};

const FIELD_TEXTS: Readonly<Record<string, string>> = {
  EMAIL_IN_USE: 'This email already has an account. Sign in instead.',
  DISPOSABLE_EMAIL: 'Disposable email addresses are not allowed',
};

const DETAILS: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'The email or the password is not right.',
};

const waitReason = (failure: ApiFailure): string => {
  const reason = failure.data['reason'];
  return typeof reason === 'string' && reason !== '' ? reason : 'Too many tries.';
};

/** Turns a failed call into what the form says. `now` is epoch milliseconds; `otherwise` is the text when none came. */
export const refusalOf = (error: unknown, otherwise: string, now: number): Refusal => {
  if (!isApiFailure(error)) return { text: otherwise, detail: null, fields: {}, waitUntil: null, reason: null };
  const code = error.code ?? '';
  const wait = numberOf(error, 'retryAfterMs') ?? numberOf(error, 'cooldownMs');
  const field = FIELD_TEXTS[code];
  return {
    text: error.message || otherwise,
    detail: DETAILS[code] ?? null,
    fields: field ? { email: field } : {},
    waitUntil: wait === null ? null : now + wait,
    reason: wait === null ? null : waitReason(error),
  };
};
