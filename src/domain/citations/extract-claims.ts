import { findMarks, type TextMark, maskMarks } from './markdown/citation-marks.ts';
import { type Block, markerLength, parseBlocks } from './markdown/blocks.ts';
import { toPlainText } from './markdown/plain-text.ts';
import { findSourceLists, isSourcePointer, maskSourceLists } from './markdown/source-lists.ts';
import { type Span, splitSentences } from './markdown/sentences.ts';
import { detectLanguage } from './detect-language.ts';
import { tokenize, type Tokens } from './tokenize.ts';

/** The text that a group of marks refers to. */
export interface Claim {
  readonly text: string;
  readonly tokens: Tokens;
  /** Adjacent marks: `[1][2]`. */
  readonly marks: readonly TextMark[];
  /** The index of its sentence, from 0. */
  readonly sentence: number;
  /** Where its sentence stands in the text, without blanks around it; undefined for a cell of a table. */
  readonly span: Span | undefined;
}

type Tokenize = (text: string) => Tokens;

const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const isEmpty = ({ words, numbers: figures }: Tokens): boolean => words.length + figures.length === 0;

/** Marks with only punctuation between them are one group. */
const groupMarks = (blank: string, marks: readonly TextMark[]): TextMark[][] => {
  const groups: TextMark[][] = [];
  for (const mark of marks) {
    const last = groups.at(-1)?.at(-1);
    if (last && !hasWords(blank.slice(last.end, mark.start))) groups.at(-1)?.push(mark);
    else groups.push([mark]);
  }
  return groups;
};

/** The text of each group: the words since the group before, or the whole sentence for a single group. */
const splitClauses = (
  blank: string,
  { start, end }: Span,
  groups: readonly TextMark[][],
  tokenizeCached: Tokenize,
): string[] => {
  const sentence = toPlainText(blank.slice(start, end));
  if (groups.length === 1) return [sentence];
  return groups.map((group, at) => {
    const from = groups[at - 1]?.at(-1)?.end ?? start;
    const to = at === groups.length - 1 ? end : (group[0]?.start ?? end);
    const clause = toPlainText(blank.slice(from, to));
    return isEmpty(tokenizeCached(clause)) ? sentence : clause;
  });
};

const splitCells = (blank: string, { start, end }: Span): Span[] => {
  const cells: Span[] = [];
  let from = start;
  for (let at = start; at <= end; at += 1) {
    if (at < end && (blank[at] !== '|' || blank[at - 1] === '\\')) continue;
    if (at > from) cells.push({ start: from, end: at });
    from = at + 1;
  }
  return cells;
};

/** One pass over text and marks. Marks between parts belong to the part before. */
const marksIn = (marks: readonly TextMark[], part: Span, from: number): TextMark[] => {
  const found: TextMark[] = [];
  for (let at = from; at < marks.length; at += 1) {
    const mark = marks[at];
    if (!mark || mark.start >= part.end) break;
    found.push(mark);
  }
  return found;
};

const splitParts = (blank: string, block: Block): Span[] => {
  if (block.kind === 'row') return splitCells(blank, block);
  return splitSentences(blank, { start: block.start + markerLength(blank, block), end: block.end });
};

const MAX_HEAD_CHARACTERS = 200;

const startsBefore = (mark: TextMark | undefined, end: number): boolean => mark !== undefined && mark.start < end;

interface Row {
  /** The first cell: the subject of the others. */
  readonly head: string;
  /** All that it says. */
  readonly whole: string;
}

const rowOf = (blank: string, { kind }: Block, parts: readonly Span[]): Row | undefined => {
  if (kind !== 'row') return undefined;
  const [first = '', ...others] = parts.map(({ start, end }) => toPlainText(blank.slice(start, end)));
  const head = first.slice(0, MAX_HEAD_CHARACTERS);
  return { head, whole: `${head}: ${others.filter((cell) => cell !== '').join(', ')}` };
};

type ClaimText = Pick<Claim, 'text' | 'span'>;

/** A cell with a mark and nothing else refers to all of its row. */
const inRow = (cell: string, { head, whole }: Row, column: number): ClaimText => {
  const text = !hasWords(cell) ? whole : column === 0 ? cell : `${head}: ${cell}`;
  return { text, span: undefined };
};

/** Names of sources between a statement and its mark. */
const MAX_POINTERS = 3;

const states = (text: string): boolean => hasWords(text) && !isSourcePointer(toPlainText(text.slice(0, 400)));

/** Undefined where nothing is stated. */
const lastStatement = (blank: string, parts: readonly Span[], before: number): string | undefined =>
  parts
    .slice(Math.max(0, before - MAX_POINTERS), before)
    .map(({ start, end }) => blank.slice(start, end))
    .filter(hasWords)
    .map(toPlainText)
    .findLast((plain) => !isSourcePointer(plain));

const once = (read: () => string): (() => string) => {
  let text: string | undefined;
  return () => (text ??= read());
};

/** Many marks may have the same text. */
const createTokenCache = (answerLanguage: string | undefined): Tokenize => {
  const cache = new Map<string, Tokens>();
  return (text) => {
    const tokens = cache.get(text) ?? tokenize(text, detectLanguage(text) ?? answerLanguage);
    cache.set(text, tokens);
    return tokens;
  };
};

const trimSpan = (text: string, { start, end }: Span): Span => {
  const sentence = text.slice(start, end);
  const from = start + sentence.length - sentence.trimStart().length;
  return { start: from, end: from + sentence.trim().length };
};

/** What a mark in a list of sources refers to. */
const NO_CLAIM: Pick<Claim, 'text' | 'tokens' | 'span'> = {
  text: '',
  tokens: tokenize('', undefined),
  span: undefined,
};

/** A longer line before a colon says something. */
const MAX_LABEL_WORDS = 2;

/** Reads the blocks of a text in order. */
class ClaimReader {
  readonly claims: Claim[] = [];
  private readonly blank: string;
  private readonly tokenizeCached: Tokenize;
  private next = 0;
  private sentence = -1;
  /** The last sentence before a block, or all of a row; read only where a mark stands alone. */
  private previous: () => string = () => '';

  constructor(
    private readonly text: string,
    private readonly marks: readonly TextMark[],
  ) {
    this.blank = maskMarks(text, marks);
    this.tokenizeCached = createTokenCache(detectLanguage(this.blank));
  }

  read(block: Block): void {
    const { blank } = this;
    if (startsBefore(this.marks[this.next], block.end)) this.readMarked(block);
    if (!states(blank.slice(block.start, block.end))) return;
    this.previous = once(() => {
      const parts = splitParts(blank, block);
      return rowOf(blank, block, parts)?.whole ?? lastStatement(blank, parts, parts.length) ?? '';
    });
  }

  private readMarked(block: Block): void {
    const parts = splitParts(this.blank, block);
    const row = rowOf(this.blank, block, parts);
    parts.forEach((part, at) => {
      const found = marksIn(this.marks, part, this.next);
      if (found.length === 0) return;
      this.next += found.length;
      this.sentence += 1;
      const groups = groupMarks(this.blank, found);
      const previous = once(() => lastStatement(this.blank, parts, at) ?? this.previous());
      splitClauses(this.blank, part, groups, this.tokenizeCached).forEach((clause, index) =>
        this.addClaim(groups[index] ?? [], row ? inRow(clause, row, at) : this.inProse(clause, part, previous)),
      );
    });
  }

  /** A mark alone, and the name of a source, refer to what stands before. */
  private inProse(clause: string, part: Span, previous: () => string): ClaimText {
    if (this.isLabel(clause) && !isSourcePointer(clause)) return { text: '', span: undefined };
    const isOwn = !isEmpty(this.tokenizeCached(clause)) && !isSourcePointer(clause);
    return isOwn ? { text: clause, span: trimSpan(this.text, part) } : { text: previous(), span: undefined };
  }

  /** `Facts [1]:` above a list names what follows, and states nothing. */
  private isLabel(clause: string): boolean {
    if (!/[:：]$/.test(clause)) return false;
    const { words, numbers } = this.tokenizeCached(clause);
    return words.length > 0 && words.length <= MAX_LABEL_WORDS && numbers.length === 0;
  }

  private addClaim(marks: readonly TextMark[], { text, span }: ClaimText): void {
    this.claims.push({ text, tokens: this.tokenizeCached(text), marks, sentence: this.sentence, span });
  }
}

/** All claims with marks; those in lists of sources have no text. */
export const extractClaims = (text: string): Claim[] => {
  const marks = findMarks(text);
  if (marks.length === 0) return [];
  const lists = findSourceLists(text);
  const stated = maskSourceLists(text, lists);
  const isStated = ({ start, end }: TextMark): boolean => stated.slice(start, end).trim() !== '';
  const listed = marks.filter((mark) => !isStated(mark));
  const reader = new ClaimReader(stated, marks.filter(isStated));
  for (const block of parseBlocks(stated)) reader.read(block);
  return [...reader.claims, ...listed.map((mark) => ({ ...NO_CLAIM, marks: [mark], sentence: -1 }))];
};
