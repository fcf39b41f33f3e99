import { diffLines } from './line-diff.ts';

/** The language of a block that changes an artifact instead of writing it again. */
export const EDIT_LANGUAGE = 'artifact-edit';

/** Lines that stand in an artifact, and what takes their place. */
export interface Change {
  readonly search: readonly string[];
  readonly replace: readonly string[];
}

export const BEGIN_MARK = '<<<<<<< SEARCH';
export const DIVIDER_MARK = '=======';
export const END_MARK = '>>>>>>> REPLACE';

const ID_LINE = /^id:[ \t]*(\S{1,120})[ \t\r]*$/;

const isMark = (line: string, mark: string): boolean => line.startsWith(mark) && line.trimEnd() === mark;

/** Reads the body of an edit line by line. A line outside of a change is ignored. */
export class EditReader {
  /** Of the artifact; null before it was named. */
  id: string | null = null;
  #part: 'outside' | 'search' | 'replace' = 'outside';
  #search: string[] = [];
  #replace: string[] = [];

  /** The change that ends with this line. */
  readLine(line: string): Change | undefined {
    if (this.#part === 'outside') this.#readOutside(line);
    else if (this.#part === 'search') {
      if (isMark(line, DIVIDER_MARK)) this.#part = 'replace';
      else this.#search.push(line);
    } else if (isMark(line, END_MARK)) {
      this.#part = 'outside';
      return { search: this.#search, replace: this.#replace };
    } else this.#replace.push(line);
    return undefined;
  }

  /** False within a change. */
  get isOutside(): boolean {
    return this.#part === 'outside';
  }

  #readOutside(line: string): void {
    if (isMark(line, BEGIN_MARK)) {
      this.#part = 'search';
      this.#search = [];
      this.#replace = [];
    } else this.id ??= ID_LINE.exec(line)?.[1]?.toLowerCase() ?? null;
  }
}

const isWritable = ({ search, replace }: Change): boolean =>
  !search.some((line) => isMark(line, DIVIDER_MARK)) && !replace.some((line) => isMark(line, END_MARK));

/** A block of code. Its fence is longer than any that it has within. */
export const writeBlock = (language: string, lines: readonly string[]): string => {
  let length = 3;
  for (const line of lines) length = Math.max(length, (/^\s*(`{3,})/.exec(line)?.[1]?.length ?? 0) + 1);
  const fence = '`'.repeat(length);
  return [`${fence}${language}`, ...lines, fence].join('\n');
};

/** An edit as it is written in an answer; null when a line of it would be taken for a mark. */
export const writeEdit = (id: string, changes: readonly Change[]): string | null => {
  if (!changes.every(isWritable)) return null;
  const body = changes.flatMap(({ search, replace }) => [BEGIN_MARK, ...search, DIVIDER_MARK, ...replace, END_MARK]);
  return writeBlock(EDIT_LANGUAGE, [`id: ${id}`, ...body]);
};

const isBlank = (line: string): boolean => line.trim() === '';

const standsOnce = (lines: readonly string[], [start, end]: readonly [number, number]): boolean => {
  const part = lines.slice(start, end);
  if (part.every(isBlank)) return false;
  let count = 0;
  for (let at = 0; at + part.length <= lines.length && count < 2; at += 1)
    if (part.every((line, offset) => lines[at + offset] === line)) count += 1;
  return count === 1;
};

/** These lines with as many around them as make them stand only once. */
const withContext = (lines: readonly string[], from: number, to: number): readonly [number, number] => {
  let [start, end] = [from, to];
  while (!standsOnce(lines, [start, end]) && (start > 0 || end < lines.length)) {
    start = Math.max(0, start - 1);
    end = Math.min(lines.length, end + 1);
  }
  return [start, end];
};

interface Difference {
  /** In the text before it. */
  readonly at: number;
  readonly removed: number;
  readonly added: readonly string[];
}

/** Lines that stand one after the other are one difference. `at` counts in what those before it made. */
const differencesOf = (before: string, after: string): readonly Difference[] => {
  const found: Difference[] = [];
  let at = 0;
  let run = { removed: 0, added: new Array<string>() };
  for (const { mark, text } of [...diffLines(before, after), { mark: 'same' as const, text: '' }]) {
    if (mark === 'removed') run.removed += 1;
    else if (mark === 'added') run.added.push(text);
    else {
      if (run.removed + run.added.length > 0) found.push({ at, ...run });
      at += run.added.length + 1;
      run = { removed: 0, added: [] };
    }
  }
  return found;
};

/** The changes that make one text of another; each is looked for in what those before it made. */
export const changesBetween = (before: string, after: string): readonly Change[] => {
  let lines: readonly string[] = before.split('\n');
  return differencesOf(before, after).map(({ at, removed, added }) => {
    const [start, end] = withContext(lines, at, at + removed);
    const replace = [...lines.slice(start, at), ...added, ...lines.slice(at + removed, end)];
    const search = lines.slice(start, end);
    lines = [...lines.slice(0, start), ...replace, ...lines.slice(end)];
    return { search, replace };
  });
};
