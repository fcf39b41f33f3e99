import { useEffectEvent, useLayoutEffect } from 'react';

import { isComposing } from '../is-composing.ts';

/**
 * Listens to the keys of the whole page, from the moment that what they belong to is seen, but not to those of an input
 * method that composes.
 */
export const useKeyDown = (onKey: (event: KeyboardEvent) => void): void => {
  const onKeyDown = useEffectEvent(onKey);
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (!isComposing({ nativeEvent: event })) onKeyDown(event);
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
