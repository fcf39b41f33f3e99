import type { ParsedDocument, TextBlock } from '../files/ports/documents.ts';
import type { Chunk } from './chunk.ts';
import { splitTable } from './split-table.ts';

/** Characters: target and maximum of a chunk. */
const TARGET_LENGTH = 900;
const MAX_LENGTH = 1350;
/** Overlap of consecutive chunks of long prose. */
const OVERLAP_LENGTH = 150;
/** Deeper headings count as this level. */
const MAX_HEADING_LEVEL = 9;
/** Longer heading paths are cut. */
const MAX_HEADING_LENGTH = 300;

type ChunkDraft = Omit<Chunk, 'ordinal'>;

interface OpenChunk {
  readonly kind: Chunk['kind'];
  readonly page: number | null;
  readonly heading: string;
  readonly texts: string[];
  size: number;
}

/**
 * Splits a document into chunks in reading order. A chunk never crosses a heading, a page, or a border between prose,
 * code and tables; short neighbours are merged, and only long prose is split with an overlap. Every character is in
 * some chunk, headings in those below them.
 */
export const chunkDocument = (document: ParsedDocument): Chunk[] => {
  const builder = new ChunkBuilder();
  for (const block of document.blocks) if (block.text.trim() !== '') builder.add(block);
  return builder.finish().map((chunk, ordinal) => ({ ordinal, ...chunk }));
};

class ChunkBuilder {
  private readonly chunks: ChunkDraft[] = [];
  private readonly path = new HeadingPath();
  private open: OpenChunk | undefined;

  add(block: TextBlock): void {
    if (block.kind === 'heading') {
      this.close();
      this.chunks.push(...this.path.push(block));
      return;
    }
    this.path.markUsed();
    const { kind, page, text } = block;
    const heading = this.path.text;
    if (
      !this.open ||
      !hasSameContext(this.open, { kind, page, heading }) ||
      this.open.size + text.length > TARGET_LENGTH
    )
      this.close();
    this.open ??= { kind, page, heading, texts: [], size: 0 };
    this.open.texts.push(text);
    this.open.size += text.length + 2;
  }

  finish(): readonly ChunkDraft[] {
    this.close();
    this.chunks.push(...this.path.flush());
    return this.chunks;
  }

  private close(): void {
    if (this.open) this.chunks.push(...splitChunk(this.open));
    this.open = undefined;
  }
}

type ChunkContext = Pick<OpenChunk, 'kind' | 'page' | 'heading'>;

const hasSameContext = (open: ChunkContext, next: ChunkContext): boolean =>
  open.kind === next.kind && open.page === next.page && open.heading === next.heading;

/** The headings above the current block. */
class HeadingPath {
  private above: { readonly level: number; readonly text: string }[] = [];
  /** The newest heading without content so far. */
  private pendingHeading: TextBlock | undefined;

  get text(): string {
    return this.above
      .map(({ text }) => text)
      .join(' › ')
      .slice(0, MAX_HEADING_LENGTH);
  }

  /** Returns the previous heading as a chunk when it had no content, so that it can be found. */
  push(block: TextBlock): ChunkDraft[] {
    const level = getLevel(block);
    const deeper = this.pendingHeading !== undefined && level > getLevel(this.pendingHeading);
    const orphan = deeper ? [] : this.flush();
    this.above = [
      ...this.above.filter((entry) => entry.level < level),
      { level, text: collapseWhitespace(block.text).slice(0, MAX_HEADING_LENGTH) },
    ];
    this.pendingHeading = block;
    return orphan;
  }

  markUsed(): void {
    this.pendingHeading = undefined;
  }

  flush(): ChunkDraft[] {
    if (!this.pendingHeading) return [];
    const heading = this.above
      .slice(0, -1)
      .map(({ text }) => text)
      .join(' › ')
      .slice(0, MAX_HEADING_LENGTH);
    const orphan: ChunkDraft = {
      kind: 'text',
      page: this.pendingHeading.page,
      heading,
      text: this.pendingHeading.text.trim().slice(0, MAX_LENGTH),
    };
    this.pendingHeading = undefined;
    return [orphan];
  }
}

const getLevel = ({ level }: TextBlock): number => Math.min(level || 1, MAX_HEADING_LEVEL);

const collapseWhitespace = (text: string): string => text.replace(/\s+/g, ' ').trim();

const splitChunk = ({ kind, page, heading, texts }: OpenChunk): ChunkDraft[] => {
  const whole = texts.join(kind === 'code' ? '\n' : '\n\n');
  return SPLITTERS[kind](whole).map((text) => ({ kind, page, heading, text }));
};

/** Split after a paragraph, sentence or word near the target. */
const splitProse = (text: string): string[] => {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const rest = text.length - from;
    const to = rest <= MAX_LENGTH ? text.length : findBreak(text, from);
    const part = text.slice(from, to).trim();
    if (part !== '') parts.push(part);
    if (to >= text.length) break;
    from = Math.max(findOverlapStart(text, from, to), from + 1);
  }
  return parts;
};

const BREAK_PATTERNS = [/\n[^\S\n]*\n/g, /[.!?…]["'”’»)\]]*\s|[。！？]/g, /\s/g];

const findBreak = (text: string, from: number): number => {
  const minLength = Math.floor(TARGET_LENGTH * 0.6);
  const span = text.slice(from + minLength, from + TARGET_LENGTH);
  for (const end of BREAK_PATTERNS) {
    const last = [...span.matchAll(end)].at(-1);
    if (last) return from + minLength + last.index + last[0].length;
  }
  return avoidSurrogateSplit(text, from + TARGET_LENGTH);
};

/** The start of a word before the split. */
const findOverlapStart = (text: string, from: number, to: number): number => {
  const back = Math.max(from, to - OVERLAP_LENGTH);
  const blank = text.slice(back, to).search(/\s/);
  return blank < 0 ? to : back + blank + 1;
};

/** Never between surrogates. */
const avoidSurrogateSplit = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;

/** Lines merged up to the target. */
const splitLines = (text: string): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const line of text.split('\n').flatMap(splitLongLine)) {
    const full = part.length + line.length > TARGET_LENGTH;
    if (full) parts.push(part.trimEnd());
    part = `${full ? '' : part}${line}\n`;
  }
  return [...parts, part.trimEnd()].filter((each) => each.trim() !== '');
};

/** Splits long lines, such as minified code. */
const splitLongLine = (line: string): string[] => {
  if (line.length <= TARGET_LENGTH) return [line];
  const chunks: string[] = [];
  for (let from = 0; from < line.length;) {
    const to = avoidSurrogateSplit(line, Math.min(line.length, from + TARGET_LENGTH));
    chunks.push(line.slice(from, to));
    from = to;
  }
  return chunks;
};

const SPLITTERS: Readonly<Record<Chunk['kind'], (text: string) => readonly string[]>> = {
  text: splitProse,
  code: splitLines,
  table: (text) => (text.length <= TARGET_LENGTH ? [text] : splitTable(text, TARGET_LENGTH).flatMap(splitLongLine)),
};
