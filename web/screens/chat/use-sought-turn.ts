import { useEffect, useEffectEvent } from 'react';

import { findLeafUnder } from '../../../src/shared/message-tree.ts';
import { sortByTime, type Turn } from '../../features/chat/conversation/message-tree.ts';
import { useStoredChat } from '../../features/chat/engine/chat-api.ts';
import { versionSelected } from '../../state/chat-slice.ts';
import type { SoughtTurn } from '../../state/sought-turn-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';

/** The turn that the address names in this chat. One of another version of the conversation brings that version. */
export const useSoughtTurn = (chatId: string | null, turns: readonly Turn[]): SoughtTurn | null => {
  const dispatch = useAppDispatch();
  const sought = useAppSelector(({ soughtTurn: { turn } }) => (turn?.chatId === chatId ? turn : null));
  const stored = useStoredChat(sought && chatId);
  const showVersion = useEffectEvent(({ messageId, chatId: id }: SoughtTurn) => {
    if (!stored || turns.some(({ message }) => message.id === messageId)) return;
    const messages = sortByTime(stored.messages, stored.otherVersions);
    if (messages.some((message) => message.id === messageId))
      dispatch(versionSelected({ chatId: id, leafId: findLeafUnder(messages, messageId) }));
  });
  const isLoaded = stored !== undefined;
  // Once: which version is shown is the reader's choice afterwards.
  useEffect(() => {
    if (sought && isLoaded) showVersion(sought);
  }, [sought, isLoaded]);
  return sought;
};
