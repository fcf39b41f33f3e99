import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';

type List = Pick<Virtualizer<HTMLDivElement, HTMLDivElement>, 'itemSizeCache' | 'scrollOffset'>;

/**
 * Whether what the reader looks at would move with a turn's new height, so that the list has to scroll by as much. The
 * library's own rule leaves out turns that are measured again while the reader scrolls up: those that were drawn as the
 * chat opened, before its formulas and fonts were there, pushed the text down when they came near again. A turn that is
 * partly in sight grows at its end.
 */
export const isAboveReader = ({ key, start, end }: VirtualItem, { itemSizeCache, scrollOffset }: List): boolean => {
  const offset = scrollOffset ?? 0;
  return itemSizeCache.has(key) ? end <= offset : start < offset;
};
