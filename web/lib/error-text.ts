import english from '../messages/en/lib.json' with { type: 'json' };
import { currentLanguage } from './i18n/translations.ts';
import { t } from './texts.ts';

/** Error codes with a text of their own in the message files: their keys are in capitals. */
const isCode = (code: string): code is keyof typeof english => code in english && code === code.toUpperCase();

/** With these the server's own words say more than the code: which field, which limit, who may. */
const CODES_WITH_SERVER_TEXT: readonly string[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'USER_NOT_FOUND',
  'USAGE_LIMIT_EXCEEDED',
];

/** The catalogue's text for a code in the language of the page, if it has one. */
export const errorCodeText = (code: string | null | undefined): string | undefined =>
  code && isCode(code) ? t(code) : undefined;

/** Replaces the server's English message; undefined on an English page, or if the message says more than the code. */
export const translateErrorCode = (code: string | null): string | undefined =>
  currentLanguage() === 'en' || CODES_WITH_SERVER_TEXT.includes(code ?? '') ? undefined : errorCodeText(code);
