import { useEffect } from 'react';

import type { ChatSession } from '../../features/chat/conversation/use-chat.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import { useAppDispatch } from '../../state/store.ts';

/** A chat that the server does not have any more leaves the list. */
export const useMissedChat = ({ isDeleted, loadError }: ChatSession): void => {
  const dispatch = useAppDispatch();
  const isMissed = isDeleted || isNotFound(loadError);
  useEffect(() => {
    if (isMissed) dispatch(api.util.invalidateTags(['Chats']));
  }, [dispatch, isMissed]);
};
