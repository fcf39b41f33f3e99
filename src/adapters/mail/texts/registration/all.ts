import type { Language } from '../../../../shared/languages.ts';
import { arabic } from './ar.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { japanese } from './ja.ts';
import type { RegistrationTexts } from './registration-texts.ts';

export const REGISTRATION_TEXTS: Readonly<Record<Language, RegistrationTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ja: japanese,
  ar: arabic,
};
