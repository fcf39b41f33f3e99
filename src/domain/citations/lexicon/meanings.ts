import { normalizeCase } from '../quantities/normalize-case.ts';
import { CONCEPTS_OF_CHANGE } from './concepts-of-change.ts';
import { CONCEPTS_OF_PEOPLES } from './concepts-of-peoples.ts';
import { CONCEPTS_OF_QUALITIES } from './concepts-of-qualities.ts';
import { CONCEPTS_OF_SOCIETY } from './concepts-of-society.ts';
import { CONCEPTS_OF_THINGS } from './concepts-of-things.ts';

const ROWS = [
  ...CONCEPTS_OF_CHANGE,
  ...CONCEPTS_OF_SOCIETY,
  ...CONCEPTS_OF_THINGS,
  ...CONCEPTS_OF_QUALITIES,
  ...CONCEPTS_OF_PEOPLES,
];

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ja', 'ar'];
const ROMANCE =
  /(?:amientos?|imientos?|aciones|azion[ei]|acoes|acion|acao|iendo|ieron|[ai]d[oa]s?|[aeiu]t[oaie]|[ae]ndo|aron|[aei]ran?|[aei]re|aban?|ava|ian?|[aei]r|[ae][ns]|[ei]?[ao]s|ou|eu|iu|am|em|[aeiou]|s)$/u;

/** Regular endings; an irregular form is an entry of its own. */
const ENDINGS: Readonly<Record<string, RegExp>> = {
  en: /(?:ings?|ed|ers?|es|ly|e|s)$/u,
  de: /(?:ungen|ung|est|tes?|ten|ter|tet|e[nmrst]|[enst])$/u,
  fr: /(?:ements?|ations?|aient|eront|era|ent|ees?|[eai]nt|ait|ez|[ei]r|it|[esx])$/u,
  es: ROMANCE,
  it: ROMANCE,
  pt: ROMANCE,
  ar: /(?:ها|هم|ات|ون|ين|ان|[ةهاي])$/u,
};
const ARABIC_PREFIX = /^[وف]?(?:ال|لل|[بل])?(?=.{3})/u;
const MIN_STEM = 3;

/** A word without its regular ending. */
const stemIn = (language: string | undefined, word: string): string => {
  const bare = language === 'ar' ? word.replace(ARABIC_PREFIX, '') : word;
  const stem = bare.replace(ENDINGS[language ?? ''] ?? '', '');
  const solid = stem.length >= MIN_STEM ? stem : bare;
  return solid.replace(/(?<=..)([bdfgklmnprt])\1$/u, '$1').replace(/(?<=..)y$/u, 'i');
};

type Index = Map<string, Set<string>>;

const add = (index: Index, key: string, concept: string): void =>
  void index.set(key, (index.get(key) ?? new Set()).add(concept));

/** Meanings by stem, for each language and for any. */
const INDEXES: ReadonlyMap<string, Index> = (() => {
  const indexes = new Map<string, Index>(
    [...LANGUAGES, ''].map((language) => [language, new Map<string, Set<string>>()]),
  );
  const addWord = (language: string, word: string, concept: string): void => {
    const index = indexes.get(language);
    const plain = normalizeCase(word);
    const [verb = '', ...particles] = plain.split('_');
    const keys =
      particles.length === 0 ? [plain, stemIn(language, plain)] : [[stemIn(language, verb), ...particles].join('_')];
    if (index) for (const key of keys) add(index, key, concept);
  };
  for (const row of ROWS) {
    const columns = row.split(';').map((words) => words.trim().split(' ').filter(Boolean));
    const concept = columns[0]?.[0] ?? '';
    columns.forEach((words, at) => {
      const languages = columns.length === 1 ? [...LANGUAGES, ''] : [LANGUAGES[at] ?? '', ''];
      for (const word of words) for (const language of languages) addWord(language, word, concept);
    });
  }
  return indexes;
})();

const PARTICLES: ReadonlySet<string> = new Set('up down off out on back over away in place to from'.split(' '));
const NO_MEANINGS: readonly string[] = [];

/** What a verb means with its particle: `give up`. */
export const phraseMeaningsOf = (verb: string, particle: string, language: string | undefined): readonly string[] =>
  PARTICLES.has(particle) ? meaningsOf(`${stemIn(language, verb)}_${particle}`, language) : NO_MEANINGS;

/** What a normalised word means: the names of its meanings. Words of languages that are not known have those of any. */
export const meaningsOf = (word: string, language: string | undefined): readonly string[] => {
  const index = INDEXES.get(language ?? '') ?? INDEXES.get('');
  const found = index?.get(word) ?? (word.length > MIN_STEM ? index?.get(stemIn(language, word)) : undefined);
  return found ? [...found] : NO_MEANINGS;
};

/** Words of Japanese in a run of signs. */
const JAPANESE = new RegExp(
  [...(INDEXES.get('ja')?.keys() ?? [])]
    .filter((word) => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(word))
    .toSorted((a, b) => b.length - a.length)
    .join('|'),
  'gu',
);

export const japaneseWordsIn = (run: string): string[] => run.match(JAPANESE) ?? [];

/** Verbs with most nouns: they say little of what a sentence is about. */
export const LIGHT_MEANINGS: ReadonlySet<string> = new Set(
  (
    'use give take receive become happen say show all only more less about now also most begin continue keep first ' +
    'last before after again often number include depart arrive must allow move new add try think know must find ' +
    'equal live'
  ).split(' '),
);

/** Opposites, by the names of meanings. */
export const OPPOSITES: readonly (readonly [string, string])[] = [
  'rise fall',
  'rise reduce',
  'rise unchanged',
  'fall unchanged',
  'win lose',
  'more less',
  'high low',
  'big small',
  'allow forbid',
  'accept refuse',
  'improve worsen',
  'lengthen shorten',
  'early delay',
  'expensive cheap',
  'profit loss',
  'buy sell',
  'fast slow',
  'hot cold',
  'open close',
  'begin end',
  'stop continue',
  'light extinguish',
  'build destroy',
  'clean dirty',
  'dry wet',
  'north south',
  'east west',
  'near far',
  'birth die',
  'marry divorce',
  'always sometimes',
  'safe danger',
  'help oppose',
  'first last',
  'old young',
  'strong bad',
  'good bad',
  'adult child',
  'male female',
  'boy girl',
  'protect danger',
  'daily yearly',
  'daily monthly',
  'daily weekly',
  'weekly monthly',
  'weekly yearly',
  'monthly yearly',
  'effective ineffective',
  'possible impossible',
  'safe unsafe',
  'landlord tenant',
  'son sister',
  'summer winter',
].map((pair) => {
  const [one = '', other = ''] = pair.split(' ');
  return [one, other];
});

/** What says no without a word for `not`. */
export const NEGATIVE_MEANINGS: ReadonlySet<string> = new Set(
  (
    'refuse forbid exempt withdraw cancel oppose stop ineffective impossible lose_track remove break disappear lose ' +
    'delay bad extinguish unchanged only differ'
  ).split(' '),
);
