import { useRef, type TouchEvent } from 'react';

import { directionOf } from '../../lib/i18n/language.ts';
import { currentLanguage } from '../../lib/i18n/translations.ts';

/** Far enough to be meant, in CSS pixels. */
const DISTANCE = 48;
/** How much longer than high the way must be. */
const SLOPE = 2;

const scrollsSideways = (element: Element): boolean =>
  element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX);

/** What moves sideways under the finger itself: a text box, or a box that scrolls that way. */
const takesSwipes = (target: EventTarget): boolean => {
  if (!(target instanceof Element) || target.closest('input, textarea, dialog') !== null) return true;
  for (let element: Element | null = target; element !== null; element = element.parentElement)
    if (scrollsSideways(element)) return true;
  return false;
};

/** Closes what came in from the side when a finger pushes it back there. */
export const useSwipeClose = (onClose: (() => void) | null) => {
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target }: TouchEvent): void => {
      const touch = touches[0];
      const isSwipe = onClose !== null && touch !== undefined && touches.length === 1 && !takesSwipes(target);
      start.current = isSwipe ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchMove: ({ touches }: TouchEvent): void => {
      const touch = touches[0];
      if (start.current === null || touch === undefined) return;
      const outward = directionOf(currentLanguage()) === 'rtl' ? 1 : -1;
      const way = (touch.clientX - start.current.x) * outward;
      if (way < DISTANCE || way < SLOPE * Math.abs(touch.clientY - start.current.y)) return;
      start.current = null;
      onClose?.();
    },
  };
};
