import { loadStored, saveStored } from '../storage.ts';
import { storedChoice } from '../stored-values.ts';
import { LANGUAGES, resolveLanguage, isLanguage, type LanguageChoice } from './language.ts';
import { setLanguage } from './translations.ts';

/** What may be chosen, the browser's wish first. */
export const LANGUAGE_CHOICES: readonly LanguageChoice[] = ['auto', ...Object.keys(LANGUAGES).filter(isLanguage)];

/** What was chosen on this machine; `auto` = as the browser wishes. Signing out forgets it. */
export const getLanguageChoice = (): LanguageChoice =>
  storedChoice(loadStored('language'), 'choice', LANGUAGE_CHOICES, 'auto');

/** Speaks as was chosen here before: done before anything is drawn. */
export const applyLanguageChoice = (): Promise<void> =>
  setLanguage(resolveLanguage(getLanguageChoice(), navigator.languages));

/** Chooses a language, keeps the choice and speaks it. */
export const chooseLanguage = (choice: LanguageChoice): Promise<void> => {
  saveStored('language', { choice });
  return applyLanguageChoice();
};
