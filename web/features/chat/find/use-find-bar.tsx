import { useEffect, useRef, useState, type ReactNode } from 'react';

import { useKeyDown } from '../../../lib/hooks/use-key-down.ts';
import { isMac } from '../../../lib/is-mac.ts';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import type * as findBar from './find-bar.tsx';
import type { FindInput } from './use-find.ts';

type FindBarPart = typeof findBar.FindBar;

let loadedBar: FindBarPart | null = null;

/** Until it is there, or should it not come, Ctrl+F is the browser's own. */
export const loadFindBar = async (): Promise<void> => {
  loadedBar ??= (await import('./find-bar.tsx')).FindBar;
};

/** On a Mac Control and F move the caret. */
const isFindKey = (event: KeyboardEvent): boolean =>
  shortcutKey(event) === 'f' &&
  event.metaKey === isMac() &&
  event.ctrlKey !== isMac() &&
  !event.shiftKey &&
  !event.altKey;

/** Ctrl or Command and F open the find bar of the conversation; pressed in it, they are the browser's own. */
export const useFindBar = (input: FindInput): ReactNode => {
  const [FindBar, setFindBar] = useState<FindBarPart | null>(null);
  const isOpen = FindBar !== null;
  const box = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  useKeyDown((event) => {
    if (!isFindKey(event) || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (isOpen && document.activeElement === box.current) return;
    if (loadedBar === null) return;
    event.preventDefault();
    if (!isOpen) before.current = document.activeElement;
    setFindBar(() => loadedBar);
    box.current?.focus();
    box.current?.select();
  });
  useEffect(() => {
    loadFindBar().catch(() => undefined);
  }, []);
  const close = (): void => {
    setFindBar(null);
    const opener = before.current;
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
      opener.focus({ preventScroll: true });
    else input.scroller.current?.focus({ preventScroll: true });
  };
  return FindBar ? <FindBar {...input} inputRef={box} onClose={close} /> : null;
};
