import type { TextBlock } from '../../domain/files/ports/documents.ts';
import { parseCode } from './parse-text.ts';

/** A file with longer lines is laid out anew, so that passages of it can be told apart. */
const MAX_LINE_LENGTH = 1000;
/** Deeper parts are not indented further: indentation must not grow with the square of the depth. */
const MAX_INDENT = 12;

const hasLongLine = (text: string): boolean => {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    if (to - from > MAX_LINE_LENGTH) return true;
    from = to + 1;
  }
  return false;
};

/** Puts each value of JSON on a line of its own, sign by sign; what is no JSON is laid out the same way. */
class JsonLayout {
  private depth = 0;
  private isString = false;
  /** Where an escaped sign stands. */
  private escapedAt = -1;

  /** What stands for a sign of the syntax. */
  place(sign: string, at: number): string {
    if (this.isString) return this.placeInString(sign, at);
    if (sign === '"') this.isString = true;
    if (sign === ',') return `,${this.newLine(0)}`;
    if (sign === '{' || sign === '[') return `${sign}${this.newLine(1)}`;
    return sign === '}' || sign === ']' ? `${this.newLine(-1)}${sign}` : sign;
  }

  private placeInString(sign: string, at: number): string {
    if (at === this.escapedAt) return sign;
    if (sign === '\\') this.escapedAt = at + 1;
    if (sign === '"') this.isString = false;
    return sign;
  }

  private newLine(deeper: number): string {
    this.depth = Math.max(0, this.depth + deeper);
    return `\n${'  '.repeat(Math.min(this.depth, MAX_INDENT))}`;
  }
}

const layOutJson = (json: string): string => {
  const layout = new JsonLayout();
  return json.replace(/["\\{}[\],]/g, (sign, at: number) => layout.place(sign, at));
};

/** A line per element. */
const layOutXml = (xml: string): string => xml.replaceAll('><', '>\n<');

/** JSON and XML as they are written; what stands in very long lines is laid out. */
export const parseData = (text: string): TextBlock[] => {
  if (!hasLongLine(text)) return parseCode(text);
  return parseCode(text.trimStart().startsWith('<') ? layOutXml(text) : layOutJson(text));
};
