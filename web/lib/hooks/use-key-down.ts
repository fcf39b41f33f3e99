import { useEffectEvent, useLayoutEffect } from 'react';

/** Listens to the keys of the whole page, from the moment that what they belong to is seen. */
export const useKeyDown = (onKey: (event: KeyboardEvent) => void): void => {
  const onKeyDown = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
