import { type Span, sentencesIn } from './sentences.ts';
import { type Figure, languageOf, type Word, type Words, wordsOf } from './words.ts';

/** A source as the model was told of it. */
export interface CitedText {
  /** The n of its marks. */
  readonly number: number;
  readonly title: string;
  readonly snippet: string;
  /** All of it that the model read; may be empty. */
  readonly text: string;
}

/** A sentence of a source, or a piece of a long one. */
export interface Piece extends Span {
  readonly said: Words;
}

/** What of a source is shown for a mark, in characters. */
export const PASSAGE_LENGTH = 300;
/** More of one source is not looked at. */
const MOST_CHARACTERS = 60_000;
const STEM = 4;

/** A span in steps that fit a passage, cut at blanks where there are any. */
const cut = (text: string, { start, end }: Span): Span[] => {
  const spans: Span[] = [];
  for (let from = start; from < end;) {
    const limit = Math.min(end, from + PASSAGE_LENGTH);
    const blank = limit < end ? text.lastIndexOf(' ', limit) : limit;
    const to = blank > from + PASSAGE_LENGTH / 2 ? blank : limit;
    spans.push({ start: from, end: to });
    from = to;
  }
  return spans;
};

const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = [];
  for (const line of text.matchAll(/[^\n]+/g)) {
    const whole = { start: line.index, end: line.index + line[0].length };
    for (const sentence of sentencesIn(text, whole)) {
      for (const span of cut(text, sentence)) {
        const words = text.slice(span.start, span.end);
        if (/[\p{L}\p{N}]/u.test(words)) pieces.push({ ...span, said: wordsOf(words) });
      }
    }
  }
  return pieces;
};

const isSame = (a: string, b: string): boolean => {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common += 1;
  return common >= STEM && common >= 0.6 * Math.max(a.length, b.length);
};

/** Where each word of a source stands; words are the same when most of their beginning is. */
export class SourceIndex {
  readonly number: number;
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly title: Words;
  readonly language: string | undefined;
  private readonly byStem = new Map<string, Map<string, Set<number>>>();

  constructor({ number, title, snippet, text }: CitedText) {
    this.number = number;
    const known = text.includes(snippet.replace(/…$/, '').trim()) ? text : `${snippet}\n${text}`;
    this.text = `${title}\n${known}`.slice(0, MOST_CHARACTERS);
    this.pieces = piecesOf(this.text);
    this.title = wordsOf(title);
    this.language = languageOf(known);
    this.pieces.forEach(({ said }, at) => this.learn(said, at));
  }

  /** The pieces, by number, that have a word. */
  having({ key }: Pick<Word, 'key'>): ReadonlySet<number> {
    const found = new Set<number>();
    for (const [known, pieces] of this.byStem.get(key.slice(0, STEM)) ?? []) {
      if (known === key || (!/^[=#]/.test(key) && isSame(known, key))) for (const piece of pieces) found.add(piece);
    }
    return found;
  }

  private learn({ words, figures }: Words, piece: number): void {
    for (const key of [...words.map((word) => word.key), ...figures.flatMap(keysOf)]) {
      const stem = key.slice(0, STEM);
      const same = this.byStem.get(stem) ?? new Map<string, Set<number>>();
      this.byStem.set(stem, same.set(key, (same.get(key) ?? new Set()).add(piece)));
    }
  }
}

const keysOf = ({ values }: Figure): string[] => values.map((value) => `#${value}`);
