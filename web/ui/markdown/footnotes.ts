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

/** Not a footnote but a citation: its number is one of a source. */
const isMark = (name: string, sourceCount: number): boolean => /^[1-9]\d?$/.test(name) && Number(name) <= sourceCount;

const convertMark = (node: Node, name: string): void => {
  const mark = { type: 'text', value: `[^${name}]` };
  Object.assign(node, node.type === 'footnoteReference' ? mark : noteNode(mark, node.children ?? []));
};

const convert = (node: Node, anchorPrefix: string, sourceCount: number): void => {
  const { type, identifier = '', label } = node;
  const name = label ?? identifier;
  if (type.startsWith('footnote') && isMark(name, sourceCount)) return convertMark(node, name);
  const [reference, note] = [`${anchorPrefix}-ref-${identifier}`, `${anchorPrefix}-note-${identifier}`];
  if (type === 'footnoteReference') Object.assign(node, numberLink(name, 'reference', [reference, note]));
  if (type === 'footnoteDefinition')
    Object.assign(node, noteNode(numberLink(name, 'back', [note, reference]), node.children ?? []));
};

/** A mark and the word before it are one text. */
const joinTexts = (nodes: readonly Node[]): Node[] => {
  const joined: Node[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text') last.value = `${last.value ?? ''}${node.value ?? ''}`;
    else joined.push(node);
  }
  return joined;
};

/**
 * Draws footnotes where they are defined, as blocks are drawn each by itself; their numbers lead to them and back.
 * Anchors begin with a prefix, so that no link leads into another text. Those of sources are left to the marks.
 */
export const remarkFootnotes =
  (anchorPrefix: string, sourceCount = 0) =>
  () =>
  (root: Node): void => {
    const visit = (node: Node): void => {
      node.children &&= node.children.filter((child) => !isElsewhere(child));
      node.children?.forEach(visit);
      if (sourceCount > 0) node.children &&= joinTexts(node.children);
      convert(node, anchorPrefix, sourceCount);
    };
    visit(root);
  };
