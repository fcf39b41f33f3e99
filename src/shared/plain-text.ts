const FENCE = /^ {0,3}(?:[-*+] {1,3}|\d{1,3}[.)] {1,3})?(`{3,}|~{3,})/;
const DELIMITER_ROW = /^[ |:-]{3,}$/;
const RULE = /^ {0,3}([-*_])(?: ?\1){2,} *$/;
const DEFINITION = /^ {0,3}\[[^\][]{1,200}\]: *\S/;
/** Quotes, headings, list items and task boxes, before the text of a line. */
const LINE_MARKS = /^(?: {0,12}(?:>|#{1,6}(?= )|[-*+](?= )|\d{1,3}[.)](?= ))){0,6} *(?:\[[ xX]\] )?/;

const ESCAPED = /\\([!-/:-@[-`{-~])/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** Emphasis within emphasis is no deeper than this. */
const PASSES = 2;
const EMPHASIS = /(\*{1,3}|~~)(?=[^\s*~])([^*~\n]{0,500}[^\s*~])\1/g;
const UNDERLINES = /(?<![\p{L}\p{N}_])(_{1,3})(?=[^\s_])([^_\n]{0,500}[^\s_])\1(?![\p{L}\p{N}_])/gu;

const withoutEmphasis = (text: string): string => {
  let plain = text;
  for (let pass = 0; pass < PASSES; pass += 1) plain = plain.replace(EMPHASIS, '$2').replace(UNDERLINES, '$2');
  return plain;
};

const LINK =
  /!?\[(?!\d{1,3}\])([^\][\n]{0,300})\](?:\([^()\s]{0,500}(?:\([^()\s]{0,100}\))?(?: "[^"\n]{0,200}")?\)|\[[^\][\n]{0,100}\])/g;
const CITATION = /(?:\[\d{1,3}\]|【\d{1,3}】)(?![(:])/g;
const AUTO_LINK = /<(https?:\/\/[^\s<>]{1,500})>/g;

const withoutLinks = (text: string): string => text.replace(LINK, '$1').replace(CITATION, '').replace(AUTO_LINK, '$1');

const CODE_OR_FORMULA = /(`{1,2})([^`\n]{1,500})\1|\$\$?([^$\n]{1,500})\$\$?/g;

const decode = (text: string): string =>
  text.replace(ESCAPED, '$1').replace(/&(amp|lt|gt|quot|nbsp);/g, (whole, name: string) => ENTITIES[name] ?? whole);

const plainWords = (text: string): string => decode(withoutEmphasis(withoutLinks(text)));

/** The text of a line without its marks: code and formulas as they are written, all else as it is read. */
const plainInline = (line: string): string => {
  let plain = '';
  let from = 0;
  for (const match of line.matchAll(CODE_OR_FORMULA)) {
    plain += `${line.slice(from, match.index)}\u0001${match[2] ?? match[3] ?? ''}\u0001`;
    from = match.index + match[0].length;
  }
  const [first = '', ...rest] = (plain + line.slice(from)).split('\u0001');
  // Emphasis may span a piece of code, so the words are treated as one text with a place for each piece.
  const codes = rest.filter((_, at) => at % 2 === 0);
  const words = [first, ...rest.filter((_, at) => at % 2 === 1)].join('\u0001');
  let at = 0;
  return plainWords(words).replaceAll('\u0001', () => codes[at++] ?? '');
};

const isTableRow = (line: string): boolean => line.trimStart().startsWith('|');

const cellsOf = (line: string): string =>
  line
    .split('|')
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ');

/** One line of Markdown as it is read; null for a line that is only a mark. */
export const plainLine = (line: string): string | null => {
  if (RULE.test(line) || DEFINITION.test(line) || (line.includes('-') && DELIMITER_ROW.test(line))) return null;
  const text = line.replace(LINE_MARKS, '');
  return plainInline(isTableRow(text) ? cellsOf(text) : text);
};

/** Follows the lines of a text: which are code, and where a block of code begins and ends. */
export class FenceTracker {
  private fence: string | null = null;

  get isOpen(): boolean {
    return this.fence !== null;
  }

  /** What a line is: text, code, or the mark that begins or ends code. */
  next(line: string): 'text' | 'code' | 'mark' {
    const [, mark] = FENCE.exec(line) ?? [];
    if (this.fence === null) {
      if (mark === undefined) return 'text';
      this.fence = mark;
      return 'mark';
    }
    const isEnd = mark?.startsWith(this.fence) === true && line.trim() === mark;
    if (isEnd) this.fence = null;
    return isEnd ? 'mark' : 'code';
  }
}

/** Markdown as the text that is read on the page, a line for a line. */
export const toPlainText = (markdown: string): string => {
  const fences = new FenceTracker();
  return markdown
    .split('\n')
    .flatMap((line) => {
      const kind = fences.next(line);
      if (kind === 'mark') return [];
      return kind === 'code' ? [line] : (plainLine(line) ?? []);
    })
    .join('\n');
};
