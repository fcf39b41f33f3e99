import { currentLanguage } from './i18n/translations.ts';
import { t } from './texts.ts';

/** The error codes with a text of their own in the message files. */
const CODES = [
  'API_RATE_LIMIT_EXCEEDED',
  'API_QUOTA_EXCEEDED',
  'AI_SERVICE_TIMEOUT',
  'AI_SERVICE_AUTH_ERROR',
  'MODEL_CONFIG_ERROR',
  'EMAIL_VERIFICATION_REQUIRED',
  'USER_NOT_FOUND',
  'UNAUTHORIZED',
  'USAGE_LIMIT_EXCEEDED',
  'SUBSCRIPTION_REQUIRED',
  'INTERNAL_ERROR',
  'VALIDATION_ERROR',
] as const;

/** With these the server's own words say more than the code: which field, which limit, who may. */
const CODES_WITH_SERVER_TEXT: readonly string[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'USER_NOT_FOUND',
  'USAGE_LIMIT_EXCEEDED',
];

/** The catalogue's text for a code in the language of the page, if it has one. */
export const errorCodeText = (code: string | null | undefined): string | undefined => {
  const match = CODES.find((one) => one === code);
  return match && t(match);
};

/** Replaces the server's English message; undefined on an English page, or if the message says more than the code. */
export const translateErrorCode = (code: string | null): string | undefined =>
  currentLanguage() === 'en' || CODES_WITH_SERVER_TEXT.includes(code ?? '') ? undefined : errorCodeText(code);
