import { citationMark, markedNumbers } from '../../../src/shared/citation-mark.ts';
import { findLiteralSpans, replaceSpans } from './literal-spans.ts';

/** The blank before a mark belongs to it. */
const MARK = citationMark('[ \\u00a0]?');
const UNMARKED = new Set(['code', 'pre', 'a']);

interface Node {
  type: string;
  value?: string;
  tagName?: string;
  properties?: object;
  children?: Node[];
}

/** The numbers of all marks of a raw text, in their order; each number of a bracket is one. Known numbers or not. */
export const markNumbers = (text: string): number[] =>
  [...replaceSpans(text, findLiteralSpans(text), () => '.').matchAll(MARK)].flatMap(markedNumbers);

export const countMarks = (text: string): number => markNumbers(text).length;

const isFormula = ({ properties }: Node): boolean => {
  const names: unknown = properties && 'className' in properties ? properties.className : undefined;
  return Array.isArray(names) && names.some((name) => String(name).startsWith('katex'));
};

/** No Markdown makes a `cite`, so this name is free for marks. */
const markNode = (number: number, index: number): Node => ({
  type: 'element',
  tagName: 'cite',
  properties: { number, index },
  children: [],
});

interface Counter {
  readonly sourceCount: number;
  next: number;
}

/** The end of a word that a mark follows; a longer one may part from its mark rather than hang over the line. */
const WORD = /\S{1,24}$/;
const STOPS = /^[.,;:!?)\]»”’…。、，]{1,3}/;

const textNode = (value: string): Node[] => (value === '' ? [] : [{ type: 'text', value }]);

/** A mark stays on the line of its word and of the stop after it; browsers would break before any button. */
const keepTogether = (word: string, marks: readonly Node[], stop: string): Node => ({
  type: 'element',
  tagName: 'span',
  properties: { className: ['glued'] },
  children: [...textNode(word), ...marks, ...textNode(stop)],
});

/** A text in pieces: words, and marks whose numbers are all known. */
const splitAtMarks = (text: string, counter: Counter): Node[] => {
  const found: Node[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    const numbers = markedNumbers(match);
    const first = counter.next;
    counter.next += numbers.length;
    if (numbers.some((number) => number < 1 || number > counter.sourceCount)) continue;
    const before = text.slice(from, match.index);
    const word = WORD.exec(before)?.[0] ?? '';
    const end = match.index + match[0].length;
    const stop = STOPS.exec(text.slice(end))?.[0] ?? '';
    found.push(...textNode(before.slice(0, before.length - word.length)));
    found.push(
      keepTogether(
        word,
        numbers.map((number, at) => markNode(number, first + at)),
        stop,
      ),
    );
    from = end + stop.length;
  }
  return [...found, ...textNode(text.slice(from))];
};

const addMarks = (node: Node, counter: Counter): void => {
  if (!node.children || UNMARKED.has(node.tagName ?? '') || isFormula(node)) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text')
      return /[[［【]/.test(child.value ?? '') ? splitAtMarks(child.value ?? '', counter) : [child];
    addMarks(child, counter);
    return [child];
  });
};

/** Makes marks of the numbers 1 to `sourceCount` into `cite` elements; not in code, links or formulas. */
export const rehypeCitationMarks =
  (sourceCount: number) =>
  () =>
  (root: Node): void =>
    addMarks(root, { sourceCount, next: 0 });

/** A text that is still growing, without the beginning of a mark at its end: half a bracket would flash up as signs. */
export const trimPartialMark = (text: string): string =>
  text.replace(/[ \u00a0]?[[【]\^?[\d\s,–-]{0,12}(?:†[^\n】]{0,40})?$/, '');
