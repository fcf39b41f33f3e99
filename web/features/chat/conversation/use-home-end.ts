import type { RefObject } from 'react';

import { useKeyDown } from '../../../lib/hooks/use-key-down.ts';

const EDITABLE = 'input, textarea, select';

/** Nothing nearer has the key: the conversation has the focus, something in it has, or nothing has. */
const isForConversation = ({ target }: KeyboardEvent, scroller: HTMLElement | null): boolean =>
  target === document.body ||
  (target instanceof Element && scroller?.contains(target) && !target.closest(EDITABLE)) === true;

/** Home and End lead to the first and last turn. By themselves they would stop where the heights are only guessed. */
export const useHomeEnd = (
  scroller: RefObject<HTMLElement | null>,
  { toStart, toEnd }: { readonly toStart: () => void; readonly toEnd: () => void },
): void => {
  useKeyDown((event) => {
    const go = { Home: toStart, End: toEnd }[event.key];
    if (!go || event.shiftKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (!isForConversation(event, scroller.current) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    go();
  });
};
