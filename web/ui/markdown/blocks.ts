/** A piece of a text that can be drawn by itself. A code block holds its code alone, without the fences. */
export interface Block {
  readonly kind: 'text' | 'code';
  readonly text: string;
  /** Of a code block; empty when none is named. */
  readonly language: string;
  /** False for the last one while more may come. */
  readonly closed: boolean;
  /** What an unfinished block needs at its end so that it can be drawn. */
  readonly missing: string;
}

/** Settled blocks come in groups that never change again, so that a long text costs a view no more than a short one. */
export interface Blocks {
  readonly groups: readonly (readonly Block[])[];
  readonly recent: readonly Block[];
  readonly open: Block | null;
  /** Link targets named once for the whole text, by their lower-case label. */
  readonly definitions: ReadonlyMap<string, string>;
}

interface Fence {
  readonly indent: number;
  readonly mark: string;
  readonly length: number;
}

/** Blocks in a full group. */
const GROUP = 16;
/** A list longer than this is split between items, else its end would be parsed again and again. */
const LONG_LIST = 2_000;
/** A paragraph longer than this is split at the end of a line or word: no parser should have to read more as one. */
const LONGEST = 16_000;
const MOST_DEFINITIONS = 500;
const COMPARED = 256;
const FENCE = /^( *)(`{3,}|~{3,})/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const DEFINITION = /^ {0,3}\[([^\]^][^\]]*)\]:\s+\S+/;

const withoutLastEnd = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);

const fenceIn = (line: string) => {
  const found = FENCE.exec(line);
  const info = line.slice(found?.[0].length);
  if (!found || info.includes('`')) return null;
  const [, indent = '', marks = ''] = found;
  return {
    indent: indent.length,
    mark: marks.slice(0, 1),
    length: marks.length,
    language: info.trim().split(/\s+/)[0] ?? '',
  };
};

const closes = (line: string, { mark, length }: Fence): boolean => {
  const text = line.trim();
  return text.length >= length && text === mark.repeat(text.length);
};

/** Formulas over several lines; how the line's own one ends, or null. */
const opensFormula = (line: string): string | null => {
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
  private read = 0;
  private blank = false;
  private list = false;
  private fence: (Fence & { readonly language: string; readonly from: number }) | null = null;
  private inner: Fence | null = null;
  private formula: string | null = null;

  update(text: string): Blocks {
    if (!this.continues(text)) this.reset();
    this.text = text;
    for (let end = text.indexOf('\n', this.read); end >= 0; end = text.indexOf('\n', this.read)) {
      this.line(text.slice(this.read, end), end + 1);
      this.read = end + 1;
      if (this.read - this.start > LONGEST) this.split(this.read);
    }
    if (text.length - this.start > 2 * LONGEST) this.splitWords();
    // A paragraph is one long line: the block before it is settled as soon as its beginning tells what it is.
    const begun = text.slice(this.read, this.read + 12);
    if (this.blank && this.parts(begun) && (begun.trim().length > 3 || !this.list)) this.settle(this.read);
    return { groups: this.groups, recent: this.recent, open: this.open(), definitions: this.definitions };
  }

  private continues(text: string): boolean {
    const from = Math.max(0, this.text.length - COMPARED);
    return text.length >= this.text.length && text.startsWith(this.text.slice(from), from);
  }

  private reset(): void {
    this.groups = [];
    this.recent = [];
    this.definitions = new Map();
    this.read = 0;
    this.fence = null;
    this.begin(0);
  }

  private begin(at: number): void {
    this.start = at;
    this.blank = false;
    this.list = false;
    this.inner = null;
    this.formula = null;
  }

  private line(line: string, next: number): void {
    if (this.fence) {
      if (!closes(line, this.fence)) return;
      this.push({
        kind: 'code',
        text: withoutLastEnd(this.text.slice(this.fence.from, this.read)),
        language: this.fence.language,
        closed: true,
        missing: '',
      });
      this.fence = null;
      this.begin(next);
    } else if (this.inner) {
      if (closes(line, this.inner)) this.inner = null;
    } else if (this.formula) {
      if (line.includes(this.formula)) this.formula = null;
    } else if (line.trim() === '') {
      this.blank = true;
    } else this.words(line, next);
  }

  private words(line: string, next: number): void {
    const fence = fenceIn(line);
    if (fence && fence.indent <= (this.list ? 0 : 3)) {
      this.settle(this.read);
      this.fence = { ...fence, from: next };
      return;
    }
    if (this.parts(line)) this.settle(this.read);
    this.list ||= ITEM.test(line);
    this.blank = false;
    this.inner = fence;
    this.formula = opensFormula(line);
    const definition = DEFINITION.exec(line);
    if (definition && this.definitions.size < MOST_DEFINITIONS)
      this.definitions = new Map(this.definitions).set((definition[1] ?? '').toLowerCase(), line);
  }

  /** Whether a line begins a new block rather than continuing the open one. */
  private parts(line: string): boolean {
    if (this.fence || this.inner || this.formula || line.trim() === '') return false;
    if (!this.list) return this.blank;
    if (ITEM.test(line) && !line.startsWith(' ')) return this.read - this.start > LONG_LIST;
    return this.blank && !/^\s/.test(line);
  }

  /** Ends the open paragraph here, unless it is something that has to stay whole. */
  private split(end: number): void {
    if (this.fence || this.inner || this.formula || this.text.startsWith('|', this.start)) return;
    this.settle(end);
  }

  /** The same within a line that does not end. */
  private splitWords(): void {
    while (this.text.length - this.start > 2 * LONGEST) {
      const blank = this.text.lastIndexOf(' ', this.start + LONGEST) + 1;
      const from = this.start;
      this.split(blank > from ? blank : from + LONGEST);
      if (this.start === from) return;
      this.read = this.start;
    }
  }

  private settle(end: number): void {
    const text = this.text.slice(this.start, end).trimEnd();
    if (text.trim() !== '') this.push({ kind: 'text', text, language: '', closed: true, missing: '' });
    this.begin(end);
  }

  private push(block: Block): void {
    this.recent = [...this.recent, block];
    if (this.recent.length < GROUP) return;
    this.groups = [...this.groups, this.recent];
    this.recent = [];
  }

  private open(): Block | null {
    if (this.fence) return this.openCode(this.fence, this.text.slice(this.fence.from));
    const text = this.text.slice(this.start, this.untold() ? this.read : undefined);
    if (text.trim() === '') return null;
    return {
      kind: 'text',
      text,
      language: '',
      closed: false,
      missing: this.inner ? `\n${' '.repeat(this.inner.indent)}${this.inner.mark.repeat(this.inner.length)}` : '',
    };
  }

  /** Whether the line being typed does not yet tell what it is: drawn too early it would jump to another place. */
  private untold(): boolean {
    const begun = this.text.slice(this.read).trim();
    if (this.inner || this.formula) return false;
    return /^(?:`{1,2}|`{3,}[^`]*|~.*)$/.test(begun) || (this.blank && this.list && begun.length <= 3);
  }

  /** Signs of the closing fence that have come already are not code. */
  private openCode({ mark, language }: Fence & { readonly language: string }, text: string): Block {
    const end = text.lastIndexOf('\n') + 1;
    const last = text.slice(end).trim();
    const closing = last !== '' && last.length < COMPARED && last === mark.repeat(last.length);
    return {
      kind: 'code',
      text: withoutLastEnd(closing ? text.slice(0, end) : text),
      language,
      closed: false,
      missing: '',
    };
  }
}
