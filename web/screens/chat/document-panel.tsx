import { lazy, Suspense } from 'react';

import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './chat-screen.module.css';
import { ErrorBoundary } from '../../app/error-boundary.tsx';
import { useTranslations } from '../../app/texts.ts';
import { preloadDocumentView } from './lazy-document-view.ts';
import type { DocumentPanelProps } from './document-panel-content.tsx';

const load = () => import('./document-panel-content.tsx');
const DocumentPanelContent = lazy(() => load().then((part) => ({ default: part.DocumentPanelContent })));

/** Fetches what a document needs before it is shown, while the browser is idle. */
export const preloadDocument = (): void => {
  preloadDocumentView();
  void load();
};

/** The shown reply as a document, in the layout that the page remembers. */
export const DocumentPanel = (props: DocumentPanelProps) => {
  const t = useTranslations();
  return (
    <ErrorBoundary>
      <Suspense
        fallback={
          <div className={styles['middle']}>
            <Skeleton lines={7} label={t('loadingDocument')} />
          </div>
        }
      >
        <DocumentPanelContent {...props} />
      </Suspense>
    </ErrorBoundary>
  );
};
