import { useEffect } from 'react';

import { findLeafUnder } from '../../../src/shared/message-tree.ts';
import { sortByTime } from '../../features/chat/conversation/message-tree.ts';
import type { ChatSession } from '../../features/chat/conversation/use-chat.ts';
import { useStoredChat } from '../../features/chat/engine/chat-api.ts';
import { versionSelected } from '../../state/chat-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { viewSwitched } from '../../state/ui-slice.ts';
import { isUnresolved } from '../../state/view-state.ts';
import type { ShownDocument } from './use-shown-document.ts';

interface AddressedDocument {
  readonly chatId: string | null;
  readonly chat: Pick<ChatSession, 'turns' | 'hasSourcesOrImages'>;
  readonly shown: ShownDocument | null;
  readonly open: (messageId: string) => void;
}

/**
 * Finds the reply that an address names as a document, in another version of the conversation if need be; the chat is
 * shown where there is none. A document view that was stored without its reply is given the one that it shows.
 */
export const useAddressedDocument = ({ chatId, chat, shown, open }: AddressedDocument): void => {
  const dispatch = useAppDispatch();
  const namedId = useAppSelector(({ ui }) => (isUnresolved(ui) ? (ui.currentSearchResult?.messageId ?? null) : null));
  const isUnnamed = useAppSelector(({ ui }) => ui.viewMode !== 'chat' && ui.currentSearchResult === null);
  const unnamedId = isUnnamed && chat.hasSourcesOrImages === true ? (shown?.message.id ?? null) : null;
  const stored = useStoredChat(chatId);
  const { turns } = chat;
  useEffect(() => {
    if (chatId === null) return;
    if (unnamedId !== null) open(unnamedId);
    if (namedId === null) return;
    if (turns.some(({ message }) => message.id === namedId && message.role === 'assistant')) {
      open(namedId);
      return;
    }
    if (!stored) return;
    const messages = sortByTime(stored.messages, stored.otherVersions);
    if (messages.some(({ id, role }) => id === namedId && role === 'assistant'))
      dispatch(versionSelected({ chatId, leafId: findLeafUnder(messages, namedId) }));
    else dispatch(viewSwitched({ mode: 'chat', hasContent: false }));
  }, [dispatch, open, chatId, unnamedId, namedId, turns, stored]);
};
