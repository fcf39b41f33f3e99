/*
 * How much Markdown is drawn as such. A parser takes the square of the signs of one paragraph and goes as
 * deep as quotes and lists do, so beyond these limits a block is shown as the plain text that it is. People
 * and models stay far below.
 */

/** Characters of one block; a paragraph is cut long before (see BlockSplitter). */
export const MAX_BLOCK_LENGTH = 60_000;
/** Signs of one paragraph that may open or close something. */
const MAX_MARKERS = 1200;
/** Quotes and lists within each other. */
const MAX_DEPTH = 24;
/** Blanks by which one list is set off from another. */
const INDENT = 4;

const MARKER = /[*_~`[\]<&@!\\]/g;
/** What the line of a list or quote begins with, piece by piece. */
const PREFIX = /[ \t]|>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$)/y;
/** The line that parts the head of a table from its rows. */
const RULE = /^[\s>:|-]*$/;
const ITEM = /^( *)(?:([-*+]|1[.)])|\d{1,9}[.)])( +|$)/;
const FENCE = /^( *)(`{3,}|~{3,})/;

/** The nesting depth of a line in quotes and lists; spaces count only before such a marker. */
const nestingDepth = (line: string): number => {
  let [depth, blanks, blanksBefore] = [0, 0, 0];
  PREFIX.lastIndex = 0;
  for (let found = PREFIX.exec(line); found && depth <= MAX_DEPTH; found = PREFIX.exec(line)) {
    if (found[0] === ' ' || found[0] === '\t') blanks += 1;
    else {
      depth += 1;
      blanksBefore = blanks;
    }
  }
  return depth + Math.floor(blanksBefore / INDENT);
};

const countCells = (line: string): number =>
  line
    .replace(/\\./g, '')
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length;

const countMarkers = (line: string): number => (line.match(MARKER)?.length ?? 0) + (line.startsWith('>') ? 1 : 0);

/** Counts the markers that a parser matches with each other: those of one paragraph, list item or table row. */
class MarkerCounter {
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
    this.count += countMarkers(line);
    this.last = line;
    return this.count <= MAX_MARKERS;
  }

  /** The start of a list item, at any place. */
  private itemIn(line: string): number | undefined {
    const found = ITEM.exec(line);
    const [whole = '', indent = '', bullet] = found ?? [];
    const begins = found && indent.length <= this.offset + 3 && (this.isList || bullet !== undefined);
    return begins ? whole.length : undefined;
  }

  private fenceIn(line: string): string {
    const [whole = '', indent = '', marks = ''] = FENCE.exec(line) ?? [];
    return marks !== '' && indent.length <= this.offset + 3 && !line.includes('`', whole.length) ? marks : '';
  }

  private opensRows(line: string): boolean {
    return (
      this.last.includes('|') && line.includes('-') && RULE.test(line) && countCells(line) === countCells(this.last)
    );
  }
}

/** Whether a block asks more of the parser than any text to be read does. One pass over it. */
export const isTooComplex = (text: string): boolean => {
  if (text.length > MAX_BLOCK_LENGTH) return true;
  const counter = new MarkerCounter(text);
  return text.split('\n').some((line) => !counter.add(line) || nestingDepth(line) > MAX_DEPTH);
};

/** A longer block is rendered again only after it has grown by a share of its length. */
const STEPPED_FROM_LENGTH = 8000;
const STEP_RATIO = 1 / 32;

/**
 * As much of a long growing block as is drawn now, up to the end of a line or word: it grows by steps that grow with
 * it, so that all drawings together take time in proportion to its length.
 */
export const truncateToStep = (text: string): string => {
  if (text.length <= STEPPED_FROM_LENGTH) return text;
  const step = Math.floor(Math.log(text.length / STEPPED_FROM_LENGTH) / Math.log1p(STEP_RATIO));
  const maxLength = Math.floor(STEPPED_FROM_LENGTH * (1 + STEP_RATIO) ** step);
  const from = Math.floor(maxLength * (1 - STEP_RATIO));
  const line = text.lastIndexOf('\n', maxLength - 1) + 1;
  const word = text.lastIndexOf(' ', maxLength - 1) + 1;
  return text.slice(0, line > from ? line : word > from ? word : maxLength);
};

/** Letters of one formula, and how deep it may be nested. */
const MAX_FORMULA_LENGTH = 1000;
const MAX_FORMULA_DEPTH = 20;
/** Letters of all formulas that are typeset in one block, and in a whole text before a group of blocks. */
export const MAX_FORMULA_LENGTH_PER_BLOCK = 3000;
export const MAX_FORMULA_LENGTH_PER_TEXT = 20_000;

const NESTING = /\\(?:left|begin)(?![a-zA-Z])|\\(?:right|end)(?![a-zA-Z])|\\[^a-zA-Z]|[{}]/g;

/** Whether a formula would take the browser too long; it is shown as it was written. */
export const isFormulaTooComplex = (tex: string): boolean => {
  if (tex.length > MAX_FORMULA_LENGTH) return true;
  let depth = 0;
  for (const [marker] of tex.matchAll(NESTING)) {
    if (marker === '{' || marker === '\\left' || marker === '\\begin') depth += 1;
    else if (marker === '}' || marker === '\\right' || marker === '\\end') depth = Math.max(0, depth - 1);
    if (depth > MAX_FORMULA_DEPTH) return true;
  }
  return false;
};
