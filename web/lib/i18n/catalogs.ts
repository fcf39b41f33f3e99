import type { CompiledMessage } from 'icu-minify/format';

import type { Language } from './language.ts';

/** The texts of one part of the page in one language. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

interface File {
  readonly default: Catalog;
}

/** English comes with the code that shows it; each other language is a file that is fetched when somebody reads it. */
const FILES: Readonly<Record<Exclude<Language, 'en'>, (part: string) => Promise<File>>> = {
  de: (part) => import(`../../messages/de/${part}.json`, { with: { type: 'json' } }),
  fr: (part) => import(`../../messages/fr/${part}.json`, { with: { type: 'json' } }),
  es: (part) => import(`../../messages/es/${part}.json`, { with: { type: 'json' } }),
  ja: (part) => import(`../../messages/ja/${part}.json`, { with: { type: 'json' } }),
  ar: (part) => import(`../../messages/ar/${part}.json`, { with: { type: 'json' } }),
};

/** Fetches the texts of one part; a file that does not come is as good as an empty one: the page then reads English. */
export const fetchCatalog = async (language: Exclude<Language, 'en'>, part: string): Promise<Catalog> => {
  try {
    return (await FILES[language](part)).default;
  } catch {
    return {};
  }
};
