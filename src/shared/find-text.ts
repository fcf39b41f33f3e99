import { bigrams, findRuns, foldWithOffsets, type FoldedText } from './fold-text.ts';

/** A piece of a text: from `start` to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const MAX_QUERY_WORDS = 16;

interface QueryWord {
  readonly text: string;
  /** Of a script without spaces: found anywhere in a run, not only at its beginning. */
  readonly anywhere: boolean;
}

const fold = (text: string): string => foldWithOffsets(text).text;

const queryWords = (query: string): readonly QueryWord[] => {
  const words = [...findRuns(fold(query))].flatMap(([run, unspaced]): QueryWord[] =>
    unspaced === undefined
      ? [{ text: run, anywhere: false }]
      : bigrams(run, false).map((text) => ({ text, anywhere: true })),
  );
  return [...new Map(words.map((word) => [word.text, word])).values()].slice(0, MAX_QUERY_WORDS);
};

const toRange = (folded: FoldedText, start: number, length: number): TextRange => ({
  start: folded.startOf(start),
  end: folded.endOf(start + length - 1),
});

const findAll = (text: string, sought: string, from: number, to: number): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(sought, from); at >= 0 && at + sought.length <= to; at = text.indexOf(sought, at + 1))
    found.push(at);
  return found;
};

const inRun = (run: string, { text, anywhere }: QueryWord): readonly number[] =>
  anywhere ? findAll(run, text, 0, run.length) : run.startsWith(text) ? [0] : [];

const merge = (ranges: readonly TextRange[]): readonly TextRange[] => {
  const merged: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = merged.at(-1);
    if (last && range.start < last.end) merged[merged.length - 1] = { ...last, end: Math.max(last.end, range.end) };
    else merged.push(range);
  }
  return merged;
};

/** A place of a query's word, and which word it is. */
export interface WordMatch extends TextRange {
  readonly word: number;
}

/** Where words of the query begin, as the search of chats finds them, at most `max` places. */
export const findWords = (text: string, query: string, max = Infinity): readonly WordMatch[] => {
  const folded = foldWithOffsets(text);
  const words = queryWords(query);
  const found: WordMatch[] = [];
  if (words.length === 0) return found;
  for (const { 0: run, index } of findRuns(folded.text)) {
    for (const [word, sought] of words.entries())
      for (const at of inRun(run, sought)) found.push({ word, ...toRange(folded, index + at, sought.text.length) });
    if (found.length >= max) break;
  }
  return found;
};

/** What is marked of a text for a query: its words where they begin, none over another. */
export const markWords = (text: string, query: string): readonly TextRange[] => merge(findWords(text, query));

/** Where the query stands, as it is typed, in order; without its case, accents and kind of spaces. */
export const findPhrase = (folded: FoldedText, query: string): readonly TextRange[] => {
  const sought = fold(query);
  const found: TextRange[] = [];
  if (sought.trim() === '') return found;
  for (let at = folded.text.indexOf(sought); at >= 0; at = folded.text.indexOf(sought, at + sought.length))
    found.push(toRange(folded, at, sought.length));
  return found;
};
