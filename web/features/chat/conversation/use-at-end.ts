import { observeElementRect, type Rect, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

import type { ScrollPosition } from './scroll-memory.ts';

/** What counts as being at the end, in pixels: about a line. */
export const END_THRESHOLD_PX = 32;
/** What a list that rests at its end may be off by. */
const REST_THRESHOLD_PX = 2;
/** Stands in for a page that has no height yet: drawing nothing then would draw nothing for good. */
export const FALLBACK_HEIGHT_PX = 900;

export type List = Virtualizer<HTMLDivElement, HTMLDivElement>;

/**
 * From what is known already: asking the document for its height would make it lay itself out
 * at every step of a scroll.
 */
const distanceFromEnd = (list: List): number =>
  list.getTotalSize() - (list.scrollOffset ?? 0) - (list.scrollRect?.height ?? FALLBACK_HEIGHT_PX);

export const isNearEnd = (list: List): boolean => distanceFromEnd(list) <= END_THRESHOLD_PX;

/** Stays at the end when the list gets lower, for example while a long question is typed. */
export const observeRect = (list: List, notify: (rect: Rect) => void) =>
  observeElementRect(list, ({ width, height }) => {
    const wasAtEnd = distanceFromEnd(list) <= list.options.scrollEndThreshold;
    notify({ width, height: height || FALLBACK_HEIGHT_PX });
    if (wasAtEnd) list.scrollToEnd();
  });

const INPUT_EVENTS = ['wheel', 'touchstart', 'touchmove', 'pointerdown', 'keydown'] as const;

export type Place = (list: List) => void;

/**
 * A place to be at. It is applied again whenever the list's height changes: turns are lower until their texts are set,
 * and the browser stops at the end of what there is. The reader's first input ends it.
 */
const usePin = (initial: Place | null) => {
  const pin = useRef(initial);
  const setPin = useCallback((place: Place | null): void => {
    pin.current = place;
  }, []);
  const hasActed = useRef(false);
  useLayoutEffect(() => {
    const act = (): void => {
      setPin(null);
      hasActed.current = true;
    };
    for (const type of INPUT_EVENTS) window.addEventListener(type, act, { capture: true, passive: true });
    return () => {
      for (const type of INPUT_EVENTS) window.removeEventListener(type, act, { capture: true });
    };
  }, [setPin]);
  return { pin, setPin, hasActed };
};

/** A reader who was at the end is there until they scroll up by themselves, and again once they reach it. */
const isAtEndStill = (list: List, wasAtEnd: boolean, hasActed: boolean): boolean => {
  const { scrollDirection } = list;
  // By itself, a list that scrolls before its new height is drawn may stop a line short on a slow machine.
  const isExact = wasAtEnd ? hasActed : scrollDirection !== 'forward';
  return (
    (wasAtEnd && scrollDirection !== 'backward') ||
    distanceFromEnd(list) <= (isExact ? REST_THRESHOLD_PX : END_THRESHOLD_PX)
  );
};

/** Whether the reader is at the end. Stays at the end when a turn gets longer. */
export const useAtEnd = (initial: ScrollPosition | null) => {
  const [atEnd, setAtEnd] = useState(initial === null);
  const last = useRef({ atEnd: initial === null, size: 0 });
  const { pin, setPin, hasActed } = usePin(initial && ((list) => list.scrollToOffset(initial.offset)));
  const onChange = useCallback(
    (list: List): void => {
      const before = last.current;
      const size = list.getTotalSize();
      const isAtEnd = pin.current === null && isAtEndStill(list, before.atEnd, hasActed.current);
      last.current = { atEnd: isAtEnd, size };
      if (before.size !== size) {
        pin.current?.(list);
        if (before.atEnd && isAtEnd) {
          hasActed.current = false;
          list.scrollToEnd();
        }
      }
      setAtEnd(isAtEnd || (pin.current !== null && isNearEnd(list)));
    },
    [pin, hasActed],
  );
  return { atEnd, changed: onChange, setPin };
};
