import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Below this many letters two columns would be two stubs. */
const MIN_COLUMN_CHARS = 1_100;

interface ColumnsInput {
  readonly wanted: boolean;
  readonly streaming: boolean;
  readonly length: number;
  readonly scroller: RefObject<HTMLElement | null>;
}

/**
 * `one`: the first column only; `two`: balanced; `wide`: no columns. While it streams a text stays in the first column,
 * because balancing would move every line. Afterwards it is balanced once its second half is off the screen.
 */
export const useColumns = ({ wanted, streaming, length, scroller }: ColumnsInput) => {
  const [settled, setSettled] = useState(!streaming);
  const body = useRef<HTMLDivElement>(null);
  if (streaming && settled) setSettled(false);

  const settle = (): void => {
    const box = body.current?.getBoundingClientRect();
    if (box && scroller.current && box.top + box.height / 2 > scroller.current.getBoundingClientRect().bottom)
      setSettled(true);
  };
  const waits = wanted && !streaming && !settled;
  useLayoutEffect(() => {
    if (waits) settle();
  });
  useEffect(() => {
    const element = scroller.current;
    if (!waits || !element) return;
    element.addEventListener('scroll', settle, { passive: true });
    return () => element.removeEventListener('scroll', settle);
  });

  const long = length > MIN_COLUMN_CHARS;
  return {
    body,
    columns: !wanted ? ('wide' as const) : settled ? (long ? ('two' as const) : ('wide' as const)) : ('one' as const),
  };
};
