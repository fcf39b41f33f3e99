export interface Placement {
  /** The edge of the anchor to line up with, in the direction of the text; or its middle. */
  readonly align: 'start' | 'end' | 'center';
  /** Pixels between the anchor and what is placed. */
  readonly gap: number;
  /** Pixels between what is placed and the window's border. */
  readonly edge: number;
}

const leftOf = (anchor: DOMRect, element: HTMLElement, align: Placement['align']): number => {
  if (align === 'center') return anchor.left + anchor.width / 2 - element.offsetWidth / 2;
  const fromRight = (align === 'end') !== (getComputedStyle(element).direction === 'rtl');
  return fromRight ? anchor.right - element.offsetWidth : anchor.left;
};

/** Puts a fixed element under its anchor, or over it where there is no room, and always inside the window. */
export const placeBeside = (anchor: DOMRect, element: HTMLElement, { align, gap, edge }: Placement): void => {
  const { offsetWidth: width, offsetHeight: height } = element;
  const below = anchor.bottom + gap;
  const isTooLow = below + height > window.innerHeight - edge;
  const top = isTooLow ? Math.max(edge, anchor.top - gap - height) : below;
  const maxLeft = Math.max(edge, window.innerWidth - width - edge);
  element.style.top = `${top}px`;
  element.style.left = `${Math.min(Math.max(edge, leftOf(anchor, element, align)), maxLeft)}px`;
};
