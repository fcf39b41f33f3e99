import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A textarea as high as its text, up to `most` pixels; beyond that it scrolls. */
export const useGrowing = (text: string, most: number): RefObject<HTMLTextAreaElement | null> => {
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const area = box.current;
    if (!area) return;
    area.style.height = 'auto';
    const wanted = area.scrollHeight;
    area.style.height = `${Math.min(wanted, most)}px`;
    area.style.overflowY = wanted > most ? 'auto' : 'hidden';
  }, [text, most]);
  return box;
};
