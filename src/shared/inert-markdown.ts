/** Uses entities, because a backslash may belong to the text before. */
export const escapeMarkup = (markup: string): string => markup.replaceAll('<', '&lt;').replaceAll('![', '&#33;[');

/** Indent and markers of lists, the marks. */
const OPENING_FENCE = /^((?: *(?:[-*+]|\d{1,9}[.)])(?= {1,4}\S))* *)(`{3,}(?=[^`]*$)|~{3,})/;
const CLOSING_FENCE = /^( *)(`{3,}|~{3,})[ \t\r\n]*$/;
const MAX_INDENT = 3;
/** A list that begins with another number ends no paragraph: there it is words. */
const LATER_NUMBER = /(?<!\d)(?!1[.)])\d{1,9}[.)]/;
const IN_LIST = /^(?: |(?:[-*+]|\d{1,9}[.)]) )/;
const isBlank = (line: string): boolean => line.trim() === '';

interface Fence {
  readonly indent: string;
  readonly marks: string;
  /** The lines since it, of a fence that is set in. */
  readonly lines: string[];
}

const openFence = (line: string, previous: string): Fence | 'words' | null => {
  const [, prefix = '', marks] = OPENING_FENCE.exec(line) ?? [];
  if (marks === undefined) return null;
  if (LATER_NUMBER.test(prefix) && !isBlank(previous) && !IN_LIST.test(previous)) return 'words';
  return { indent: ' '.repeat(prefix.length), marks, lines: [line] };
};

/** One that is set in may belong to a list: only signs that no reader can take for anything else close it. */
const closesFence = (line: string, { indent, marks }: Fence): boolean => {
  const [, before = '', run = ''] = CLOSING_FENCE.exec(line) ?? [];
  return indent === '' ? before.length <= MAX_INDENT && run.startsWith(marks) : before === indent && run === marks;
};

/** A fence as words. */
const withoutFence = (line: string): string => line.replace(OPENING_FENCE, '$1\\$2');

/**
 * Writes each line outside of code anew. Code that has no end ends with the text, so that none follows as code. A fence
 * that is set in begins code only while all lines are: a list, and code with it, would end before the others.
 */
export const writeOutsideCode = (text: string, write: (line: string) => string): string => {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  let [result, fence]: [string, Fence | null] = ['', null];
  lines.forEach((line, at) => {
    if (fence && !isBlank(line) && !line.startsWith(fence.indent)) {
      result += fence.lines.map((each) => write(withoutFence(each))).join('');
      fence = null;
    }
    if (fence === null) {
      const opened = openFence(line, lines[at - 1] ?? '');
      if (opened === null || opened === 'words') result += write(opened === null ? line : withoutFence(line));
      else fence = opened;
      return;
    }
    fence.lines.push(line);
    if (!closesFence(line, fence)) return;
    result += fence.lines.join('');
    fence = null;
  });
  const { lines: rest = [], indent = '', marks = '' }: Partial<Fence> = fence ?? {};
  return rest.length === 0 ? result : `${result}${rest.join('')}\n${indent}${marks}`;
};

interface Span {
  readonly start: number;
  readonly end: number;
}

/** The code in a line; null where readers may differ: it may go on in the next line, or end with a table's cell. */
const findCode = (line: string): readonly Span[] | null => {
  const spans: Span[] = [];
  let open: { readonly start: number; readonly marks: string } | null = null;
  for (const { 0: marks, index } of line.matchAll(/`+/g)) {
    if (open === null) open = { start: line[index - 1] === '\\' ? -1 : index, marks };
    else if (open.marks === marks) {
      spans.push({ start: open.start, end: index + marks.length });
      open = null;
    }
  }
  const isDoubtful = ({ start, end }: Span): boolean => start < 0 || line.slice(start, end).includes('|');
  return open !== null || spans.some(isDoubtful) ? null : spans;
};

const escapeOutside = (line: string, spans: readonly Span[]): string => {
  let [result, from] = ['', 0];
  for (const { start, end } of spans) {
    result += escapeMarkup(line.slice(from, start)) + line.slice(start, end);
    from = end;
  }
  return result + escapeMarkup(line.slice(from));
};

/**
 * Markdown that loads nothing in whatever program it is opened, and ends with itself: pictures and markup are words,
 * and code is closed. Takes linear time; where code in a line may not be code to every reader, its markup is words too.
 */
export const toInertMarkdown = (text: string): string => {
  let isClear = true; // all code of the paragraph so far is closed
  return writeOutsideCode(text, (line) => {
    const spans = isClear || isBlank(line) ? findCode(line) : null;
    isClear = spans !== null;
    return spans ? escapeOutside(line, spans) : escapeMarkup(line);
  });
};
