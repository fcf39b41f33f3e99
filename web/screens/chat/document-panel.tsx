import { lazy, Suspense } from 'react';

import type { ReplyStore } from '../../features/chat/engine/reply-store.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import styles from './chat-screen.module.css';
import { ErrorBoundary } from '../../app/error-boundary.tsx';
import { useTranslations } from '../../app/texts.ts';
import { preloadDocumentView } from './lazy-document-view.ts';
import type { ShownDocument } from './use-shown-document.ts';

const load = () => import('./document-panel-content.tsx');
const DocumentPanelContent = lazy(() => load().then((part) => ({ default: part.DocumentPanelContent })));

/** Fetches what a document needs before it is shown, while the browser is idle. */
export const preloadDocument = (): void => {
  preloadDocumentView();
  void load();
};

export interface DocumentPanelProps {
  readonly shown: ShownDocument;
  /** Its reply, as long as there is anything to come of it. */
  readonly reply: ReplyStore | null;
  /** Asks in the mode that is set. */
  readonly onAsk: (text: string) => void;
  readonly onStopReply: (messageId: string) => void;
}

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
