import { useLayoutEffect, useRef, type RefObject } from 'react';

const grow = (area: HTMLTextAreaElement, most: number): void => {
  area.style.height = 'auto';
  const wanted = area.scrollHeight;
  area.style.height = `${Math.min(wanted, most)}px`;
  area.style.overflowY = wanted > most ? 'auto' : 'hidden';
};

/** Measures anew when the box gets another width, as its lines break elsewhere then. */
const onWidth = (area: HTMLTextAreaElement, measure: () => void): (() => void) => {
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
export const useGrowing = (text: string, most: number): RefObject<HTMLTextAreaElement | null> => {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (box.current) grow(box.current, most);
  }, [text, most]);
  useLayoutEffect(() => {
    const area = box.current;
    return area ? onWidth(area, () => grow(area, most)) : undefined;
  }, [most]);
  return box;
};
