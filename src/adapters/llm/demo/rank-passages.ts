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

export interface Match {
  readonly passage: Passage;
  readonly score: number;
  /** Number of distinct question words it contains. */
  readonly shared: number;
}

const STOP_WORDS = new Set(
  (
    'a about after all also am an and any anything are as at be been but by can cannot could did do does doing for from get give go had ' +
    'has have help hello her here hi his how i if in into is it its just know let like make may me more most much my need no not now ' +
    'of off on one only or our out over please say see she should show so some something tell than thank thanks that the their them ' +
    'then there these they thing this those to too under up us use used using very want was we well were what when where which ' +
    'while who why will with within without work would write you your yes explain describe mean means hey ok okay'
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

const TITLE_WEIGHT = 2;

/**
 * Ranks passages by words shared with the question: rare words count more, title words twice. Best first; ties keep
 * their order, so the result is deterministic.
 */
export const rankPassages = (question: string, passages: readonly Passage[]): Match[] => {
  const queryWords = new Set(keywords(question));
  const indexed = passages.map((passage) => ({
    passage,
    title: new Set(keywords(`${passage.title} ${passage.aliases ?? ''}`)),
    words: new Set(keywords(passage.text)),
  }));
  const rarity = new Map(
    [...queryWords].map((word) => {
      const documentCount = indexed.filter(({ title, words }) => title.has(word) || words.has(word)).length;
      return [word, Math.log(1 + passages.length / (1 + documentCount))] as const;
    }),
  );
  const matches = indexed.map(({ passage, title, words }): Match => {
    let score = 0;
    let shared = 0;
    for (const [word, weight] of rarity) {
      if (!title.has(word) && !words.has(word)) continue;
      score += title.has(word) ? TITLE_WEIGHT * weight : weight;
      shared += 1;
    }
    return { passage, score, shared };
  });
  return matches.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
};
