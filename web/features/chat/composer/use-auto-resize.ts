import { useLayoutEffect, useRef, type RefObject } from 'react';

const resize = (area: HTMLTextAreaElement, maxHeight: number): void => {
  area.style.height = 'auto';
  const contentHeight = area.scrollHeight;
  area.style.height = `${Math.min(contentHeight, maxHeight)}px`;
  area.style.overflowY = contentHeight > maxHeight ? 'auto' : 'hidden';
};

/** Resizes when the width changes, because lines then break elsewhere. */
const observeWidth = (area: HTMLTextAreaElement, measure: () => void): (() => void) => {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  let width = area.clientWidth;
  const observer = new ResizeObserver(() => {
    if (area.clientWidth === width) return;
    width = area.clientWidth;
    measure();
  });
  observer.observe(area);
  return () => observer.disconnect();
};

/** A textarea as high as its text, up to `most` pixels; beyond that it scrolls. */
export const useAutoResize = (text: string, maxHeight: number): RefObject<HTMLTextAreaElement | null> => {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (box.current) resize(box.current, maxHeight);
  }, [text, maxHeight]);
  useLayoutEffect(() => {
    const area = box.current;
    return area ? observeWidth(area, () => resize(area, maxHeight)) : undefined;
  }, [maxHeight]);
  return box;
};
