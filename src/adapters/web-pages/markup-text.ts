/** The parts of a DOM node used here. */
export interface MarkupElement {
  readonly nodeName: string;
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<MarkupElement>;
  getAttribute?(name: string): string | null;
}

const TEXT_NODE = 3;
const HIDDEN_ELEMENTS = new Set([
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
const BLOCK_ELEMENTS = new Set([
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

export const childNodesOf = (node: MarkupElement): MarkupElement[] => [...node.childNodes];

const separatorBefore = (name: string): string => {
  if (name === 'BR') return '\n';
  if (name === 'LI') return '\n- ';
  if (name === 'TD' || name === 'TH') return ' | ';
  return BLOCK_ELEMENTS.has(name) ? '\n\n' : '';
};

/** The text of markup, a blank line between paragraphs. Iterative, because the page decides how deep it is nested. */
export const textOf = (root: MarkupElement): string => {
  const parts: string[] = [];
  const open: (MarkupElement | string)[] = [root];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one === 'string') parts.push(one);
    else if (one.nodeType === TEXT_NODE) parts.push((one.textContent ?? '').replace(/\s+/g, ' '));
    else {
      const name = one.nodeName.toUpperCase();
      if (HIDDEN_ELEMENTS.has(name)) continue;
      parts.push(separatorBefore(name));
      open.push(BLOCK_ELEMENTS.has(name) ? '\n' : '', ...childNodesOf(one).toReversed());
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
