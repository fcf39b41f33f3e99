import { useEffect, useEffectEvent, type RefObject } from 'react';

const EDITABLE = 'input, textarea, select, [contenteditable]';

/** Nothing nearer has the key: the conversation has the focus, something in it has, or nothing has. */
const isForConversation = ({ target }: KeyboardEvent, scroller: HTMLElement | null): boolean =>
  target === document.body ||
  (target instanceof Element && scroller?.contains(target) && !target.closest(EDITABLE)) === true;

/** Home and End lead to the first and last turn. By themselves they would stop where the heights are only guessed. */
export const useHomeEnd = (
  scroller: RefObject<HTMLElement | null>,
  { toStart, toEnd }: { readonly toStart: () => void; readonly toEnd: () => void },
): void => {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    const go = { Home: toStart, End: toEnd }[event.key];
    if (!go || event.shiftKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    if (!isForConversation(event, scroller.current) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    go();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
};
