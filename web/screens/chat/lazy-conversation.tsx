import { lazy, type ComponentProps } from 'react';

import { ErrorBoundary } from '../../app/error-boundary.tsx';

const load = () => import('./conversation-with-files.tsx');
const LazyView = lazy(() =>
  load().then(({ ConversationWithFiles: ConversationPart }) => ({ default: ConversationPart })),
);

/**
 * The conversation comes when it is first needed; `preloadConversation` fetches it before, while the browser is idle.
 */
export const LazyConversation = (props: ComponentProps<typeof LazyView>) => (
  <ErrorBoundary>
    <LazyView {...props} />
  </ErrorBoundary>
);

export const preloadConversation = (): void => {
  void load();
};
