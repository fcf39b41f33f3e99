export interface Passage {
  /** The passage's source, as shown to users. */
  readonly from: string;
  readonly title: string;
  readonly text: string;
  /** Its citation number. */
  readonly source?: number;
  /** Synonyms. */
  readonly aliases?: string;
}

export interface Match<P extends Passage = Passage> {
  readonly passage: P;
  readonly score: number;
  /** Number of distinct question words it contains. */
  readonly shared: number;
  /** Weight of these words among all of the question, 0 to 1: rare words count more. */
  readonly share: number;
  /** One of them is in the title or is a synonym of it. */
  readonly isNamed: boolean;
}

const STOP_WORDS = new Set(
  (
    'a about after all also am an and any anything are as at be been but by can cannot could did do does doing for ' +
    'from get give go had has have help hello her here hi his how i if in into is it its just know let like make ' +
    'may me more most much my need no not now of off on one only or our out over please say see she should show so ' +
    'some something tell than thank thanks that the their them then there these they thing this those to too under ' +
    'up us use used using very want was we well were what when where which while who why will with within without ' +
    'work would write you your yes explain describe mean means hey ok okay during happen happens become many'
  ).split(' '),
);

const stem = (word: string): string => {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2);
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
};

/** The content words of a text, in order, in lower case. */
export const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 && !STOP_WORDS.has(word));

/** The same, stemmed: what is compared. */
export const keywords = (text: string): string[] => contentWords(text).map(stem);

const TITLE_WEIGHT = 3;
const ALIAS_WEIGHT = 2;

/**
 * The logarithm of how few passages have a word. Words that none has weigh most: a question about them has no answer.
 */
const weigh = (words: ReadonlySet<string>, indexed: readonly Indexed[]): ReadonlyMap<string, number> =>
  new Map(
    [...words].map((word) => {
      const count = indexed.filter((entry) => timesOf(word, entry) > 0).length;
      return [word, Math.log(1 + indexed.length / (0.5 + count))] as const;
    }),
  );

interface Indexed {
  readonly title: ReadonlySet<string>;
  readonly aliases: ReadonlySet<string>;
  readonly text: ReadonlySet<string>;
}

/** How often a word counts: by the most important place where it occurs. */
const timesOf = (word: string, { title, aliases, text }: Indexed): number => {
  if (title.has(word)) return TITLE_WEIGHT;
  return aliases.has(word) ? ALIAS_WEIGHT : Number(text.has(word));
};

const indexOf = ({ title, aliases = '', text }: Passage): Indexed => ({
  title: new Set(keywords(title)),
  aliases: new Set(keywords(aliases)),
  text: new Set(keywords(text)),
});

/**
 * Ranks passages by words shared with the question: rare words count more, titles and synonyms more. Best first; ties
 * keep their order, so the result is deterministic.
 */
export const rankPassages = <P extends Passage>(question: string, passages: readonly P[]): Match<P>[] => {
  const indexed = passages.map((passage) => ({ ...indexOf(passage), passage }));
  const weights = weigh(new Set(keywords(question)), indexed);
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const matches = indexed.map(({ passage, ...entry }): Match<P> => {
    let [score, shared, found, most] = [0, 0, 0, 0];
    for (const [word, weight] of weights) {
      const times = timesOf(word, entry);
      if (times === 0) continue;
      score += times * weight;
      found += weight;
      shared += 1;
      most = Math.max(most, times);
    }
    return { passage, score, shared, share: whole === 0 ? 0 : found / whole, isNamed: most >= ALIAS_WEIGHT };
  });
  return matches.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
};
