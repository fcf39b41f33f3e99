/** The little of a node that is needed here, whoever made it. */
export interface MarkupElement {
  readonly nodeName: string;
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<MarkupElement>;
  getAttribute?(name: string): string | null;
}

const TEXT = 3;
const UNSEEN = new Set([
  'SCRIPT',
  'STYLE',
  'NOSCRIPT',
  'TEMPLATE',
  'HEAD',
  'NAV',
  'SVG',
  'IFRAME',
  'OBJECT',
  'SELECT',
  'BUTTON',
  'TEXTAREA',
  'FORM',
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
  'H1',
  'H2',
  'H3',
  'H4',
  'H5',
  'H6',
  'HEADER',
  'HR',
  'LI',
  'MAIN',
  'OL',
  'P',
  'PRE',
  'SECTION',
  'SUMMARY',
  'TABLE',
  'TR',
  'UL',
]);

export const childrenOf = (node: MarkupElement): MarkupElement[] => [...node.childNodes];

const before = (name: string): string => {
  if (name === 'BR') return '\n';
  if (name === 'LI') return '\n- ';
  if (name === 'TD' || name === 'TH') return ' | ';
  return BLOCKS.has(name) ? '\n\n' : '';
};

/** The words of a piece of markup, a blank line between paragraphs. Walks without recursion: depth is the page's choice. */
export const textOf = (root: MarkupElement): string => {
  const parts: string[] = [];
  const open: (MarkupElement | string)[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === 'string') parts.push(one);
    else if (one.nodeType === TEXT) parts.push((one.textContent ?? '').replace(/\s+/g, ' '));
    else {
      const name = one.nodeName.toUpperCase();
      if (UNSEEN.has(name)) continue;
      parts.push(before(name));
      open.push(BLOCKS.has(name) ? '\n' : '', ...childrenOf(one).toReversed());
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
