import type { MouseEvent } from 'react';

import { parseFileLink } from '../../lib/file-link.ts';
import { isPlainClick } from '../../lib/plain-click.ts';
import { filePreviewSet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';

/** Links to own files open over the page instead of loading it again. */
export const useLinkClicks = (): ((event: MouseEvent) => void) => {
  const dispatch = useAppDispatch();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/?"]') : null;
    const place = parseFileLink(link?.getAttribute('href') ?? '');
    if (!place || !isPlainClick(event)) return;
    event.preventDefault();
    dispatch(filePreviewSet(place));
  };
};
