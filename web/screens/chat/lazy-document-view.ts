import { lazy } from 'react';

const load = () => import('../../features/document/document-view.tsx');

/**
 * The document view comes when it is first needed; `preloadDocumentView` fetches it before, while the browser is idle.
 */
export const LazyDocumentView = lazy(() => load().then((part) => ({ default: part.DocumentView })));

export const preloadDocumentView = (): void => {
  void load();
};
