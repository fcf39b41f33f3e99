import type { MouseEvent } from 'react';

/** A click that a link answers by going there, not by opening a tab or a window. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
