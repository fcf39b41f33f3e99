import type { MouseEvent } from 'react';

import { parseFileLink } from '../../lib/file-link.ts';
import { filePreviewSet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';

const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);

/** A link to an own file, wherever it stands, opens it over the page instead of loading the page anew. */
export const useFileLinkClicks = (): ((event: MouseEvent) => void) => {
  const dispatch = useAppDispatch();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/?"]') : null;
    const place = parseFileLink(link?.getAttribute('href') ?? '');
    if (!place || !isPlainClick(event)) return;
    event.preventDefault();
    dispatch(filePreviewSet(place));
  };
};
