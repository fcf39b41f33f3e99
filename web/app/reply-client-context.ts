import { createContext, use } from 'react';

import type { ReplyClient } from '../features/chat/engine/reply-client.ts';

/** The one reply client of the page; given by the app so that tests can give their own. */
export const ReplyClientContext = createContext<ReplyClient | null>(null);

export const useReplyClient = (): ReplyClient => {
  const client = use(ReplyClientContext);
  if (!client) throw new Error('The page was started without a reply client.');
  return client;
};
