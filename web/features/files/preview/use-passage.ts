import { useEffect, useRef, type RefObject } from 'react';

import { findPassage } from '../../../lib/text-ranges.ts';

const HIGHLIGHT = 'file-passage';

const highlights = (): HighlightRegistry | null =>
  typeof CSS !== 'undefined' && 'highlights' in CSS ? CSS.highlights : null;

const scrollerOf = (element: HTMLElement): HTMLElement | null => {
  for (let parent = element.parentElement; parent; parent = parent.parentElement)
    if (parent.scrollHeight > parent.clientHeight && /auto|scroll/.test(getComputedStyle(parent).overflowY))
      return parent;
  return null;
};

/** The passage comes into the upper third, also within one very long block. */
const scrollToRange = (range: Range, box: HTMLElement): void => {
  const scroller = scrollerOf(box);
  if (!scroller || typeof range.getBoundingClientRect !== 'function')
    return range.startContainer.parentElement?.scrollIntoView?.({ block: 'center' });
  const { top, height } = scroller.getBoundingClientRect();
  scroller.scrollTop += range.getBoundingClientRect().top - top - height / 3;
};

/**
 * Begins a preview at a passage and marks it. What is drawn late, as coloured code, is looked through again; the scroll
 * is made once.
 */
export const usePassage = (passage: string | undefined): RefObject<HTMLDivElement | null> => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element || !passage) return;
    let hasScrolled = false;
    const mark = (): void => {
      const range = findPassage(element, passage);
      if (!range) return;
      if (typeof Highlight === 'function') highlights()?.set(HIGHLIGHT, new Highlight(range));
      if (!hasScrolled) scrollToRange(range, element);
      hasScrolled = true;
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      highlights()?.delete(HIGHLIGHT);
    };
  }, [passage]);
  return box;
};
