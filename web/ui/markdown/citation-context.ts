import { createContext, type ReactNode } from 'react';

export interface MarkPosition {
  /** The number in the mark. */
  readonly number: number;
  /** Its place among all marks of the text, from 0. */
  readonly index: number;
}

/** The meaning of the marks `[n]` of a text. Must be stable. */
export interface Citations {
  /** The numbers 1 to this are marks; all else in brackets is text. */
  readonly sourceCount: number;
  /** How a mark is drawn; null = as a plain raised number, as while the text still comes. */
  readonly renderMark: ((at: MarkPosition) => ReactNode) | null;
}

/** Put around texts whose marks mean something; without it brackets are brackets. */
export const CitationContext = createContext<Citations | null>(null);

/** The number of marks before the block that is being rendered. */
export const FirstMarkContext = createContext(0);

/** What the anchors of a text begin with. */
export const AnchorContext = createContext('');
