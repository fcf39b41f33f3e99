import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A box reports the height of a text that is lower than itself only while it is as low as it can be. */
const collapse = (area: HTMLTextAreaElement): (() => void) => {
  // The conversation would be higher for this moment, and the browser would scroll it back.
  const around = area.parentElement;
  if (around) around.style.minHeight = `${around.offsetHeight}px`;
  area.style.height = 'auto';
  return () => {
    if (around) around.style.minHeight = '';
  };
};

const resize = (area: HTMLTextAreaElement, maxHeight: number, { mayShrink = true } = {}): void => {
  const restore = mayShrink ? collapse(area) : undefined;
  const contentHeight = area.scrollHeight;
  area.style.height = `${Math.min(contentHeight, maxHeight)}px`;
  area.style.overflowY = contentHeight > maxHeight ? 'auto' : 'hidden';
  restore?.();
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

/** A textarea as high as its text, up to `maxHeight` pixels; beyond that it scrolls. */
export const useAutoResize = (text: string, maxHeight: number): RefObject<HTMLTextAreaElement | null> => {
  const box = useRef<HTMLTextAreaElement>(null);
  const textBefore = useRef('');
  useLayoutEffect(() => {
    const before = textBefore.current;
    textBefore.current = text;
    // An empty box is one line high by itself, and measuring it would force a layout of the whole page.
    if (box.current && (text !== '' || before !== ''))
      resize(box.current, maxHeight, { mayShrink: !text.startsWith(before) });
  }, [text, maxHeight]);
  useLayoutEffect(() => {
    const area = box.current;
    return area ? observeWidth(area, () => resize(area, maxHeight)) : undefined;
  }, [maxHeight]);
  return box;
};
