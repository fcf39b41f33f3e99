/**
 * The only text of a definition that stands elsewhere: a block alone would not know that the name is one of a footnote.
 */
const FOOTNOTE_ELSEWHERE = '\uE0FE';

const DEFINITION = /^ {0,3}\[(\^[^\]\s^]{1,100})\]:/;

/** The label with its `^` of a line that defines a footnote, or null. */
export const footnoteLabel = (line: string): string | null => DEFINITION.exec(line)?.[1] ?? null;

export const defineElsewhere = (label: string): string => `[${label}]: ${FOOTNOTE_ELSEWHERE}`;

interface Node {
  type: string;
  value?: string;
  url?: string;
  identifier?: string;
  label?: string | null;
  data?: object;
  children?: Node[];
}

const isElsewhere = ({ type, children }: Node): boolean =>
  type === 'footnoteDefinition' && children?.[0]?.children?.[0]?.value === FOOTNOTE_ELSEWHERE;

/** The number of a footnote, leading to what has the anchor `to` and found by the anchor `at` itself. */
const numberLink = (label: string, kind: 'reference' | 'back', [at, to]: readonly [at: string, to: string]): Node => ({
  type: 'strong',
  data: { hName: 'sup' },
  children: [
    {
      type: 'link',
      url: `#${encodeURIComponent(to)}`,
      data: { hProperties: { dataAnchor: at, dataFootnote: kind } },
      children: [{ type: 'text', value: label }],
    },
  ],
});

/** The number of a note opens its first paragraph: what is still to come then stands at its end. */
const noteNode = (link: Node, children: readonly Node[]): Node => {
  const [first, ...rest] = children;
  const isText = first?.type === 'paragraph';
  const opening = [link, { type: 'text', value: ' ' }, ...(isText ? (first.children ?? []) : [])];
  return {
    type: 'footnote',
    data: { hName: 'div', hProperties: { dataFootnote: 'note' } },
    children: [{ type: 'paragraph', children: opening }, ...(isText ? rest : children)],
  };
};

const convert = (node: Node, anchorPrefix: string): void => {
  const { type, identifier = '', label } = node;
  const name = label ?? identifier;
  const [reference, note] = [`${anchorPrefix}-ref-${identifier}`, `${anchorPrefix}-note-${identifier}`];
  if (type === 'footnoteReference') Object.assign(node, numberLink(name, 'reference', [reference, note]));
  if (type === 'footnoteDefinition')
    Object.assign(node, noteNode(numberLink(name, 'back', [note, reference]), node.children ?? []));
};

/**
 * Draws footnotes where they are defined, as blocks are drawn each by itself; their numbers lead to them and back.
 * Anchors begin with a prefix, so that no link leads into another text.
 */
export const remarkFootnotes =
  (anchorPrefix: string) =>
  () =>
  (root: Node): void => {
    const visit = (node: Node): void => {
      node.children &&= node.children.filter((child) => !isElsewhere(child));
      node.children?.forEach(visit);
      convert(node, anchorPrefix);
    };
    visit(root);
  };
