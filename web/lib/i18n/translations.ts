import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { createElement, Fragment, useSyncExternalStore, type ReactNode } from 'react';

import { getCatalog, fetchCatalogs, type Catalog } from './catalogs.ts';
import { dateFormatter, numberFormatter, pluralRules } from './formatters.ts';
import { directionOf, resolveLocale, type Language } from './language.ts';

type Values = Readonly<Record<string, string | number>>;
type RichValues = Readonly<Record<string, string | number | ((inside: ReactNode) => ReactNode)>>;

/** Formats the message of a key with its values. */
export interface Translator<Key extends string> {
  (key: Key, values?: Values): string;
  /** The same for a message with tags, such as `<link>…</link>`: each is a function of its content. */
  readonly rich: (key: Key, values: RichValues) => ReactNode;
}

interface Part {
  readonly name: string;
  readonly english: Catalog;
  /** A new function for each language, so that memoized values are computed again. */
  translator: Translator<string>;
}

const OPTIONS: FormatOptions = {
  formatters: { getDateTimeFormat: dateFormatter, getNumberFormat: numberFormatter, getPluralRules: pluralRules },
};

/** All parts that were loaded. */
const parts = new Set<Part>();
const listeners = new Set<() => void>();
let current: { readonly language: Language; readonly locale: string } = {
  language: 'en',
  locale: resolveLocale('en', navigator.languages),
};

export const currentLanguage = (): Language => current.language;

/** The tag for `Intl`, such as `en-GB` or `ar`. */
export const currentLocale = (): string => current.locale;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The language of the page; re-renders when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

const messageOf = (name: string, english: Catalog, key: string): CompiledMessage =>
  getCatalog(current.language, name)?.[key] ?? english[key] ?? key;

const createTranslator = (name: string, english: Catalog): Translator<string> => {
  const rich = (key: string, values: RichValues): ReactNode => {
    const made = format<ReactNode>(messageOf(name, english, key), current.locale, values, OPTIONS);
    // As children of their own they need no keys: their number and order are the message's.
    return Array.isArray(made) ? createElement(Fragment, null, ...made) : made;
  };
  const t = (key: string, values: Values = {}): string => {
    const made = format<string>(messageOf(name, english, key), current.locale, values, OPTIONS);
    return Array.isArray(made) ? made.join('') : made;
  };
  return Object.assign(t, { rich });
};

const applyLanguage = (language: Language): void => {
  current = { language, locale: resolveLocale(language, navigator.languages) };
  for (const part of parts) part.translator = createTranslator(part.name, part.english);
  for (const listener of listeners) listener();
};

/**
 * Makes the page speak this language, once all texts that it shows so far are there: nothing is seen half translated.
 */
export const setLanguage = async (language: Language): Promise<void> => {
  await fetchCatalogs(
    language,
    [...parts].map(({ name }) => name),
  );
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  applyLanguage(language);
};

interface Translations<Key extends string> {
  /** For components: they are drawn again when the language changes. */
  readonly useTranslations: () => Translator<Key>;
  /** For all other code, in the current language. */
  readonly t: Translator<Key>;
}

/**
 * The texts of one part of the page. `name` is the file's name under `web/messages/<language>`, `english` that file of
 * English, which gives the keys. Messages are ICU messages, compiled when the page is built.
 */
export const createTranslations = <English extends Readonly<Record<string, string>>>(
  name: string,
  english: English,
): Translations<keyof English & string> => {
  const t = createTranslator(name, english);
  const part: Part = { name, english, translator: t };
  parts.add(part);
  // A part that comes later than the choice of the language brings its texts along.
  if (current.language !== 'en' && !getCatalog(current.language, name))
    void fetchCatalogs(current.language, [name]).then(() => applyLanguage(current.language));
  return { useTranslations: () => useSyncExternalStore(subscribe, () => part.translator), t };
};
