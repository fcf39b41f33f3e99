import type { Change } from './artifact-edit.ts';

/** Longer texts are written again as a whole. */
const MAX_LINES = 20_000;

type Finding = number | 'missing' | 'ambiguous';

/** How far a search has matched when the next line does not (Knuth, Morris and Pratt). */
const fallbacksOf = (search: readonly string[]): Int32Array => {
  const fallbacks = new Int32Array(search.length);
  for (let at = 1, length = 0; at < search.length; at += 1) {
    while (length > 0 && search[at] !== search[length]) length = fallbacks[length - 1] ?? 0;
    if (search[at] === search[length]) length += 1;
    fallbacks[at] = length;
  }
  return fallbacks;
};

/** The only place where these lines stand; linear in both. */
const findOnly = (lines: readonly string[], search: readonly string[]): Finding => {
  const fallbacks = fallbacksOf(search);
  let found: Finding = 'missing';
  for (let at = 0, length = 0; at < lines.length; at += 1) {
    while (length > 0 && lines[at] !== search[length]) length = fallbacks[length - 1] ?? 0;
    if (lines[at] === search[length]) length += 1;
    if (length < search.length) continue;
    if (found !== 'missing') return 'ambiguous';
    found = at - search.length + 1;
    length = fallbacks[length - 1] ?? 0;
  }
  return found;
};

const collapse = (line: string): string => line.trim().replace(/\s+/g, ' ');
const isBlank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';

const withoutBlankEdges = (lines: readonly string[]): readonly string[] => {
  const first = lines.findIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
};

const LINE_NUMBER = /^\s*\d{1,6}\| ?/;

/** A model may copy the numbers that the prompt has before each line. */
const withoutNumbers = ({ search, replace }: Change): Change | undefined =>
  search.every((line) => isBlank(line) || LINE_NUMBER.test(line))
    ? {
        search: search.map((line) => line.replace(LINE_NUMBER, '')),
        replace: replace.map((line) => line.replace(LINE_NUMBER, '')),
      }
    : undefined;

/** The replacement with the indentation that the lines found have, where the search had another one. */
const reindent = ({ search, replace }: Change, found: string): readonly string[] => {
  const [from, to] = [indentOf(search[0] ?? ''), indentOf(found)];
  const canMove = from !== to && replace.every((line) => isBlank(line) || line.startsWith(from));
  return canMove ? replace.map((line) => (isBlank(line) ? line : to + line.slice(from.length))) : replace;
};

export type ChangeFailure = 'missing' | 'ambiguous' | 'too-long';

/** A text that is changed by context: lines of it, exactly as they are, or else as they are but for white space. */
export class EditableText {
  readonly #lines: readonly string[];
  #collapsed: readonly string[] | null;
  #text: string | null = null;

  private constructor(lines: readonly string[], collapsed: readonly string[] | null) {
    this.#lines = lines;
    this.#collapsed = collapsed;
  }

  static of(text: string): EditableText {
    return new EditableText(text.split('\n'), null);
  }

  toString(): string {
    return (this.#text ??= this.#lines.join('\n'));
  }

  apply(change: Change): EditableText | ChangeFailure {
    if (this.#lines.length > MAX_LINES || change.replace.length > MAX_LINES) return 'too-long';
    if (change.search.every(isBlank)) return 'missing';
    const at = findOnly(this.#lines, change.search);
    if (typeof at === 'number') return this.#replace(at, change.search.length, change.replace);
    if (at === 'ambiguous') return at;
    const tolerant = this.#applyTolerantly(change);
    if (tolerant !== 'missing') return tolerant;
    const unnumbered = withoutNumbers(change);
    return unnumbered && !unnumbered.search.every(isBlank) ? this.#applyTolerantly(unnumbered) : 'missing';
  }

  #applyTolerantly(change: Change): EditableText | ChangeFailure {
    const search = withoutBlankEdges(change.search);
    const at = findOnly(this.#collapsedLines(), search.map(collapse));
    if (typeof at !== 'number') return at;
    const replace = reindent({ search, replace: withoutBlankEdges(change.replace) }, this.#lines[at] ?? '');
    return this.#replace(at, search.length, replace);
  }

  #collapsedLines(): readonly string[] {
    return (this.#collapsed ??= this.#lines.map(collapse));
  }

  #replace(at: number, count: number, replace: readonly string[]): EditableText {
    const splice = (lines: readonly string[], by: readonly string[]): string[] => [
      ...lines.slice(0, at),
      ...by,
      ...lines.slice(at + count),
    ];
    const collapsed = this.#collapsed && splice(this.#collapsed, replace.map(collapse));
    return new EditableText(splice(this.#lines, replace), collapsed);
  }
}
