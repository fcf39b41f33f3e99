import { defaultRangeExtractor, measureElement, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';

import type { ReplyStore } from '../engine/reply-store.ts';
import { isAboveReader } from './is-above-reader.ts';
import type { Turn } from './message-tree.ts';
import type { ScrollMemory } from './scroll-memory.ts';
import {
  END_THRESHOLD_PX,
  FALLBACK_HEIGHT_PX,
  isNearEnd,
  type List,
  observeRect,
  type Place,
  useAtEnd,
} from './use-at-end.ts';

const LINE_HEIGHT_PX = 26;
const CHARS_PER_LINE = 84;
const TURN_PADDING_PX = 76;
const MAX_SCANNED_CHARS = 600;
/** Room before the first and after the last turn. */
const PADDING_START_PX = 24;
const PADDING_END_PX = 16;
/**
 * A first guess from length and line breaks; of a long text only its beginning is looked at, as
 * thousands are guessed at once.
 */
const estimateHeight = (turn: Turn | undefined): number => {
  const text = turn?.message.content ?? '';
  const scanned = Math.min(text.length, MAX_SCANNED_CHARS);
  let breaks = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < scanned; at = text.indexOf('\n', at + 1)) breaks += 1;
  const lines = Math.max(1 + (scanned === 0 ? 0 : (breaks * text.length) / scanned), text.length / CHARS_PER_LINE);
  return TURN_PADDING_PX + LINE_HEIGHT_PX * Math.ceil(lines);
};

/** Tells where the reader was when the conversation leaves the page. */
const useLeave = (list: List, memory: ScrollMemory | undefined): void => {
  const leave = useEffectEvent((): void => {
    const isAtEnd = list.scrollOffset === null || isNearEnd(list);
    memory?.onLeave(isAtEnd ? null : { offset: list.scrollOffset ?? 0, heights: list.takeSnapshot() });
  });
  useLayoutEffect(() => () => leave(), []);
};

interface VirtualTurnsInput {
  readonly turns: readonly Turn[];
  readonly live: Pick<ReplyStore, 'messageId'> | null;
  readonly scrollToEndRequests?: number | undefined;
  readonly scrollMemory?: ScrollMemory | undefined;
  /** The turn to show; a new object shows it again. */
  readonly sought?: { readonly messageId: string } | null | undefined;
  /** Turns that stay drawn out of sight: what is typed in them is nowhere else. */
  readonly edited: ReadonlySet<string>;
}

/** What lies over the top of the conversation, as the find bar does. */
const COVERED_TOP_PX = 64;
const COVERED_BOTTOM_PX = 24;

/** Scrolls to what is not in sight, so that a third of the page is before it. */
const showRect = (list: List, scroller: HTMLElement, rect: DOMRect): void => {
  const box = scroller.getBoundingClientRect();
  const isSeen = rect.top >= box.top + COVERED_TOP_PX && rect.bottom <= box.bottom - COVERED_BOTTOM_PX;
  if (!isSeen) list.scrollToOffset(scroller.scrollTop + rect.top - box.top - box.height / 3);
};

/** Shows the turn that was named, unless its reader comes back to where they were in the conversation. */
const useSoughtTurn = (
  turns: readonly Turn[],
  sought: VirtualTurnsInput['sought'],
  { isReturn, scrollToTurn }: { readonly isReturn: boolean; readonly scrollToTurn: (index: number) => void },
): void => {
  const last = useRef(isReturn ? sought : null);
  useLayoutEffect(() => {
    if (!sought || last.current === sought) return;
    const index = turns.findIndex(({ message }) => message.id === sought.messageId);
    if (index < 0) return;
    last.current = sought;
    scrollToTurn(index);
  }, [turns, sought, scrollToTurn]);
};

/**
 * A chat opens at its end, or where its reader comes back to. A reply that begins comes into sight wherever they were;
 * its end is no reason to scroll.
 */
const useScrollReasons = (
  { live, scrollToEndRequests }: VirtualTurnsInput,
  { isReturn, scrollToEnd }: { readonly isReturn: boolean; readonly scrollToEnd: () => void },
): void => {
  const [begunId, setBegunId] = useState(live?.messageId);
  if (live && live.messageId !== begunId) setBegunId(live.messageId);
  const isAtOldPlace = useRef(isReturn);
  useLayoutEffect(() => {
    if (!isAtOldPlace.current) scrollToEnd();
    isAtOldPlace.current = false;
  }, [begunId, scrollToEndRequests, scrollToEnd]);
};

/** Keeps the end of a turn, which has its pager, where it is in sight while another version takes its place. */
const useKeptTurn = (
  list: List,
  { onChange, setPin }: { readonly onChange: Place; readonly setPin: (place: Place) => void },
) => {
  useLayoutEffect(() => onChange(list));
  return useCallback(
    (messageId: string): void => {
      const index = list.measurementsCache.findIndex(({ key }) => key === messageId);
      const endOfTurn = () => list.measurementsCache[index]?.end ?? 0;
      // The list may still know a place that the browser refused: a short conversation scrolls nowhere.
      const distance = endOfTurn() - (list.scrollElement?.scrollTop ?? 0);
      setPin(() => list.scrollToOffset(endOfTurn() - distance));
    },
    [list, setPin],
  );
};

/** The turns in sight, and those that are edited wherever they are. */
const useDrawnRange = (turns: readonly Turn[], edited: ReadonlySet<string>) => {
  const indexes = useMemo(
    () => (edited.size === 0 ? [] : turns.flatMap(({ message }, index) => (edited.has(message.id) ? [index] : []))),
    [turns, edited],
  );
  return useCallback(
    (range: Range): number[] => [...new Set([...defaultRangeExtractor(range), ...indexes])].toSorted((a, b) => a - b),
    [indexes],
  );
};

/** The turns near the viewport. Follows the end while the reader is there, and otherwise does not scroll. */
export const useVirtualTurns = (input: VirtualTurnsInput) => {
  const { turns, scrollMemory, sought, edited } = input;
  const scroller = useRef<HTMLDivElement>(null);
  const [initial] = useState(() => scrollMemory?.initial ?? null);
  const { atEnd, changed: onChange, setPin } = useAtEnd(initial);
  const estimate = useCallback((index: number) => estimateHeight(turns[index]), [turns]);
  const getKey = useCallback((index: number) => turns[index]?.message.id ?? index, [turns]);
  const list = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: turns.length,
    getScrollElement: () => scroller.current,
    estimateSize: estimate,
    getItemKey: getKey,
    overscan: 2,
    rangeExtractor: useDrawnRange(turns, edited),
    paddingStart: PADDING_START_PX,
    paddingEnd: PADDING_END_PX,
    onChange,
    anchorTo: 'end',
    followOnAppend: true,
    // The list itself must not follow for a reader who has just left the end.
    scrollEndThreshold: atEnd ? END_THRESHOLD_PX : -1,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    initialOffset: initial?.offset ?? 0,
    initialMeasurementsCache: [...(initial?.heights ?? [])],
    initialRect: { width: 0, height: FALLBACK_HEIGHT_PX },
    observeElementRect: observeRect,
    measureElement: (element, entry, of) =>
      measureElement(element, entry, of) || estimate(Number(element.dataset['index'])),
  });

  useLayoutEffect(() => {
    list.shouldAdjustScrollPositionOnItemSizeChange = (item) => isAboveReader(item, list);
  }, [list]);

  const scrollToEnd = useCallback((): void => {
    setPin(null);
    list.scrollToEnd();
  }, [list, setPin]);
  const scrollToTurn = useCallback(
    (index: number, findRect?: () => DOMRect | null): void => {
      const place: Place = (of) => {
        const rect = findRect?.() ?? null;
        if (rect && scroller.current) showRect(of, scroller.current, rect);
        else if (index === 0) of.scrollToOffset(0);
        else of.scrollToIndex(index, { align: 'start' });
      };
      setPin(place);
      place(list);
    },
    [list, setPin],
  );
  const firstVisible = (): number => list.getVirtualItemForOffset(list.scrollOffset ?? 0)?.index ?? 0;

  useScrollReasons(input, { isReturn: initial !== null, scrollToEnd });
  useSoughtTurn(turns, sought, { isReturn: initial !== null, scrollToTurn });
  useLeave(list, scrollMemory);
  const keepTurn = useKeptTurn(list, { onChange, setPin });

  return { scroller, list, atEnd, toEnd: scrollToEnd, scrollToTurn, keepTurn, firstVisible };
};

export type VirtualTurns = ReturnType<typeof useVirtualTurns>;
