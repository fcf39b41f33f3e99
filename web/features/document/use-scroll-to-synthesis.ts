import { useEffect, useRef, type RefObject } from 'react';

import { prefersReducedMotion } from '../../lib/media.ts';

/** Between the first line and the last: what is read there never moves by itself. */
const isInMidst = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean =>
  scrollTop > 0 && scrollTop + clientHeight < scrollHeight - 1;

/** With each request the document scrolls to its synthesis, unless its reader is in the midst of the text. */
export const useScrollToSynthesis = (
  scroller: RefObject<HTMLElement | null>,
  requests: number,
): RefObject<HTMLElement | null> => {
  const synthesis = useRef<HTMLElement>(null);
  const answered = useRef(requests);
  useEffect(() => {
    if (answered.current === requests) return;
    answered.current = requests;
    if (!scroller.current || isInMidst(scroller.current)) return;
    synthesis.current?.scrollIntoView({ block: 'center', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, [scroller, requests]);
  return synthesis;
};
