/*
 * How much Markdown is drawn as such. A parser takes the square of the signs of one paragraph and goes as deep as quotes
 * and lists do, so beyond these limits a block is shown as the plain text that it is. People and models stay far below.
 */

/** Characters of one block; a paragraph is cut long before (see BlockSplitter). */
export const LONGEST_BLOCK = 60_000;
/** Signs of one paragraph that may open or close something. */
const MOST_SIGNS = 1200;
/** Quotes and lists within each other. */
const DEEPEST = 24;
/** Blanks by which one list is set off from another. */
const INDENT = 4;

const SIGN = /[*_~`[\]<&@!\\]/g;
/** What the line of a list or quote begins with, piece by piece. */
const PREFIX = /[ \t]|>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)/y;
/** The line that parts the head of a table from its rows. */
const RULE = /^[\s>:|-]*$/;
const ITEM = /^( *)(?:([-*+]|1[.)])|\d{1,9}[.)])( +|$)/;
const FENCE = /^( *)(`{3,}|~{3,})/;

/** How deep a line stands in quotes and lists, at the most; blanks count only before such a sign. */
const depthOf = (line: string): number => {
  let [depth, blanks, blanksBefore] = [0, 0, 0];
  PREFIX.lastIndex = 0;
  for (let found = PREFIX.exec(line); found && depth <= DEEPEST; found = PREFIX.exec(line)) {
    if (found[0] === ' ' || found[0] === '\t') blanks += 1;
    else {
      depth += 1;
      blanksBefore = blanks;
    }
  }
  return depth + Math.floor(blanksBefore / INDENT);
};

const cellsOf = (line: string): number =>
  line
    .replace(/\\./g, '')
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length;

const signsIn = (line: string): number => (line.match(SIGN)?.length ?? 0) + (line.startsWith('>') ? 1 : 0);

/** Counts the signs that a parser holds against each other: those of one paragraph, one item, one row of a table. */
class SignCount {
  private count = 0;
  private last = '';
  private inTable = false;
  private fence = '';
  /** Where the words of the last item begin. */
  private offset = 0;
  private readonly isList: boolean;

  constructor(text: string) {
    this.isList = ITEM.test(text.slice(0, text.indexOf('\n') + 1 || undefined).trimEnd());
  }

  /** False once there are too many. */
  add(line: string): boolean {
    if (this.fence !== '') {
      if (line.trim().startsWith(this.fence)) this.fence = '';
      return true;
    }
    const isBlank = line.trim() === '';
    const item = this.itemIn(line);
    if (item !== undefined) this.offset = item;
    this.fence = this.fenceIn(line);
    this.inTable = !isBlank && (this.inTable || this.opensRows(line));
    if (isBlank || this.inTable || item !== undefined) this.count = 0;
    this.count += signsIn(line);
    this.last = line;
    return this.count <= MOST_SIGNS;
  }

  /** What begins an item whatever stands before it. */
  private itemIn(line: string): number | undefined {
    const found = ITEM.exec(line);
    const [whole = '', indent = '', certain] = found ?? [];
    const begins = found && indent.length <= this.offset + 3 && (this.isList || certain !== undefined);
    return begins ? whole.length : undefined;
  }

  private fenceIn(line: string): string {
    const [whole = '', indent = '', marks = ''] = FENCE.exec(line) ?? [];
    return marks !== '' && indent.length <= this.offset + 3 && !line.includes('`', whole.length) ? marks : '';
  }

  private opensRows(line: string): boolean {
    return this.last.includes('|') && line.includes('-') && RULE.test(line) && cellsOf(line) === cellsOf(this.last);
  }
}

/** Whether a block asks more of the parser than any text to be read does. One pass over it. */
export const isTooIntricate = (text: string): boolean => {
  if (text.length > LONGEST_BLOCK) return true;
  const signs = new SignCount(text);
  return text.split('\n').some((line) => !signs.add(line) || depthOf(line) > DEEPEST);
};

/** A block beyond this, while it grows, is drawn anew only when it has grown by a share of itself. */
const LONG = 8000;
const SHARE = 1 / 32;

/**
 * As much of a long growing block as is drawn now, up to the end of a line or word: it grows by steps that grow with it,
 * so that all drawings together take time in proportion to its length.
 */
export const inSteps = (text: string): string => {
  if (text.length <= LONG) return text;
  const step = Math.floor(Math.log(text.length / LONG) / Math.log1p(SHARE));
  const most = Math.floor(LONG * (1 + SHARE) ** step);
  const from = Math.floor(most * (1 - SHARE));
  const line = text.lastIndexOf('\n', most - 1) + 1;
  const word = text.lastIndexOf(' ', most - 1) + 1;
  return text.slice(0, line > from ? line : word > from ? word : most);
};

/** Letters of one formula, and how deep it may be nested. */
const LONGEST_FORMULA = 1000;
const DEEPEST_FORMULA = 20;
/** Letters of all formulas that are typeset in one block, and in a whole text before a group of blocks. */
export const MOST_IN_BLOCK = 3000;
export const MOST_IN_TEXT = 20_000;

const OPENS = /\\(?:left|begin)(?![a-zA-Z])|\\(?:right|end)(?![a-zA-Z])|\\[^a-zA-Z]|[{}]/g;

/** Whether a formula would take the browser too long; it is shown as it was written. */
export const isTooMuchMaths = (tex: string): boolean => {
  if (tex.length > LONGEST_FORMULA) return true;
  let depth = 0;
  for (const [sign] of tex.matchAll(OPENS)) {
    if (sign === '{' || sign === '\\left' || sign === '\\begin') depth += 1;
    else if (sign === '}' || sign === '\\right' || sign === '\\end') depth = Math.max(0, depth - 1);
    if (depth > DEEPEST_FORMULA) return true;
  }
  return false;
};
