import { Suspense, type ReactNode } from 'react';

import { useBrowserEnv } from '../lib/browser-env.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/display/notice.tsx';
import { FallbackBoundary } from '../ui/fallback-boundary.tsx';
import styles from './error-boundary.module.css';
import { useTranslations } from './texts.ts';

/** Stands where a part would be, or over the page for one that would lie over it. */
const ErrorNotice = ({ place }: { readonly place: 'here' | 'over' }) => {
  const t = useTranslations();
  const env = useBrowserEnv();
  return (
    <div className={styles[place]}>
      <div className={styles['notice']}>
        <Notice
          tone="danger"
          action={
            <Button size="s" onClick={() => env.reload()}>
              {t('refreshPage')}
            </Button>
          }
        >
          {t('partFailed')}
        </Notice>
      </div>
    </div>
  );
};

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Shown instead of a part that failed; by default a notice. */
  readonly fallback?: ReactNode;
}

/** Shows a notice, unless told otherwise, instead of a part that failed. */
export const ErrorBoundary = ({ children, fallback = <ErrorNotice place="here" /> }: ErrorBoundaryProps) => (
  <FallbackBoundary fallback={fallback}>{children}</FallbackBoundary>
);

/**
 * Where what lies over the page is fetched and drawn: nothing until it is there, and a notice over
 * the page should it not come.
 */
export const OverlayBoundary = ({ children }: { readonly children: ReactNode }) => (
  <ErrorBoundary fallback={<ErrorNotice place="over" />}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);
