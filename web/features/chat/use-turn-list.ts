import { measureElement, observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

import type { Turn } from './turns.ts';

/** What counts as being at the end, in pixels: about a line. */
const NEAR_END = 32;
const LINE = 26;
const LETTERS_A_LINE = 84;
const FRAME_OF_TURN = 76;
const LOOKED_AT = 600;
/** Room before the first and after the last turn. */
const ABOVE = 24;
const BELOW = 16;
/** Stands in for a page that has no height yet: drawing nothing then would draw nothing for good. */
const SOME_HEIGHT = 900;

type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** A first guess from length and line breaks; of a long text only its beginning is looked at, as thousands are guessed at once. */
const guessed = (turn: Turn | undefined): number => {
  const text = turn?.message.content ?? '';
  const look = Math.min(text.length, LOOKED_AT);
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < look; at = text.indexOf('\n', at + 1)) breaks += 1;
  const lines = Math.max(1 + (look === 0 ? 0 : (breaks * text.length) / look), text.length / LETTERS_A_LINE);
  return FRAME_OF_TURN + LINE * Math.ceil(lines);
};

/** From what is known already: asking the document for its height would make it lay itself out at every step of a scroll. */
const isNearEnd = (list: List): boolean =>
  list.getTotalSize() - (list.scrollOffset ?? 0) - (list.scrollRect?.height ?? SOME_HEIGHT) <= NEAR_END;

/** Whoever is at the end stays there when the place gets lower, as it does while a long question is written below. */
const observeRect = (list: List, tell: (rect: { width: number; height: number }) => void) =>
  observeElementRect(list, ({ width, height }) => {
    const wasAtEnd = isNearEnd(list);
    tell({ width, height: height || SOME_HEIGHT });
    if (wasAtEnd) list.scrollToEnd();
  });

/**
 * Whether the reader is at the end, told with each change of the list. Whoever is stays there when a turn turns out longer:
 * the list itself scrolls before its new height is drawn, so on a slow machine it may stop a line short.
 */
const useEnd = () => {
  const [atEnd, setAtEnd] = useState(true);
  const known = useRef({ atEnd: true, size: 0 });
  const changed = useCallback((list: List): void => {
    const before = known.current;
    known.current = { atEnd: isNearEnd(list), size: list.getTotalSize() };
    if (before.atEnd && before.size !== known.current.size) {
      known.current.atEnd = true;
      list.scrollToEnd();
    }
    setAtEnd(known.current.atEnd);
  }, []);
  return { atEnd, changed };
};

/** The turns near the screen, kept at the end while the reader is at the end and still everywhere else. */
export const useTurnList = (turns: readonly Turn[], liveId: string | undefined, endAsked: number) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { atEnd, changed } = useEnd();
  const guess = useCallback((index: number) => guessed(turns[index]), [turns]);
  const keyOf = useCallback((index: number) => turns[index]?.message.id ?? index, [turns]);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: turns.length,
    getScrollElement: () => scroller.current,
    estimateSize: guess,
    getItemKey: keyOf,
    overscan: 2,
    paddingStart: ABOVE,
    paddingEnd: BELOW,
    onChange: changed,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    initialRect: { width: 0, height: SOME_HEIGHT },
    observeElementRect: observeRect,
    measureElement: (element, entry, of) =>
      measureElement(element, entry, of) || guess(Number(element.dataset['index'])),
  });

  const toEnd = useCallback((): void => list.scrollToEnd(), [list]);

  // A chat opens at its end, and a reply that begins comes into sight wherever the reader was.
  const first = turns[0]?.message.id;
  useLayoutEffect(() => {
    if (first !== undefined) list.scrollToEnd();
  }, [list, first, liveId, endAsked]);

  return { scroller, list, atEnd, toEnd };
};
