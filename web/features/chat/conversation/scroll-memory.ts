import type { VirtualItem } from '@tanstack/react-virtual';

/** Where a reader was in a conversation, with the heights that were known there. */
export interface ScrollPosition {
  readonly offset: number;
  readonly heights: readonly VirtualItem[];
}

/** Carries the reader's place over the time in which the conversation is not on the page. */
export interface ScrollMemory {
  /** Null: the conversation opens at its end. */
  readonly initial: ScrollPosition | null;
  /** Null: the reader was at the end. */
  readonly onLeave: (position: ScrollPosition | null) => void;
}
