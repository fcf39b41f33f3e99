import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

import { escapeMarkup, toInertMarkdown, writeOutsideCode } from '../../../src/shared/inert-markdown.ts';
import { isTooComplex } from './complexity-limits.ts';

interface Node {
  readonly type: string;
  children?: Node[];
  readonly position?: {
    readonly start: { readonly offset?: number | undefined };
    readonly end: { readonly offset?: number | undefined };
  };
}

/** What a viewer of Markdown would load by itself: pictures, and markup, which may load anything. */
const LOADING_NODE_TYPES = new Set(['image', 'imageReference', 'html']);
/**
 * Markup that is text can make other text markup; beyond this many rounds everything that looks like either is taken.
 */
const MAX_ROUNDS = 8;

interface Span {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

const findLoadingSpans = (text: string): readonly Span[] => {
  const found: Span[] = [];
  const collect = (root: Node): void => {
    const nodes = [root];
    for (const { type, position, children = [] } of nodes) {
      const [start, end] = [position?.start.offset, position?.end.offset];
      if (LOADING_NODE_TYPES.has(type) && start !== undefined && end !== undefined) found.push({ type, start, end });
      for (const child of children) nodes.push(child);
    }
  };
  // The tree is all that is wanted: what is left of it makes an empty view.
  const collectSpans =
    () =>
    (root: Node): void => {
      collect(root);
      root.children = [];
    };
  ReactMarkdown({ children: text, remarkPlugins: [remarkGfm, collectSpans] });
  return found.sort((a, b) => a.start - b.start);
};

const sanitizeOnce = (text: string): string => {
  let result = '';
  let at = 0;
  for (const { type, start, end } of findLoadingSpans(text)) {
    if (start < at) continue; // within the one before
    // A picture without its `!` is a link; one within its words is met in the next round.
    result += text.slice(at, start) + (type === 'html' ? escapeMarkup(text.slice(start, end)) : '');
    at = type === 'html' ? end : start + 1;
  }
  return result + text.slice(at);
};

/** Markdown that loads nothing in whatever program it is opened: pictures are links, and markup is words. */
export const sanitizeMarkdown = (text: string): string => {
  if (isTooComplex(text)) return toInertMarkdown(text);
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = sanitizeOnce(current);
    if (next === current) return writeOutsideCode(current, (line) => line);
    current = next;
  }
  return toInertMarkdown(current);
};
