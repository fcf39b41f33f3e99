import { isApiFailure, type ApiFailure } from '../../lib/api-error.ts';
import type { FieldErrors } from './account-fields.ts';
import { t, type TextKey } from './texts.ts';

/** A refused form in words: what stands over the form, what stands under which field, and how long to wait. */
export interface Refusal {
  /** Empty when the field's own text says it all. */
  readonly text: string;
  readonly detail: string | null;
  readonly fields: FieldErrors;
  /** Epoch milliseconds before which another try is pointless; null when it is not. */
  readonly waitUntil: number | null;
  /** Said before the countdown, as in the server's reason for a cooldown. */
  readonly reason: string | null;
  /** What the server said about the proof of a person. */
  readonly captchaError: string | null;
}

export const NO_REFUSAL: Refusal = {
  text: '',
  detail: null,
  fields: {},
  waitUntil: null,
  reason: null,
  captchaError: null,
};

/** Told under the email field alone. */
export const disposableRefusal = (): Refusal => ({ ...NO_REFUSAL, fields: { email: t('disposable') } });

const getPositiveNumber = (failure: ApiFailure, name: string): number | null => {
  const value = failure.data[name];
  return typeof value === 'number' && value > 0 ? value : null;
};

const FIELD_TEXTS: Readonly<Record<string, TextKey>> = {
  EMAIL_IN_USE: 'emailInUse',
};

const DETAIL_TEXTS: Readonly<Record<string, TextKey>> = {
  CAPTCHA_REQUIRED: 'confirmHuman',
};

const getText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const getWait = (failure: ApiFailure, now: number): Pick<Refusal, 'waitUntil' | 'reason'> => {
  const wait = getPositiveNumber(failure, 'retryAfterMs') ?? getPositiveNumber(failure, 'cooldownMs');
  return wait === null
    ? { waitUntil: null, reason: null }
    : { waitUntil: now + wait, reason: getText(failure.data['reason']) ?? t('tooManyTries') };
};

/**
 * Turns a failed call into what the form says. `now` is epoch milliseconds; `otherwise` is the text when none came; `wrong` is
 * what a 401 means here.
 */
export const toRefusal = (
  error: unknown,
  fallback: string,
  now: number,
  unauthorizedText: string | null = null,
): Refusal => {
  if (!isApiFailure(error)) return { ...NO_REFUSAL, text: fallback };
  const code = error.code ?? '';
  if (code === 'DISPOSABLE_EMAIL') return disposableRefusal();
  const field = FIELD_TEXTS[code];
  const detail = DETAIL_TEXTS[code];
  return {
    text: error.message || fallback,
    detail: error.status === 401 ? unauthorizedText : detail ? t(detail) : null,
    fields: field ? { email: t(field) } : {},
    ...getWait(error, now),
    captchaError: getText(error.data['captchaError']),
  };
};
