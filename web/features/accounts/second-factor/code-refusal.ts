import { isApiFailure } from '../../../lib/api-error.ts';
import { toRefusal, type Refusal } from '../refusal.tsx';
import { t } from './texts.ts';

const TEXTS = {
  WRONG_SECOND_FACTOR: 'wrong',
  SECOND_FACTOR_EXPIRED: 'expired',
  RATE_LIMITED: 'tooMany',
  INVALID_PASSKEY: 'passkeyRefused',
} as const;

const isKnown = (code: string): code is keyof typeof TEXTS => Object.hasOwn(TEXTS, code);

/** Why a code was refused, in the language of the page. */
export const toCodeRefusal = (error: unknown, now: number): Refusal => {
  const refusal = toRefusal(error, t('failed'), now);
  const code = isApiFailure(error) ? (error.code ?? '') : '';
  return isKnown(code) ? { ...refusal, text: t(TEXTS[code]), detail: null } : refusal;
};
