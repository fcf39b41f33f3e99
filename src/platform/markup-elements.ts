/** The part of a DOM node that is used here, whichever parser made it. */
export interface MarkupNode {
  readonly nodeName: string;
  readonly nodeType: number;
  readonly textContent: string | null;
  readonly childNodes: Iterable<MarkupNode>;
  getAttribute?(name: string): string | null;
}

export const TEXT_NODE = 3;
export const ELEMENT_NODE = 1;

/** Their content is never text of the page. */
export const HIDDEN_ELEMENTS: readonly string[] = [
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
];

/** A paragraph begins and ends with them. Headings, lists' items, code and tables are left to each reader. */
export const BLOCK_ELEMENTS: readonly string[] = [
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
];

export const childNodesOf = (node: MarkupNode): MarkupNode[] => [...node.childNodes];
export const nameOf = (node: MarkupNode): string => node.nodeName.toUpperCase();
