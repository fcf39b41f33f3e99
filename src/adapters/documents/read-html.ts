import { parseHTML } from 'linkedom';

import type { TextBlock } from '../../domain/files/ports.ts';
import { shallowMarkup } from '../../shallow-markup.ts';
import { block, tableBlocks } from './read-text.ts';

/** The little of a node that is needed here. */
interface MarkupNode {
  readonly nodeName: string;
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<MarkupNode>;
}

const TEXT = 3;
const ELEMENT = 1;
const UNSEEN = new Set([
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'HEAD',
  'SVG',
  'IFRAME',
  'OBJECT',
  'SELECT',
  'BUTTON',
  'TEXTAREA',
]);
const BLOCKS = new Set([
  'ADDRESS',
  'ARTICLE',
  'ASIDE',
  'BLOCKQUOTE',
  'BODY',
  'DD',
  'DETAILS',
  'DIV',
  'DL',
  'DT',
  'FIGCAPTION',
  'FIGURE',
  'FOOTER',
  'FORM',
  'HEADER',
  'HR',
  'HTML',
  'MAIN',
  'NAV',
  'OL',
  'P',
  'SECTION',
  'SUMMARY',
  'UL',
]);

const children = (node: MarkupNode): MarkupNode[] => [...node.childNodes];
const nameOf = (node: MarkupNode): string => node.nodeName.toUpperCase();

/** All letters below a node. Walks without recursion: how deep a page is nested is its writer's choice. */
const lettersIn = (root: MarkupNode): string => {
  const parts: string[] = [];
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeType === TEXT) parts.push(node.textContent ?? '');
    else if (!UNSEEN.has(nameOf(node))) {
      if (nameOf(node) === 'BR') parts.push('\n');
      open.push(...children(node).toReversed());
    }
  }
  return parts.join('');
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const rowsIn = (table: MarkupNode): string[][] => {
  const rows: string[][] = [];
  const open = [table];
  for (let node = open.pop(); node; node = open.pop()) {
    const name = nameOf(node);
    if (name === 'TR') rows.push([]);
    if (name === 'TD' || name === 'TH') rows.at(-1)?.push(oneLine(lettersIn(node)));
    else
      open.push(
        ...children(node)
          .filter(({ nodeType }) => nodeType === ELEMENT)
          .toReversed(),
      );
  }
  return rows;
};

/** What stands by itself: a heading, code or a table. Undefined for all else. */
const wholeOf = (node: MarkupNode): TextBlock[] | undefined => {
  const name = nameOf(node);
  if (/^H[1-6]$/.test(name)) return [block('heading', oneLine(lettersIn(node)), Number(name.slice(1)))];
  if (name === 'PRE') return [block('code', lettersIn(node).trimEnd().replace(/^\n+/, ''))];
  return name === 'TABLE' ? tableBlocks(rowsIn(node)) : undefined;
};

class Paragraphs {
  readonly blocks: TextBlock[] = [];
  private open = '';

  say(text: string): void {
    this.open += text;
  }

  end(...wholes: readonly TextBlock[]): void {
    const text = this.open
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    this.open = '';
    if (text !== '') this.blocks.push(block('text', text));
    this.blocks.push(...wholes.filter((whole) => whole.text !== ''));
  }
}

const END = Symbol('the end of a block');

/** The headings, paragraphs, code and tables of a piece of markup, in its order. */
export const readHtml = (foreign: string): TextBlock[] => {
  const html = shallowMarkup(foreign);
  const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
  const said = new Paragraphs();
  const open: (MarkupNode | typeof END)[] = [document.documentElement];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === END) said.end();
    else if (node.nodeType === TEXT) said.say((node.textContent ?? '').replace(/\s+/g, ' '));
    else if (node.nodeType === ELEMENT) open.push(...enter(node, said));
  }
  said.end();
  return said.blocks;
};

/** Tells what an element says by itself; answers what is still to be walked, last first. */
const enter = (node: MarkupNode, said: Paragraphs): (MarkupNode | typeof END)[] => {
  const name = nameOf(node);
  if (UNSEEN.has(name)) return [];
  const whole = wholeOf(node);
  if (whole) {
    said.end(...whole);
    return [];
  }
  if (name === 'BR') said.say('\n');
  if (name === 'LI') said.say('\n- ');
  if (!BLOCKS.has(name)) return children(node).toReversed();
  said.end();
  return [END, ...children(node).toReversed()];
};
