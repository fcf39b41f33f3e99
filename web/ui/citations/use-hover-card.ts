import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react';

import { placeBeside } from '../overlays/place-beside.ts';

/** Long enough that a pointer on its way over the page opens nothing. */
const OPEN_DELAY_MS = 120;
/** Long enough to move from the mark into its card. */
const CLOSE_DELAY_MS = 180;

/** Shows the card in the top layer, and lets it go when the page moves under it. */
const usePopoverPosition = (
  open: boolean,
  anchor: RefObject<HTMLElement | null>,
  close: () => void,
): RefObject<HTMLSpanElement | null> => {
  const card = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!open || !card.current || !anchor.current) return;
    if (typeof card.current.showPopover === 'function') card.current.showPopover();
    placeBeside(anchor.current.getBoundingClientRect(), card.current, { align: 'center', gap: 8, edge: 12 });
  }, [open, anchor]);
  useEffect(() => {
    if (!open) return;
    window.addEventListener('scroll', close, { capture: true, passive: true });
    window.addEventListener('resize', close);
    return () => {
      window.removeEventListener('scroll', close, { capture: true });
      window.removeEventListener('resize', close);
    };
  }, [open, close]);
  return card;
};

/** Where a key leads: Escape to the button, an arrow to the stop before or after among button and links. */
const keyTarget = (key: string, anchor: HTMLElement | null, card: HTMLElement | null): HTMLElement | null => {
  if (key === 'Escape') return anchor;
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || !anchor) return null;
  const stops = [anchor, ...(card?.querySelectorAll('a') ?? [])];
  return stops[stops.findIndex((stop) => stop === document.activeElement) + step] ?? null;
};

/**
 * A card beside a button: opens on hover and keyboard focus, stays while pointer or focus is in
 * either, closes on Escape. Arrows move between the button and the links of the card.
 */
export const useHoverCard = () => {
  const [open, setOpen] = useState(false);
  const [close] = useState(() => () => setOpen(false));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const anchor = useRef<HTMLButtonElement>(null);
  const card = usePopoverPosition(open, anchor, close);
  useEffect(() => () => clearTimeout(timer.current), []);
  const scheduleOpen = (next: boolean, delayMs: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen(next), delayMs);
  };
  const hoverHandlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') scheduleOpen(true, OPEN_DELAY_MS);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') scheduleOpen(false, CLOSE_DELAY_MS);
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target === anchor.current && !target.matches(':focus-visible')) return;
      clearTimeout(timer.current);
      setOpen(true);
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOpen(false);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!open) return;
      const target = keyTarget(event.key, anchor.current, card.current);
      if (!target) return;
      // The card takes this key; what lies around it stays.
      event.preventDefault();
      event.stopPropagation();
      target.focus();
      if (event.key === 'Escape') setOpen(false);
    },
  };
  return { open, setOpen, anchor, card, around: hoverHandlers };
};
