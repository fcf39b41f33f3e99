const FENCE_START = /^ {0,3}(?:`{3,}|~{3,})/;

interface OpenFence {
  readonly marks: string;
  readonly language: string;
}

/** The fence of a line and what stands behind it; undefined for a line without. */
const readFence = (line: string): { readonly marks: string; readonly info: string } | undefined => {
  const start = FENCE_START.exec(line)?.[0];
  return start === undefined ? undefined : { marks: start.trimStart(), info: line.slice(start.length).trim() };
};

const openFence = (line: string): OpenFence | null => {
  const fence = readFence(line);
  if (!fence || fence.info.includes('`')) return null;
  return { marks: fence.marks, language: fence.info.split(/\s/, 1)[0] ?? '' };
};

const closes = (line: string, { marks }: OpenFence): boolean => {
  const fence = readFence(line);
  return fence?.info === '' && fence.marks.startsWith(marks);
};

/** What a line of a Markdown text is to its blocks of code. */
export type LineRole =
  | { readonly role: 'text' | 'code' | 'end' }
  | { readonly role: 'begin'; readonly language: string };

/** Finds the blocks of code of a Markdown text, line by line. */
export class FenceScanner {
  #open: OpenFence | null = null;

  readLine(line: string): LineRole {
    if (this.#open === null) {
      this.#open = openFence(line);
      return this.#open ? { role: 'begin', language: this.#open.language } : { role: 'text' };
    }
    if (!closes(line, this.#open)) return { role: 'code' };
    this.#open = null;
    return { role: 'end' };
  }
}
