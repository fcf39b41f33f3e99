import { lazy, type ComponentProps } from 'react';

import { PartBoundary } from './part-boundary.tsx';

const load = () => import('./conversation-part.tsx');
const LateView = lazy(() => load().then(({ ConversationPart }) => ({ default: ConversationPart })));

/** The conversation comes when it is first needed; `preloadConversation` fetches it before, while the browser is idle. */
export const ConversationView = (props: ComponentProps<typeof LateView>) => (
  <PartBoundary>
    <LateView {...props} />
  </PartBoundary>
);

export const preloadConversation = (): void => {
  void load();
};
