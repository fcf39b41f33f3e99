import { lazy, Suspense } from 'react';

import { ErrorBoundary } from '../../app/error-boundary.tsx';
import { useActions } from '../../app/use-actions.ts';
import { useAppSelector } from '../../state/store.ts';
import { useFileLimits } from './use-file-limits.ts';

const KnowledgeMenu = lazy(() =>
  import('../../features/files/knowledge/knowledge-parts.tsx').then(({ KnowledgeMenu: component }) => ({
    default: component,
  })),
);

const Loaded = () => <KnowledgeMenu maxFiles={useFileLimits().maxPerMessage} onManage={useActions().openFiles} />;

/** What groups share, for those who belong to one; nobody else loads it. */
export const KnowledgeControl = () =>
  useAppSelector(({ session }) => session.user?.inGroups) === true ? (
    <ErrorBoundary>
      <Suspense>
        <Loaded />
      </Suspense>
    </ErrorBoundary>
  ) : null;
