import { measureElement, observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

import type { Turn } from './message-tree.ts';

/** What counts as being at the end, in pixels: about a line. */
const END_THRESHOLD_PX = 32;
const LINE_HEIGHT_PX = 26;
const CHARS_PER_LINE = 84;
const TURN_PADDING_PX = 76;
const MAX_SCANNED_CHARS = 600;
/** Room before the first and after the last turn. */
const PADDING_START_PX = 24;
const PADDING_END_PX = 16;
/** Stands in for a page that has no height yet: drawing nothing then would draw nothing for good. */
const FALLBACK_HEIGHT_PX = 900;

type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

/** A first guess from length and line breaks; of a long text only its beginning is looked at, as thousands are guessed at once. */
const estimateHeight = (turn: Turn | undefined): number => {
  const text = turn?.message.content ?? '';
  const scanned = Math.min(text.length, MAX_SCANNED_CHARS);
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < scanned; at = text.indexOf('\n', at + 1)) breaks += 1;
  const lines = Math.max(1 + (scanned === 0 ? 0 : (breaks * text.length) / scanned), text.length / CHARS_PER_LINE);
  return TURN_PADDING_PX + LINE_HEIGHT_PX * Math.ceil(lines);
};

/** From what is known already: asking the document for its height would make it lay itself out at every step of a scroll. */
const isNearEnd = (list: List): boolean =>
  list.getTotalSize() - (list.scrollOffset ?? 0) - (list.scrollRect?.height ?? FALLBACK_HEIGHT_PX) <= END_THRESHOLD_PX;

/** Stays at the end when the list gets lower, for example while a long question is typed. */
const observeRect = (list: List, notify: (rect: { width: number; height: number }) => void) =>
  observeElementRect(list, ({ width, height }) => {
    const wasAtEnd = isNearEnd(list);
    notify({ width, height: height || FALLBACK_HEIGHT_PX });
    if (wasAtEnd) list.scrollToEnd();
  });

/**
 * Whether the reader is at the end. Stays at the end when a turn gets longer: the list scrolls before its new height is
 * drawn, so on a slow machine it may stop a line short.
 */
const useAtEnd = () => {
  const [atEnd, setAtEnd] = useState(true);
  const last = useRef({ atEnd: true, size: 0 });
  const onChange = useCallback((list: List): void => {
    const before = last.current;
    last.current = { atEnd: isNearEnd(list), size: list.getTotalSize() };
    if (before.atEnd && before.size !== last.current.size) {
      last.current.atEnd = true;
      list.scrollToEnd();
    }
    setAtEnd(last.current.atEnd);
  }, []);
  return { atEnd, changed: onChange };
};

/** The turns near the viewport. Follows the end while the reader is there, and otherwise does not scroll. */
export const useVirtualTurns = (turns: readonly Turn[], liveId: string | undefined, scrollToEndRequests: number) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { atEnd, changed: onChange } = useAtEnd();
  const estimate = useCallback((index: number) => estimateHeight(turns[index]), [turns]);
  const getKey = useCallback((index: number) => turns[index]?.message.id ?? index, [turns]);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: turns.length,
    getScrollElement: () => scroller.current,
    estimateSize: estimate,
    getItemKey: getKey,
    overscan: 2,
    paddingStart: PADDING_START_PX,
    paddingEnd: PADDING_END_PX,
    onChange,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: END_THRESHOLD_PX,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    initialRect: { width: 0, height: FALLBACK_HEIGHT_PX },
    observeElementRect: observeRect,
    measureElement: (element, entry, of) =>
      measureElement(element, entry, of) || estimate(Number(element.dataset['index'])),
  });

  const scrollToEnd = useCallback((): void => list.scrollToEnd(), [list]);

  // A chat opens at its end, and a reply that begins comes into sight wherever the reader was.
  const first = turns[0]?.message.id;
  useLayoutEffect(() => {
    if (first !== undefined) list.scrollToEnd();
  }, [list, first, liveId, scrollToEndRequests]);

  return { scroller, list, atEnd, toEnd: scrollToEnd };
};
