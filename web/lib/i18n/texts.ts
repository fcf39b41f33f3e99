import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import { createElement, Fragment, useMemo, useSyncExternalStore, type ReactNode } from 'react';

import { catalogOf, fetchCatalogs, type Catalog } from './catalogs.ts';
import { dateFormatter, numberFormatter, pluralRules } from './formatters.ts';
import { directionOf, localeFor, type Language } from './language.ts';

type Values = Readonly<Record<string, string | number>>;
type RichValues = Readonly<Record<string, string | number | ((inside: ReactNode) => ReactNode)>>;

/** Says a text of one part of the page by its key, with the values its message names. */
export interface Say<Key extends string> {
  (key: Key, values?: Values): string;
  /** The same where the message has tags, such as `<link>…</link>`: each is a function of what stands inside. */
  readonly rich: (key: Key, values: RichValues) => ReactNode;
}

interface Part {
  readonly name: string;
  readonly english: Catalog;
}

const OPTIONS: FormatOptions = {
  formatters: { getDateTimeFormat: dateFormatter, getNumberFormat: numberFormatter, getPluralRules: pluralRules },
};

/** The names of all parts that were loaded. */
const parts = new Set<string>();
const listeners = new Set<() => void>();
let current: { readonly language: Language; readonly locale: string; readonly version: number } = { language: 'en', locale: localeFor('en', navigator.languages), version: 0 };

const change = (language: Language): void => {
  current = { language, locale: localeFor(language, navigator.languages), version: current.version + 1 };
  for (const listener of listeners) listener();
};

export const currentLanguage = (): Language => current.language;

/** The tag for `Intl`, such as `en-GB` or `ar`. */
export const currentLocale = (): string => current.locale;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => { listeners.delete(listener); };
};

/** The language the page speaks now; whoever asks is drawn again when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

/** Makes the page speak this language, once all texts that it shows so far are there: nothing is seen half translated. */
export const speak = async (language: Language): Promise<void> => {
  await fetchCatalogs(language, [...parts]);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  change(language);
};

const messageOf = ({ name, english }: Part, key: string): CompiledMessage =>
  catalogOf(current.language, name)?.[key] ?? english[key] ?? key;

const sayer = <Key extends string>(part: Part): Say<Key> => {
  const rich = (key: Key, values: RichValues): ReactNode => {
    const made = format<ReactNode>(messageOf(part, key), current.locale, values, OPTIONS);
    // As children of their own they need no keys: their number and order are the message's.
    return Array.isArray(made) ? createElement(Fragment, null, ...made) : made;
  };
  const say = (key: Key, values: Values = {}): string => {
    const made = format<string>(messageOf(part, key), current.locale, values, OPTIONS);
    return Array.isArray(made) ? made.join('') : made;
  };
  return Object.assign(say, { rich });
};

interface Texts<Key extends string> {
  /** For components: they are drawn again when the language changes. */
  readonly useTexts: () => Say<Key>;
  /** For everything else; says it in the language of the moment. */
  readonly say: Say<Key>;
}

/**
 * The texts of one part of the page. `name` is the file's name under `web/messages/<language>`, `english` that file of
 * English, which gives the keys. Messages are ICU messages, compiled when the page is built.
 */
export const textsOf = <English extends Readonly<Record<string, string>>>(name: string, english: English): Texts<keyof English & string> => {
  const part: Part = { name, english };
  parts.add(name);
  // A part that comes later than the choice of the language brings its texts along.
  if (current.language !== 'en' && !catalogOf(current.language, name)) void fetchCatalogs(current.language, [name]).then(() => change(current.language));
  const say = sayer<keyof English & string>(part);
  const useTexts = (): Say<keyof English & string> => {
    const version = useSyncExternalStore(subscribe, () => current.version);
    // A new function with each language, so that whatever was computed by it is computed anew.
    return useMemo(() => (version < 0 ? say : sayer<keyof English & string>(part)), [version]);
  };
  return { useTexts, say };
};
