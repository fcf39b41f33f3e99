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

/** The text of markup, a blank line between paragraphs. Iterative, because the page decides how deep it is nested. */
export const textOf = (root: MarkupNode): string => {
  const parts: string[] = [];
  const open: (MarkupNode | string)[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === 'string') parts.push(one);
    else if (one.nodeType === TEXT_NODE) parts.push((one.textContent ?? '').replace(/\s+/g, ' '));
    else {
      const name = nameOf(one);
      if (HIDDEN.has(name)) continue;
      parts.push(separatorBefore(name));
      open.push(BLOCKS.has(name) ? '\n' : '', ...childNodesOf(one).toReversed());
    }
  }
  return parts
    .join('')
    .replace(/\0/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
