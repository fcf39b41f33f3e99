import { folded, inAscii, markOf, pairs, runsIn } from './search-words.ts';
import { STOP_WORDS } from '../../domain/retrieval/stop-words.ts';

/*
 * Words of passages, in the form that search-words.ts tells of, but each as often as it stands there, and each a second
 * time as its stem, so that `batteries` finds `battery`. Stems are cut alike for all languages: they need not be right,
 * only the same on both sides.
 */

const MOST_SOUGHT = 24;
const LONGEST_STEM = 7;
const SHORTEST_STEM = 3;
const ENDINGS = ['ings', 'ing', 'edly', 'ied', 'ies', 'ed', 'ly', 'es', 'en', 'er', 'em', 'e', 's', 'n'];

const stemOf = (word: string): string => {
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= SHORTEST_STEM);
  const kept = ending === undefined ? word : word.slice(0, -ending.length);
  const base = ending === 'ies' || ending === 'ied' || kept.endsWith('y') ? `${kept.replace(/y$/, '')}i` : kept;
  return [...base.slice(0, 2 * LONGEST_STEM)].slice(0, LONGEST_STEM).join('');
};

/** `maxRetryCount` as words of its own, beside the whole. */
const partsOf = (text: string): string =>
  text.replace(/\p{L}+/gu, (name) =>
    /\p{Ll}\p{Lu}/u.test(name) ? `${name} ${name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')}` : name,
  );

interface Found {
  readonly word: string;
  readonly unspaced: boolean;
}

const wordsIn = (text: string, forIndex: boolean): Found[] =>
  [...runsIn(folded(partsOf(text)))].flatMap(([run, unspaced]): Found[] =>
    unspaced === undefined
      ? [{ word: run, unspaced: false }]
      : pairs(run, forIndex).map((word) => ({ word, unspaced: true })),
  );

/** A stem is led by two underscores, which no word is. */
const keysOf = (mark: string, { word, unspaced }: Found): string[] => {
  const whole = mark + inAscii(word);
  return unspaced || /\d/.test(word) || word.length < SHORTEST_STEM
    ? [whole]
    : [whole, `${mark}__${inAscii(stemOf(word)).slice(0, 60)}`];
};

/** What the index keeps of a chunk of this owner, parted by spaces. */
export const indexedChunkWords = (ownerId: string, text: string): string => {
  const mark = markOf(ownerId);
  return wordsIn(text, true)
    .flatMap((found) => keysOf(mark, found))
    .join(' ');
};

/** The words of a question that are worth looking for; words that every text has only when there are no others. */
export const soughtChunkWords = (ownerId: string, query: string): readonly string[] => {
  const mark = markOf(ownerId);
  const all = [...new Map(wordsIn(query, false).map((found) => [found.word, found])).values()];
  const telling = all.filter(({ word }) => !STOP_WORDS.has(word));
  const sought = (telling.length > 0 ? telling : all).slice(0, MOST_SOUGHT);
  return [...new Set(sought.flatMap((found) => keysOf(mark, found)))];
};
