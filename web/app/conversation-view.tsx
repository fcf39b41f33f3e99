import { lazy } from 'react';

const load = () => import('./conversation-part.tsx');

/** The conversation comes when it is first needed; `preloadConversation` fetches it before, while the browser is idle. */
export const ConversationView = lazy(() => load().then(({ ConversationPart }) => ({ default: ConversationPart })));

export const preloadConversation = (): void => { void load(); };
