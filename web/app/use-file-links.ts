import type { MouseEvent } from 'react';

import { ownFile } from '../lib/own-file.ts';
import { filePreviewed } from '../state/files-slice.ts';
import { useAppDispatch } from '../state/store.ts';

const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

/** A link to an own file, wherever it stands, opens it over the page instead of loading the page anew. */
export const useFileLinks = (): ((event: MouseEvent) => void) => {
  const dispatch = useAppDispatch();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/?"]') : null;
    const place = ownFile(link?.getAttribute('href') ?? '');
    if (!place || !isPlain(event)) return;
    event.preventDefault();
    dispatch(filePreviewed(place));
  };
};
