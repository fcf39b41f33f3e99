import type { CompiledMessage } from 'icu-minify/format';

import type { Language } from './language.ts';

/** The texts of one part of the page in one language. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

type Catalogs = Readonly<Record<string, Catalog>>;
type CatalogLoader = () => Promise<Catalogs>;

/** English is part of the code; any other language has two files: the first screen's, and the rest. */
const FILES: Readonly<Record<Exclude<Language, 'en'>, readonly [first: CatalogLoader, more: CatalogLoader]>> = {
  de: [() => import('../../messages/de/first.ts'), () => import('../../messages/de/more.ts')],
  fr: [() => import('../../messages/fr/first.ts'), () => import('../../messages/fr/more.ts')],
  es: [() => import('../../messages/es/first.ts'), () => import('../../messages/es/more.ts')],
  ja: [() => import('../../messages/ja/first.ts'), () => import('../../messages/ja/more.ts')],
  ar: [() => import('../../messages/ar/first.ts'), () => import('../../messages/ar/more.ts')],
};

const loaded = new Map<Language, Catalogs>();

const loadFile = async (language: Language, file: CatalogLoader): Promise<void> => {
  // Without its file the page reads English.
  const catalogs = await file().catch((): Catalogs => ({}));
  loaded.set(language, { ...loaded.get(language), ...catalogs });
};

/** The texts of a part, if they were fetched. */
export const getCatalog = (language: Language, part: string): Catalog | undefined => loaded.get(language)?.[part];

/** Fetches the texts of these parts unless they are there. */
export const fetchCatalogs = async (language: Language, parts: readonly string[]): Promise<void> => {
  if (language === 'en') return;
  const isMissing = (): boolean => parts.some((part) => !getCatalog(language, part));
  const [first, more] = FILES[language];
  if (!loaded.has(language)) await loadFile(language, first);
  if (isMissing()) await loadFile(language, more);
};
