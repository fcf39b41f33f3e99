import {
  BLOCK_ELEMENTS,
  childNodesOf,
  HIDDEN_ELEMENTS,
  type MarkupNode,
  nameOf,
  TEXT_NODE,
} from '../../platform/markup-elements.ts';

/** Menus and forms of a page are no part of its text. */
const HIDDEN = new Set([...HIDDEN_ELEMENTS, 'NAV', 'FORM']);
const BLOCKS = new Set([...BLOCK_ELEMENTS, 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'LI', 'PRE', 'TABLE', 'TR']);

const separatorBefore = (name: string): string => {
  if (name === 'BR') return '\n';
  if (name === 'LI') return '\n- ';
  if (name === 'TD' || name === 'TH') return ' | ';
  return BLOCKS.has(name) ? '\n\n' : '';
};

/** Stand for the blanks of code, which are part of it, until all others are folded. */
const [CODE_BLANK, CODE_TAB] = ['\ue000', '\ue001'];

const codeText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replaceAll(' ', CODE_BLANK).replaceAll('\t', CODE_TAB);

const foldBlanks = (text: string): string =>
  text
    .replace(/\0/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .replaceAll(CODE_BLANK, ' ')
    .replaceAll(CODE_TAB, '\t');

interface Visit {
  readonly node: MarkupNode;
  readonly isCode: boolean;
}

/** The text of a node, or what stands before it; what is in it is opened. */
const visit = ({ node, isCode }: Visit, open: (Visit | string)[]): string => {
  if (node.nodeType === TEXT_NODE) {
    const text = node.textContent ?? '';
    return isCode ? codeText(text) : text.replace(/\s+/g, ' ');
  }
  const name = nameOf(node);
  if (HIDDEN.has(name)) return '';
  const children = childNodesOf(node).toReversed();
  open.push(
    BLOCKS.has(name) ? '\n' : '',
    ...children.map((child) => ({ node: child, isCode: isCode || name === 'PRE' })),
  );
  return separatorBefore(name);
};

/** The first characters at least, and not all of a page that has many more. */
const SPARE = 1.5;

/**
 * The text of markup, a blank line between paragraphs, code as it is. Iterative, because the page decides how deep it
 * is nested.
 */
export const textOf = (root: MarkupNode, maxCharacters = Infinity): string => {
  const parts: string[] = [];
  let size = 0;
  const open: (Visit | string)[] = [{ node: root, isCode: false }];
  for (let one = open.pop(); one !== undefined && size <= maxCharacters * SPARE; one = open.pop()) {
    const part = typeof one === 'string' ? one : visit(one, open);
    parts.push(part);
    size += part.length;
  }
  return foldBlanks(parts.join(''));
};
