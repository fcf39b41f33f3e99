import type { CompiledMessage } from 'icu-minify/format';

import type { Language } from './language.ts';

/** The texts of one part of the page in one language. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

type Catalogs = Readonly<Record<string, Catalog>>;
type File = () => Promise<{ readonly catalogs: Catalogs }>;

/** English comes with the code that says it; any other language is two files: the first screen's, and what comes on need. */
const FILES: Readonly<Record<Exclude<Language, 'en'>, readonly [first: File, more: File]>> = {
  de: [() => import('../../messages/de/first.ts'), () => import('../../messages/de/more.ts')],
  fr: [() => import('../../messages/fr/first.ts'), () => import('../../messages/fr/more.ts')],
  es: [() => import('../../messages/es/first.ts'), () => import('../../messages/es/more.ts')],
  ja: [() => import('../../messages/ja/first.ts'), () => import('../../messages/ja/more.ts')],
  ar: [() => import('../../messages/ar/first.ts'), () => import('../../messages/ar/more.ts')],
};

const known = new Map<Language, Catalogs>();

const take = async (language: Language, file: File): Promise<void> => {
  // A file that does not come is as good as an empty one: the page then reads English.
  const { catalogs } = await file().catch(() => ({ catalogs: {} }));
  known.set(language, { ...known.get(language), ...catalogs });
};

/** The texts of a part as far as they were fetched. */
export const catalogOf = (language: Language, part: string): Catalog | undefined => known.get(language)?.[part];

/** Fetches the texts of these parts, unless they are there. */
export const fetchCatalogs = async (language: Language, parts: readonly string[]): Promise<void> => {
  if (language === 'en') return;
  const isMissing = (): boolean => parts.some((part) => !catalogOf(language, part));
  const [first, more] = FILES[language];
  if (!known.has(language)) await take(language, first);
  if (isMissing()) await take(language, more);
};
