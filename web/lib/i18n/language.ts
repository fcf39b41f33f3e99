import { isLanguage, LANGUAGES, type Language } from '../../../src/shared/languages.ts';

export { isLanguage, LANGUAGES, type Language };

/** `auto`: the browser's. */
export type LanguageChoice = Language | 'auto';

const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

/** The language without its region: `de` of `de-AT`. */
const baseTag = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? '';

/** The language to show: the chosen one, else the first of the browser's that the page speaks, else English. */
export const resolveLanguage = (choice: LanguageChoice, preferred: readonly string[]): Language =>
  choice === 'auto' ? (preferred.map(baseTag).find(isLanguage) ?? 'en') : choice;

/**
 * The tag by which dates and numbers are written: the browser's own region where it speaks the same language (`en-GB`).
 */
export const resolveLocale = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => baseTag(tag) === language) ?? language;

export const directionOf = (language: Language): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr');
