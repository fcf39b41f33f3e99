import { findPhrase, type TextRange } from '../../src/shared/find-text.ts';
import { foldWithOffsets } from '../../src/shared/fold-text.ts';

/** Marks what is searched: the text of a turn, without its buttons, names and times. */
export const SEARCHED = '[data-searched]';
const LEFT_OUT = 'button, figcaption, [aria-hidden="true"], .visually-hidden, [data-artifact]';
/** Of a card nothing else is searched. */
const CARD_TITLE = '[data-artifact] [data-card-title]';
const BLOCKS = 'p, li, pre, td, th, h1, h2, h3, h4, h5, h6, blockquote, header';

interface Piece {
  readonly node: Text;
  readonly start: number;
}

const isBlock = (node: Node): boolean => node instanceof Element && node.matches(BLOCKS);

/** The texts below an element in one, with a gap where a block begins or ends: no match reaches over it. */
const collectText = (root: Element): { readonly text: string; readonly pieces: readonly Piece[] } => {
  const pieces: Piece[] = [];
  let text = '';
  const visit = (node: Node): void => {
    if (node instanceof Text) {
      pieces.push({ node, start: text.length });
      text += node.data;
      return;
    }
    if (node instanceof Element && node.matches(LEFT_OUT)) {
      for (const title of node.querySelectorAll(CARD_TITLE)) visitBlock(title);
      return;
    }
    if (isBlock(node)) visitBlock(node);
    else for (const child of node.childNodes) visit(child);
  };
  const visitBlock = (node: Node): void => {
    text += '\n\n';
    for (const child of node.childNodes) visit(child);
    text += '\n\n';
  };
  visit(root);
  return { text, pieces };
};

const pieceAt = (pieces: readonly Piece[], place: number): Piece | undefined =>
  pieces.findLast(({ start }) => start <= place);

const toRange = (pieces: readonly Piece[], { start, end }: TextRange): Range | null => {
  const [first, last] = [pieceAt(pieces, start), pieceAt(pieces, end - 1)];
  if (!first || !last) return null;
  const range = document.createRange();
  range.setStart(first.node, start - first.start);
  range.setEnd(last.node, Math.min(end - last.start, last.node.length));
  return range;
};

/** Where the query stands in what is drawn of an element. */
export const findRanges = (root: Element, query: string): readonly Range[] => {
  const { text, pieces } = collectText(root);
  return findPhrase(foldWithOffsets(text), query).flatMap((found) => toRange(pieces, found) ?? []);
};

/** Parts of a passage, in characters, that are looked for when it does not stand there as a whole. */
const PART_LENGTHS = [80, 40, 20];
const MAX_PASSAGE_LENGTH = 400;

/**
 * Where a passage stands, as it was quoted: its spaces may differ, and so may what a format adds, so that of a passage
 * which is not found the longest part is. Null: no part of it.
 */
export const findPassage = (root: Element, quoted: string): Range | null => {
  const passage = quoted.replace(/\s+/g, ' ').replace(/…$/, '').trim().slice(0, MAX_PASSAGE_LENGTH);
  const { text, pieces } = collectText(root);
  const folded = foldWithOffsets(text.replace(/\s/g, ' '));
  const find = (part: string): Range | null => {
    const [found] = findPhrase(folded, part);
    return found ? toRange(pieces, found) : null;
  };
  const whole = find(passage);
  if (whole) return whole;
  for (const length of PART_LENGTHS) {
    for (let from = 0; from + length <= passage.length; from += length >> 1) {
      const part = find(passage.slice(from, from + length).trim());
      if (part) return part;
    }
  }
  return null;
};
