import type { MouseEvent } from 'react';

import { parseFileLink } from '../../lib/file-link.ts';
import { isPlainClick } from '../../lib/plain-click.ts';
import { filePreviewSet } from '../../state/files-slice.ts';
import { useAppDispatch } from '../../state/store.ts';

/** A text may hold a link that is no proper address, such as `#100%`. */
const decodeFragment = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

/** A footnote and the like: the fragment belongs to the page's addresses, so such a link scrolls without it. */
const scrollToAnchor = (href: string): void => {
  const target = document.getElementById(decodeFragment(href.slice(1)));
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
};

/** Links to own files open over the page instead of loading it again; links within a text scroll. */
export const useLinkClicks = (): ((event: MouseEvent) => void) => {
  const dispatch = useAppDispatch();
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/?"], a[href^="#"]') : null;
    const href = link?.getAttribute('href') ?? '';
    const place = parseFileLink(href);
    const isAnchor = href.startsWith('#') && !href.startsWith('#/');
    if (!(place || isAnchor) || !isPlainClick(event)) return;
    event.preventDefault();
    if (place) dispatch(filePreviewSet(place));
    else scrollToAnchor(href);
  };
};
