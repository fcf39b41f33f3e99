import type { ReadDocument, TextBlock } from '../files/ports.ts';
import type { Chunk } from './chunk.ts';

/** Characters that a chunk aims at, and those that it never exceeds. */
const TARGET = 900;
const MOST = 1350;
/** Characters of the passage before that a part of long prose repeats. */
const OVERLAP = 150;
/** Headings deeper than this stand beside one another. */
const DEEPEST = 9;
/** A heading path is cut to this. */
const HEADING = 300;

type Piece = Omit<Chunk, 'ordinal'>;

/** What is being gathered into one chunk. */
interface Open {
  readonly kind: Chunk['kind'];
  readonly page: number | null;
  readonly heading: string;
  readonly texts: string[];
  size: number;
}

/**
 * The chunks of a document in reading order. A chunk never crosses a heading, a page, or the border between prose and
 * code or tables; short neighbours are put together, and only long prose is cut with an overlap. Every character of the
 * document is in some chunk, headings in those below them.
 */
export const chunksOf = (document: ReadDocument): Chunk[] => {
  const gathered = new Gathering();
  for (const block of document.blocks) if (block.text.trim() !== '') gathered.take(block);
  return gathered.end().map((piece, ordinal) => ({ ordinal, ...piece }));
};

class Gathering {
  private readonly pieces: Piece[] = [];
  private readonly path = new HeadingPath();
  private open: Open | undefined;

  take(block: TextBlock): void {
    if (block.kind === 'heading') {
      this.close();
      this.pieces.push(...this.path.enter(block));
      return;
    }
    this.path.used();
    const { kind, page, text } = block;
    const heading = this.path.text;
    if (!this.open || !belongs(this.open, { kind, page, heading }) || this.open.size + text.length > TARGET)
      this.close();
    this.open ??= { kind, page, heading, texts: [], size: 0 };
    this.open.texts.push(text);
    this.open.size += text.length + 2;
  }

  end(): readonly Piece[] {
    this.close();
    this.pieces.push(...this.path.leave());
    return this.pieces;
  }

  private close(): void {
    if (this.open) this.pieces.push(...cutOf(this.open));
    this.open = undefined;
  }
}

type Where = Pick<Open, 'kind' | 'page' | 'heading'>;

const belongs = (open: Where, next: Where): boolean =>
  open.kind === next.kind && open.page === next.page && open.heading === next.heading;

/** The headings that stand above the place that is being read. */
class HeadingPath {
  private above: { readonly level: number; readonly text: string }[] = [];
  /** The newest heading, while nothing stands below it. */
  private bare: TextBlock | undefined;

  get text(): string {
    return this.above
      .map(({ text }) => text)
      .join(' › ')
      .slice(0, HEADING);
  }

  /** Answers the heading before as a chunk of its own when nothing stood below it: its words must be found too. */
  enter(block: TextBlock): Piece[] {
    const level = levelOf(block);
    const deeper = this.bare !== undefined && level > levelOf(this.bare);
    const orphan = deeper ? [] : this.leave();
    this.above = [
      ...this.above.filter((known) => known.level < level),
      { level, text: oneLine(block.text).slice(0, HEADING) },
    ];
    this.bare = block;
    return orphan;
  }

  used(): void {
    this.bare = undefined;
  }

  leave(): Piece[] {
    if (!this.bare) return [];
    const heading = this.above
      .slice(0, -1)
      .map(({ text }) => text)
      .join(' › ')
      .slice(0, HEADING);
    const orphan: Piece = { kind: 'text', page: this.bare.page, heading, text: this.bare.text.trim().slice(0, MOST) };
    this.bare = undefined;
    return [orphan];
  }
}

const levelOf = ({ level }: TextBlock): number => Math.min(level || 1, DEEPEST);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const cutOf = ({ kind, page, heading, texts }: Open): Piece[] => {
  const whole = texts.join(kind === 'code' ? '\n' : '\n\n');
  const parts = kind === 'text' ? proseParts(whole) : lineParts(whole, kind === 'table');
  return parts.map((text) => ({ kind, page, heading, text }));
};

/** Cut at the end of a paragraph, sentence or word, whichever comes first near the target. */
const proseParts = (text: string): string[] => {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const rest = text.length - from;
    const to = rest <= MOST ? text.length : cutAt(text, from);
    const part = text.slice(from, to).trim();
    if (part !== '') parts.push(part);
    if (to >= text.length) break;
    from = Math.max(overlapFrom(text, from, to), from + 1);
  }
  return parts;
};

const ENDS = [/\n[^\S\n]*\n/g, /[.!?…]["'”’»)\]]*\s|[。！？]/g, /\s/g];

const cutAt = (text: string, from: number): number => {
  const least = Math.floor(TARGET * 0.6);
  const span = text.slice(from + least, from + TARGET);
  for (const end of ENDS) {
    const last = [...span.matchAll(end)].at(-1);
    if (last) return from + least + last.index + last[0].length;
  }
  return whole(text, from + TARGET);
};

/** Where the next part begins: a word's beginning, some way back. */
const overlapFrom = (text: string, from: number, to: number): number => {
  const back = Math.max(from, to - OVERLAP);
  const blank = text.slice(back, to).search(/\s/);
  return blank < 0 ? to : back + blank + 1;
};

/** Never between the halves of one character. */
const whole = (text: string, at: number): number => (/[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at);

/** Lines put together up to the target. A table's first line names its columns and is repeated in each part. */
const lineParts = (text: string, isTable: boolean): string[] => {
  const lines = text.split('\n').flatMap(shortLines);
  const head = isTable ? headOf(lines) : '';
  const parts: string[] = [];
  let part = '';
  for (const line of lines) {
    const full = part.length + line.length > TARGET;
    if (full) parts.push(part.trimEnd());
    part = `${full ? head : part}${line}\n`;
  }
  return [...parts, part.trimEnd()].filter((each) => each.trim() !== '');
};

const headOf = ([first = '', ...others]: readonly string[]): string =>
  others.length > 0 && first.length < TARGET / 3 ? `${first}\n` : '';

/** A line of any length, such as minified code, in lengths that fit. */
const shortLines = (line: string): string[] => {
  if (line.length <= TARGET) return [line];
  const pieces: string[] = [];
  for (let from = 0; from < line.length;) {
    const to = whole(line, Math.min(line.length, from + TARGET));
    pieces.push(line.slice(from, to));
    from = to;
  }
  return pieces;
};
