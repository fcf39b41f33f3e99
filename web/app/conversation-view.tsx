import { lazy } from 'react';

const load = () => import('../features/chat/conversation.tsx');

/** The conversation comes when it is first needed; `preloadConversation` fetches it before, while the browser is idle. */
export const ConversationView = lazy(() => load().then(({ Conversation }) => ({ default: Conversation })));

export const preloadConversation = (): void => { void load(); };
