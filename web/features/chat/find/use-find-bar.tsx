import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';

import type { FindInput } from './use-find.ts';

const FindBar = lazy(() => import('./find-bar.tsx').then(({ FindBar: component }) => ({ default: component })));

const isFindKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && ctrlKey !== metaKey && !shiftKey && !altKey;

/** Ctrl or Command and F open the find bar of the conversation; pressed in it, they are the browser's own. */
export const useFindBar = (input: FindInput): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!isFindKey(event) || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (isOpen && document.activeElement === box.current) return;
    event.preventDefault();
    if (!isOpen) before.current = document.activeElement;
    setIsOpen(true);
    box.current?.focus();
    box.current?.select();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  const close = (): void => {
    setIsOpen(false);
    const opener = before.current;
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
      opener.focus({ preventScroll: true });
    else input.scroller.current?.focus({ preventScroll: true });
  };
  return isOpen ? (
    <Suspense>
      <FindBar {...input} inputRef={box} onClose={close} />
    </Suspense>
  ) : null;
};
