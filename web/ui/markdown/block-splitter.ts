import { defineElsewhere, footnoteLabel } from './footnotes.ts';

/** A part of a text that is rendered by itself. A code block has no fences. */
export interface Block {
  readonly kind: 'text' | 'code';
  readonly text: string;
  /** Of a code block; empty when none is named. */
  readonly language: string;
  /** False for the last one while more may come. */
  readonly closed: boolean;
  /** What an unfinished block needs at its end so that it can be drawn. */
  readonly closingMarkup: string;
}

/** Settled blocks come in groups that never change again, so that a long text costs a view no more than a short one. */
export interface Blocks {
  readonly groups: readonly (readonly Block[])[];
  readonly recent: readonly Block[];
  readonly open: Block | null;
  /** Link targets and footnotes that are named for the whole text, by their lower-case label. */
  readonly definitions: ReadonlyMap<string, string>;
}

interface Fence {
  readonly indent: number;
  readonly marker: string;
  readonly length: number;
}

interface OpenFence extends Fence {
  readonly language: string;
  /** Where its first line begins. */
  readonly from: number;
}

/** Blocks in a full group. */
const GROUP_SIZE = 16;
/** A list longer than this is split between items, else its end would be parsed again and again. */
const MAX_LIST_LENGTH = 2_000;
/** A paragraph longer than this is split at the end of a line or word: no parser should have to read more as one. */
const MAX_PARAGRAPH_LENGTH = 16_000;
const MAX_DEFINITIONS = 500;
const COMPARED_LENGTH = 256;
const FENCE = /^( *)(`{3,}|~{3,})/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const DEFINITION = /^ {0,3}\[([^\]^][^\]]*)\]:\s+\S+/;

const withoutTrailingNewline = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);

const parseFence = (line: string) => {
  const found = FENCE.exec(line);
  const info = line.slice(found?.[0].length);
  if (!found || info.includes('`')) return null;
  const [, indent = '', markers = ''] = found;
  return {
    indent: indent.length,
    marker: markers.slice(0, 1),
    length: markers.length,
    language: info.trim().split(/\s+/)[0] ?? '',
  };
};

const closesFence = (line: string, { marker, length }: Fence): boolean => {
  const text = line.trim();
  return text.length >= length && text === marker.repeat(text.length);
};

/** Formulas over several lines; how the line's own one ends, or null. */
const findFormulaEnd = (line: string): string | null => {
  const text = line.trim();
  if (text.startsWith('$$') && text.indexOf('$$', 2) < 0) return '$$';
  return text.startsWith('\\[') && !text.includes('\\]') ? '\\]' : null;
};

/**
 * Splits a growing text into blocks, reading each line once. Blank lines part blocks, but not inside a fence, a formula
 * or a list. Handing in a text that does not continue the last one starts over.
 */
export class BlockSplitter {
  private text = '';
  private groups: (readonly Block[])[] = [];
  private recent: readonly Block[] = [];
  private definitions: ReadonlyMap<string, string> = new Map();
  /** Where the open block begins, and up to where lines have been read. */
  private start = 0;
  private scannedTo = 0;
  private blank = false;
  /** A list or a footnote: what is indented belongs to it. */
  private list = false;
  private fence: OpenFence | null = null;
  private inner: Fence | null = null;
  private formula: string | null = null;

  update(text: string): Blocks {
    if (!this.isContinuation(text)) this.reset();
    // What was there before has no further line break: a line that grows is not searched from its start again.
    const known = this.text.length;
    this.text = text;
    const nextBreak = () => text.indexOf('\n', Math.max(known, this.scannedTo));
    for (let end = nextBreak(); end >= 0; end = nextBreak()) {
      this.line(text.slice(this.scannedTo, end), end + 1);
      this.scannedTo = end + 1;
      if (this.scannedTo - this.start > MAX_PARAGRAPH_LENGTH) this.split(this.scannedTo);
    }
    if (text.length - this.start > 2 * MAX_PARAGRAPH_LENGTH) this.splitLongLine();
    // The block before a new line is closed as soon as the kind of that line is known.
    const lineStart = text.slice(this.scannedTo, this.scannedTo + 12);
    if (this.blank && this.startsBlock(lineStart) && (lineStart.trim().length > 3 || !this.list))
      this.closeBlock(this.scannedTo);
    return { groups: this.groups, recent: this.recent, open: this.open(), definitions: this.definitions };
  }

  private isContinuation(text: string): boolean {
    const from = Math.max(0, this.text.length - COMPARED_LENGTH);
    return text.length >= this.text.length && text.startsWith(this.text.slice(from), from);
  }

  private reset(): void {
    this.text = '';
    this.groups = [];
    this.recent = [];
    this.definitions = new Map();
    this.scannedTo = 0;
    this.fence = null;
    this.startBlock(0);
  }

  private startBlock(at: number): void {
    this.start = at;
    this.blank = false;
    this.list = false;
    this.inner = null;
    this.formula = null;
  }

  private line(line: string, next: number): void {
    if (this.fence) {
      if (!closesFence(line, this.fence)) return;
      this.push({
        kind: 'code',
        text: withoutTrailingNewline(this.text.slice(this.fence.from, this.scannedTo)),
        language: this.fence.language,
        closed: true,
        closingMarkup: '',
      });
      this.fence = null;
      this.startBlock(next);
    } else if (this.inner) {
      if (closesFence(line, this.inner)) this.inner = null;
    } else if (this.formula) {
      if (line.includes(this.formula)) this.formula = null;
    } else if (line.trim() === '') {
      this.blank = true;
    } else this.addTextLine(line, next);
  }

  private addTextLine(line: string, next: number): void {
    const fence = parseFence(line);
    if (fence && fence.indent <= (this.list ? 0 : 3)) {
      this.closeBlock(this.scannedTo);
      this.fence = { ...fence, from: next };
      return;
    }
    if (this.startsBlock(line)) this.closeBlock(this.scannedTo);
    const note = footnoteLabel(line);
    this.list ||= note !== null || ITEM.test(line);
    this.blank = false;
    this.inner = fence;
    this.formula = findFormulaEnd(line);
    if (note !== null) this.define(note, defineElsewhere(note));
    const definition = DEFINITION.exec(line);
    if (definition) this.define(definition[1] ?? '', line);
  }

  private define(label: string, line: string): void {
    if (this.definitions.size < MAX_DEFINITIONS)
      this.definitions = new Map(this.definitions).set(label.toLowerCase(), line);
  }

  /** Whether a line begins a new block rather than continuing the open one. */
  private startsBlock(line: string): boolean {
    if (this.fence || this.inner || this.formula || line.trim() === '') return false;
    if (!this.list) return this.blank;
    if (ITEM.test(line) && !line.startsWith(' ')) return this.scannedTo - this.start > MAX_LIST_LENGTH;
    return this.blank && !/^\s/.test(line);
  }

  /** Ends the open paragraph here, unless it is something that has to stay whole. */
  private split(end: number): void {
    if (this.fence || this.inner || this.formula || this.text.startsWith('|', this.start)) return;
    this.closeBlock(end);
  }

  /** The same within a line that does not end. */
  private splitLongLine(): void {
    while (this.text.length - this.start > 2 * MAX_PARAGRAPH_LENGTH) {
      const blank = this.text.lastIndexOf(' ', this.start + MAX_PARAGRAPH_LENGTH) + 1;
      const from = this.start;
      this.split(blank > from ? blank : from + MAX_PARAGRAPH_LENGTH);
      if (this.start === from) return;
      this.scannedTo = this.start;
    }
  }

  private closeBlock(end: number): void {
    const text = this.text.slice(this.start, end).trimEnd();
    if (text.trim() !== '') this.push({ kind: 'text', text, language: '', closed: true, closingMarkup: '' });
    this.startBlock(end);
  }

  private push(block: Block): void {
    this.recent = [...this.recent, block];
    if (this.recent.length < GROUP_SIZE) return;
    this.groups = [...this.groups, this.recent];
    this.recent = [];
  }

  private open(): Block | null {
    if (this.fence) return this.openCodeBlock(this.fence);
    const text = this.text.slice(this.start, this.isUndecided() ? this.scannedTo : undefined);
    if (text.trim() === '') return null;
    return {
      kind: 'text',
      text,
      language: '',
      closed: false,
      closingMarkup: this.inner
        ? `\n${' '.repeat(this.inner.indent)}${this.inner.marker.repeat(this.inner.length)}`
        : '',
    };
  }

  /** Whether the kind of the line being typed is still open. Rendered too early, it would jump. */
  private isUndecided(): boolean {
    // A line that grows is not read again from its start for ever: no fence has so long a name.
    if (this.inner || this.formula || this.text.length - this.scannedTo > COMPARED_LENGTH) return false;
    const lineStart = this.text.slice(this.scannedTo).trim();
    return /^(?:`{1,2}|`{3,}[^`]*|~.*)$/.test(lineStart) || (this.blank && this.list && lineStart.length <= 3);
  }

  /** Signs of the closing fence that have come already are not code. */
  private openCodeBlock({ marker, language, from }: OpenFence): Block {
    const text = this.text.slice(from);
    const end = this.scannedTo - from;
    const last = text.length - end < COMPARED_LENGTH ? text.slice(end).trim() : '';
    const isClosingFence = last !== '' && last === marker.repeat(last.length);
    return {
      kind: 'code',
      text: withoutTrailingNewline(isClosingFence ? text.slice(0, end) : text),
      language,
      closed: false,
      closingMarkup: '',
    };
  }
}
