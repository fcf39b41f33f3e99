import { type Span, splitSentences } from './markdown/sentences.ts';
import { detectLanguage } from './detect-language.ts';
import { quantitiesAgree } from './quantities/quantities-agree.ts';
import { isSameWord, MIN_COMMON_PREFIX } from './same-word.ts';
import { findTableRows } from './table-rows.ts';
import { type NumberToken, type WordToken, type Tokens, tokenize } from './tokenize.ts';

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
  /** Where its line is a row of a table: what each cell says. */
  readonly cells: readonly string[];
}

/** Shown for a mark. */
export const MAX_PASSAGE_CHARACTERS = 300;
/** Longer sources are cut. */
const MAX_SOURCE_CHARACTERS = 60_000;

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

const splitPassages = (text: string, language: string | undefined): SourcePassage[] => {
  const passages: SourcePassage[] = [];
  const rows = findTableRows(text);
  for (const line of text.matchAll(/[^\n]+/g)) {
    const whole = { start: line.index, end: line.index + line[0].length };
    for (const sentence of splitSentences(text, whole)) {
      for (const span of splitSpan(text, sentence)) {
        const passageText = text.slice(span.start, span.end);
        if (!/[\p{L}\p{N}]/u.test(passageText)) continue;
        passages.push({ ...span, tokens: tokenize(passageText, language), cells: rows.get(line.index) ?? [] });
      }
    }
  }
  return passages;
};

/** An index of the words of a source; words match when most of their prefix does. */
export class SourceIndex {
  readonly number: number;
  readonly text: string;
  readonly passages: readonly SourcePassage[];
  readonly title: Tokens;
  private readonly titleLength: number;
  readonly language: string | undefined;
  private readonly byMeaning = new Map<string, Set<number>>();
  private readonly byStem = new Map<string, Map<string, Set<number>>>();
  private readonly cells = new Map<string, Tokens>();
  /** By numbers of claims, which are compared several times. */
  private readonly byNumber = new WeakMap<NumberToken, ReadonlySet<number>>();

  constructor({ number, title, snippet, text }: CitedText) {
    this.number = number;
    const indexed = text.includes(snippet.replace(/…$/, '').trim()) ? text : `${snippet}\n${text}`;
    this.text = `${title}\n${indexed}`.slice(0, MAX_SOURCE_CHARACTERS);
    this.language = detectLanguage(indexed);
    this.passages = splitPassages(this.text, this.language);
    this.title = tokenize(title, this.language);
    this.titleLength = title.length;
    this.passages.forEach(({ tokens }, at) => this.addPassage(tokens, at));
  }

  /** The text from one passage to another, with their neighbours as far as there is room. */
  textAround(first: number, last: number = first): string {
    let [from, to] = [first, last];
    const lengthOf = (start: number, end: number): number =>
      (this.passages[end]?.end ?? Infinity) - (this.passages[start]?.start ?? -Infinity);
    if ((this.passages[from - 1]?.start ?? 0) > this.titleLength && lengthOf(from - 1, to) <= MAX_PASSAGE_CHARACTERS)
      from -= 1;
    if (lengthOf(from, to + 1) <= MAX_PASSAGE_CHARACTERS) to += 1;
    return this.text.slice(this.passages[from]?.start, this.passages[to]?.end).trim();
  }

  /** The passages with the most of a text first. */
  rank({ words, numbers }: Tokens): number[] {
    const hits = new Map<number, number>();
    const hit = (at: number): void => void hits.set(at, (hits.get(at) ?? 0) + 1);
    for (const word of words) this.find(word).forEach(hit);
    for (const number of numbers) this.findNumber(number).forEach(hit);
    return [...hits].toSorted(([, a], [, b]) => b - a).map(([at]) => at);
  }

  /** What passages say: in sentences, and in cells of tables, each with what it is of. */
  statementsOf(passages: readonly number[], max: number): { readonly prose: Tokens[]; readonly cells: Tokens[] } {
    const [prose, cells]: [Tokens[], Tokens[]] = [[], []];
    for (const at of passages) {
      const passage = this.passages[at];
      if (passage?.cells.length === 0) prose.push(passage.tokens);
      else cells.push(...(passage?.cells ?? []).slice(0, max - cells.length).map((cell) => this.cellTokens(cell)));
    }
    return { prose, cells };
  }

  private cellTokens(cell: string): Tokens {
    const tokens = this.cells.get(cell) ?? tokenize(cell, this.language);
    this.cells.set(cell, tokens);
    return tokens;
  }

  textOf(passage: number): string {
    const { start, end } = this.passages[passage] ?? { start: 0, end: 0 };
    return this.text.slice(start, end).trim();
  }

  /** The indices of passages that contain a word. */
  find({ key, meanings }: Pick<WordToken, 'key' | 'meanings'>): ReadonlySet<number> {
    const found = new Set<number>();
    for (const meaning of meanings) for (const passage of this.byMeaning.get(meaning) ?? []) found.add(passage);
    for (const [indexed, passages] of this.byStem.get(key.slice(0, MIN_COMMON_PREFIX)) ?? []) {
      if (isSameWord(indexed, key)) for (const passage of passages) found.add(passage);
    }
    return found;
  }

  /** The indices of passages that state a number. */
  findNumber(number: NumberToken): ReadonlySet<number> {
    const cached = this.byNumber.get(number);
    if (cached) return cached;
    const states = ({ tokens }: SourcePassage): boolean =>
      tokens.numbers.some((stated) => quantitiesAgree(number, stated));
    const found = new Set(this.passages.flatMap((passage, at) => (states(passage) ? [at] : [])));
    this.byNumber.set(number, found);
    return found;
  }

  private addPassage({ words, numbers }: Tokens, passage: number): void {
    const months = numbers.flatMap(({ date }) => (date?.month === undefined ? [] : [`@m${date.month}`]));
    for (const meaning of words.flatMap((word) => word.meanings))
      this.byMeaning.set(meaning, (this.byMeaning.get(meaning) ?? new Set()).add(passage));
    for (const key of [...words.map((word) => word.key), ...months]) {
      const stem = key.slice(0, MIN_COMMON_PREFIX);
      const same = this.byStem.get(stem) ?? new Map<string, Set<number>>();
      this.byStem.set(stem, same.set(key, (same.get(key) ?? new Set()).add(passage)));
    }
  }
}
