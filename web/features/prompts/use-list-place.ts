import { useLayoutEffect, type RefObject } from 'react';

const GAP = 6;
const EDGE = 8;
/** A list that is lower shows too little. */
const MIN_HEIGHT = 150;
const MAX_HEIGHT = 340;

/** Above the box, so over the keyboard of a phone; under it where there is more room. Fixed, in the top layer. */
const place = (list: HTMLElement, surface: Element): void => {
  const { top, bottom, left, width } = surface.getBoundingClientRect();
  const seen = window.visualViewport;
  const seenTop = seen?.offsetTop ?? 0;
  const seenBottom = seenTop + (seen?.height ?? window.innerHeight);
  const [above, below] = [top - seenTop - GAP - EDGE, seenBottom - bottom - GAP - EDGE];
  const isAbove = above >= MIN_HEIGHT || above >= below;
  list.style.left = `${left}px`;
  list.style.width = `${width}px`;
  list.style.top = isAbove ? 'auto' : `${bottom + GAP}px`;
  list.style.bottom = isAbove ? `${document.documentElement.clientHeight - top + GAP}px` : 'auto';
  list.style.maxHeight = `${Math.max(0, Math.min(MAX_HEIGHT, isAbove ? above : below))}px`;
};

/** Shows a list at the surface of the box, and keeps it there. */
export const useListPlace = (list: RefObject<HTMLElement | null>, box: HTMLTextAreaElement | null): void => {
  useLayoutEffect(() => {
    const [element, surface] = [list.current, box?.parentElement];
    if (!element || !surface) return;
    if (typeof element.showPopover === 'function' && !element.matches(':popover-open')) element.showPopover();
    const update = (): void => place(element, surface);
    update();
    const targets = [window, ...(window.visualViewport ? [window.visualViewport] : [])];
    for (const target of targets) {
      target.addEventListener('resize', update);
      target.addEventListener('scroll', update);
    }
    return () => {
      for (const target of targets) {
        target.removeEventListener('resize', update);
        target.removeEventListener('scroll', update);
      }
    };
  });
};
