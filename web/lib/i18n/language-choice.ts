import { loadStored, saveStored } from '../storage.ts';
import { storedChoice } from '../stored-values.ts';
import { LANGUAGES, resolveLanguage, isLanguage, type LanguageChoice } from './language.ts';
import { setLanguage } from './translations.ts';

/** The choices, `auto` first. */
export const LANGUAGE_CHOICES: readonly LanguageChoice[] = ['auto', ...Object.keys(LANGUAGES).filter(isLanguage)];

/** The choice stored on this machine; `auto` uses the browser's languages. Sign-out removes it. */
export const getLanguageChoice = (): LanguageChoice =>
  storedChoice(loadStored('language'), 'choice', LANGUAGE_CHOICES, 'auto');

/** Speaks as was chosen here before: done before anything is drawn. */
export const applyLanguageChoice = (): Promise<void> =>
  setLanguage(resolveLanguage(getLanguageChoice(), navigator.languages));

/** Stores the choice and applies it. */
export const chooseLanguage = (choice: LanguageChoice): Promise<void> => {
  saveStored('language', { choice });
  return applyLanguageChoice();
};
