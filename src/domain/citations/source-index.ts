import { type Span, splitSentences } from './markdown/sentences.ts';
import { type NumberToken, detectLanguage, type WordToken, type Tokens, tokenize } from './tokenize.ts';

export interface CitedText {
  /** Its citation number. */
  readonly number: number;
  readonly title: string;
  readonly snippet: string;
  /** The text that the model got; may be empty. */
  readonly text: string;
}

/** A sentence of a source, or a part of a long one. */
export interface SourcePassage extends Span {
  readonly tokens: Tokens;
}

/** Shown for a mark. */
export const MAX_PASSAGE_CHARACTERS = 300;
/** Longer sources are cut. */
const MAX_SOURCE_CHARACTERS = 60_000;
const STEM_LENGTH = 4;

/** Splits a span into passages, at spaces if possible. */
const splitSpan = (text: string, { start, end }: Span): Span[] => {
  const spans: Span[] = [];
  for (let from = start; from < end;) {
    const limit = Math.min(end, from + MAX_PASSAGE_CHARACTERS);
    const blank = limit < end ? text.lastIndexOf(' ', limit) : limit;
    const to = blank > from + MAX_PASSAGE_CHARACTERS / 2 ? blank : limit;
    spans.push({ start: from, end: to });
    from = to;
  }
  return spans;
};

const splitPassages = (text: string): SourcePassage[] => {
  const passages: SourcePassage[] = [];
  for (const line of text.matchAll(/[^\n]+/g)) {
    const whole = { start: line.index, end: line.index + line[0].length };
    for (const sentence of splitSentences(text, whole)) {
      for (const span of splitSpan(text, sentence)) {
        const passageText = text.slice(span.start, span.end);
        if (/[\p{L}\p{N}]/u.test(passageText)) passages.push({ ...span, tokens: tokenize(passageText) });
      }
    }
  }
  return passages;
};

const isSameWord = (a: string, b: string): boolean => {
  if (a === b) return true;
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common += 1;
  return common >= STEM_LENGTH && common >= 0.6 * Math.max(a.length, b.length);
};

/** An index of the words of a source; words match when most of their prefix does. */
export class SourceIndex {
  readonly number: number;
  readonly text: string;
  readonly passages: readonly SourcePassage[];
  readonly title: Tokens;
  readonly language: string | undefined;
  private readonly byStem = new Map<string, Map<string, Set<number>>>();

  constructor({ number, title, snippet, text }: CitedText) {
    this.number = number;
    const indexed = text.includes(snippet.replace(/…$/, '').trim()) ? text : `${snippet}\n${text}`;
    this.text = `${title}\n${indexed}`.slice(0, MAX_SOURCE_CHARACTERS);
    this.passages = splitPassages(this.text);
    this.title = tokenize(title);
    this.language = detectLanguage(indexed);
    this.passages.forEach(({ tokens }, at) => this.addPassage(tokens, at));
  }

  /** The indices of passages that contain a word. */
  find({ key }: Pick<WordToken, 'key'>): ReadonlySet<number> {
    const found = new Set<number>();
    for (const [indexed, passages] of this.byStem.get(key.slice(0, STEM_LENGTH)) ?? []) {
      if (indexed === key || (!/^[=#]/.test(key) && isSameWord(indexed, key)))
        for (const passage of passages) found.add(passage);
    }
    return found;
  }

  private addPassage({ words: passageText, numbers: figures }: Tokens, passage: number): void {
    for (const key of [...passageText.map((word) => word.key), ...figures.flatMap(figureKeys)]) {
      const stem = key.slice(0, STEM_LENGTH);
      const same = this.byStem.get(stem) ?? new Map<string, Set<number>>();
      this.byStem.set(stem, same.set(key, (same.get(key) ?? new Set()).add(passage)));
    }
  }
}

const figureKeys = ({ values }: NumberToken): string[] => values.map((value) => `#${value}`);
