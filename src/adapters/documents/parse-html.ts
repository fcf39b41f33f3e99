import { parseHTML } from 'linkedom';

import type { TextBlock } from '../../domain/files/ports/documents.ts';
import {
  BLOCK_ELEMENTS,
  childNodesOf,
  ELEMENT_NODE,
  HIDDEN_ELEMENTS,
  type MarkupNode,
  nameOf,
  TEXT_NODE,
} from '../../platform/markup-elements.ts';
import { shallowMarkup } from '../../platform/shallow-markup.ts';
import { textBlock, tableBlocks } from './parse-text.ts';

const HIDDEN = new Set(HIDDEN_ELEMENTS);
const BLOCKS = new Set(BLOCK_ELEMENTS);

/** The text below a node. Iterative, because the page decides how deep it is nested. */
const textContentOf = (root: MarkupNode): string => {
  const parts: string[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeType === TEXT_NODE) parts.push(node.textContent ?? '');
    else if (!HIDDEN.has(nameOf(node))) {
      if (nameOf(node) === 'BR') parts.push('\n');
      open.push(...childNodesOf(node).toReversed());
    }
  }
  return parts.join('');
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const tableRows = (table: MarkupNode): string[][] => {
  const rows: string[][] = [];
  const open = [table];
  for (let node = open.pop(); node; node = open.pop()) {
    const name = nameOf(node);
    if (name === 'TR') rows.push([]);
    if (name === 'TD' || name === 'TH') rows.at(-1)?.push(oneLine(textContentOf(node)));
    else
      open.push(
        ...childNodesOf(node)
          .filter(({ nodeType }) => nodeType === ELEMENT_NODE)
          .toReversed(),
      );
  }
  return rows;
};

/** A block of its own: heading, code or table. Undefined for anything else. */
const standaloneBlocks = (node: MarkupNode): TextBlock[] | undefined => {
  const name = nameOf(node);
  if (/^H[1-6]$/.test(name)) return [textBlock('heading', oneLine(textContentOf(node)), Number(name.slice(1)))];
  if (name === 'PRE') return [textBlock('code', textContentOf(node).trimEnd().replace(/^\n+/, ''))];
  return name === 'TABLE' ? tableBlocks(tableRows(node)) : undefined;
};

class BlockBuilder {
  readonly blocks: TextBlock[] = [];
  private open = '';

  append(text: string): void {
    this.open += text;
  }

  flush(...wholes: readonly TextBlock[]): void {
    const text = this.open
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    this.open = '';
    if (text !== '') this.blocks.push(textBlock('text', text));
    this.blocks.push(...wholes.filter((standalone) => standalone.text !== ''));
  }
}

const BLOCK_END = Symbol('the end of a block');

/** Headings, paragraphs, code and tables of markup, in order. */
export const parseHtml = (rawHtml: string): TextBlock[] => {
  const html = shallowMarkup(rawHtml);
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const builder = new BlockBuilder();
  const open: (MarkupNode | typeof BLOCK_END)[] = [document.documentElement];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === BLOCK_END) builder.flush();
    else if (node.nodeType === TEXT_NODE) builder.append((node.textContent ?? '').replace(/\s+/g, ' '));
    else if (node.nodeType === ELEMENT_NODE) open.push(...visitElement(node, builder));
  }
  builder.flush();
  return builder.blocks;
};

/** Handles one element; returns the nodes still to visit, last first. */
const visitElement = (node: MarkupNode, builder: BlockBuilder): (MarkupNode | typeof BLOCK_END)[] => {
  const name = nameOf(node);
  if (HIDDEN.has(name)) return [];
  const standalone = standaloneBlocks(node);
  if (standalone) {
    builder.flush(...standalone);
    return [];
  }
  if (name === 'BR') builder.append('\n');
  if (name === 'LI') builder.append('\n- ');
  if (!BLOCKS.has(name)) return childNodesOf(node).toReversed();
  builder.flush();
  return [BLOCK_END, ...childNodesOf(node).toReversed()];
};
