import { useLayoutEffect, useRef, type RefObject } from 'react';

const resize = (area: HTMLTextAreaElement, maxHeight: number): void => {
  area.style.height = 'auto';
  const contentHeight = area.scrollHeight;
  area.style.height = `${Math.min(contentHeight, maxHeight)}px`;
  area.style.overflowY = contentHeight > maxHeight ? 'auto' : 'hidden';
};

/** Resizes when the width changes: lines then break elsewhere. The observer reports the first width after layout. */
const observeWidth = (area: HTMLTextAreaElement, measure: () => void): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  let width: number | null = null;
  const observer = new ResizeObserver(() => {
    const before = width;
    width = area.clientWidth;
    if (before !== null && before !== width) measure();
  });
  observer.observe(area);
  return () => observer.disconnect();
};

/** A textarea as high as its text, up to `most` pixels; beyond that it scrolls. */
export const useAutoResize = (text: string, maxHeight: number): RefObject<HTMLTextAreaElement | null> => {
  const box = useRef<HTMLTextAreaElement>(null);
  const wasEmpty = useRef(true);
  useLayoutEffect(() => {
    const isEmpty = text === '';
    // An empty box is one line high by itself, and measuring it would force a layout of the whole page.
    if (box.current && !(isEmpty && wasEmpty.current)) resize(box.current, maxHeight);
    wasEmpty.current = isEmpty;
  }, [text, maxHeight]);
  useLayoutEffect(() => {
    const area = box.current;
    return area ? observeWidth(area, () => resize(area, maxHeight)) : undefined;
  }, [maxHeight]);
  return box;
};
