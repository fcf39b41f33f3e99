import { FenceTracker, plainLine } from '../../../../src/shared/plain-text.ts';

const SENTENCE_END = /[.!?…。！？]["'”’)\]]{0,3}\s/g;
/** What may be half of a link, of emphasis, of a formula, of code or of a cell. */
const MARKS = /[[\]`$|<*_~\\#]|^\s*(?:[-+>]|\d+[.)]) /;

/** How much of a line is whole sentences without any mark. */
const findSentenceEnd = (line: string): number => {
  const end = [...line.matchAll(SENTENCE_END)].at(-1);
  const length = end ? end.index + end[0].length : 0;
  return MARKS.test(line.slice(0, length)) ? 0 : length;
};

/**
 * Reads a growing Markdown text out by whole sentences and lines, as it stands on the page: no
 * marks, and code by its size.
 */
export class SpokenText {
  private done = 0;
  private codeLines = 0;
  private readonly fences = new FenceTracker();

  constructor(private readonly describeCode: (lines: number) => string) {}

  /** What can be read out now and was not before. Of a text that is whole that is the rest. */
  next(text: string, whole: boolean): string {
    const parts: string[] = [];
    for (let end = text.indexOf('\n', this.done); end >= 0; end = text.indexOf('\n', this.done)) {
      parts.push(this.speakLine(text.slice(this.done, end)));
      this.done = end + 1;
    }
    const rest = text.slice(this.done);
    if (whole) parts.push(rest === '' ? '' : this.speakLine(rest), this.endCode());
    const end = whole || this.fences.isOpen ? 0 : findSentenceEnd(rest);
    parts.push(rest.slice(0, end));
    this.done += whole ? rest.length : end;
    return parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(' ');
  }

  private speakLine(line: string): string {
    const kind = this.fences.next(line);
    if (kind === 'text') return plainLine(line) ?? '';
    if (kind === 'code') this.codeLines += 1;
    return kind === 'mark' && !this.fences.isOpen ? this.describe() : '';
  }

  private endCode(): string {
    return this.fences.isOpen && this.codeLines > 0 ? this.describe() : '';
  }

  private describe(): string {
    const lines = this.codeLines;
    this.codeLines = 0;
    return this.describeCode(lines);
  }
}
