import { readStored, writeStored } from '../storage.ts';
import { storedChoice } from '../stored-values.ts';
import { LANGUAGES, languageFor, isLanguage, type LanguageChoice } from './language.ts';
import { speak } from './texts.ts';

/** What may be chosen, the browser's wish first. */
export const LANGUAGE_CHOICES: readonly LanguageChoice[] = ['auto', ...Object.keys(LANGUAGES).filter(isLanguage)];

/** What was chosen on this machine; `auto` = as the browser wishes. Signing out forgets it. */
export const chosenLanguage = (): LanguageChoice =>
  storedChoice(readStored('language'), 'choice', LANGUAGE_CHOICES, 'auto');

/** Speaks as was chosen here before: done before anything is drawn. */
export const speakAsChosen = (): Promise<void> => speak(languageFor(chosenLanguage(), navigator.languages));

/** Chooses a language, keeps the choice and speaks it. */
export const chooseLanguage = (choice: LanguageChoice): Promise<void> => {
  writeStored('language', { choice });
  return speakAsChosen();
};
