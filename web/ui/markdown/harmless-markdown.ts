import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

interface Node {
  readonly type: string;
  children?: Node[];
  readonly position?: {
    readonly start: { readonly offset?: number | undefined };
    readonly end: { readonly offset?: number | undefined };
  };
}

/** What a viewer of Markdown would load by itself: pictures, and markup, which may load anything. */
const LOADS = new Set(['image', 'imageReference', 'html']);
/** Markup that is text can make other text markup; beyond this many rounds everything that looks like either is taken. */
const MAX_ROUNDS = 8;

interface Span {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const spansIn = (text: string): readonly Span[] => {
  const found: Span[] = [];
  const collect = (node: Node): void => {
    const [start, end] = [node.position?.start.offset, node.position?.end.offset];
    if (LOADS.has(node.type) && start !== undefined && end !== undefined) found.push({ type: node.type, start, end });
    node.children?.forEach(collect);
  };
  // The tree is all that is wanted: what is left of it makes an empty view.
  const take =
    () =>
    (root: Node): void => {
      collect(root);
      root.children = [];
    };
  ReactMarkdown({ children: text, remarkPlugins: [remarkGfm, take] });
  return found.sort((a, b) => a.start - b.start);
};

/** As entities, for a backslash may belong to what stands before it. */
const asWords = (markup: string): string => markup.replaceAll('<', '&lt;').replaceAll('![', '&#33;[');

const once = (text: string): string => {
  let done = '';
  let at = 0;
  for (const { type, start, end } of spansIn(text)) {
    if (start < at) continue; // within the one before
    // A picture without its `!` is a link; one within its words is met in the next round.
    done += text.slice(at, start) + (type === 'html' ? asWords(text.slice(start, end)) : '');
    at = type === 'html' ? end : start + 1;
  }
  return done + text.slice(at);
};

/** Markdown that loads nothing in whatever program it is opened: pictures are links, and markup is words. */
export const harmlessMarkdown = (text: string): string => {
  let now = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = once(now);
    if (next === now) return now;
    now = next;
  }
  return asWords(now);
};
