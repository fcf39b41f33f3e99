import { useEffect, useRef, useState } from 'react';

/** How near to what is shown is near, in pixels: far enough that a quick scroll does not overtake the buttons. */
const NEAR_PX = 400;

/**
 * Whether an element is far from what its list shows; `guess` until that is known. One with the focus in it is not;
 * without an observer, none is.
 */
export const useFar = (guess: boolean) => {
  const ref = useRef<HTMLUListElement>(null);
  const [isFar, setFar] = useState(guess && typeof IntersectionObserver === 'function');
  useEffect(() => {
    const element = ref.current;
    if (!element || typeof IntersectionObserver !== 'function') return;
    const observer = new IntersectionObserver(
      ([entry]) => setFar(entry?.isIntersecting === false && !element.contains(document.activeElement)),
      { root: element.closest('nav'), rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isFar };
};
