import { lazy, Suspense, useState } from 'react';

import { useIdleCallback } from '../../lib/hooks/use-idle-callback.ts';
import { ErrorBoundary } from '../error-boundary.tsx';

const PageDropZone = lazy(() =>
  import('./page-drop-zone.tsx').then(({ PageDropZone: component }) => ({ default: component })),
);

/** Takes files as soon as the browser is idle. */
export const LazyPageDropZone = () => {
  const [ready, setReady] = useState(false);
  useIdleCallback(() => setReady(true));
  return ready ? (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <PageDropZone />
      </Suspense>
    </ErrorBoundary>
  ) : null;
};
