import { useCallback } from 'react';

import type { ReplyStore } from '../../features/chat/engine/reply-store.ts';
import type { Turn } from '../../features/chat/conversation/message-tree.ts';
import { getTurnDetails } from '../../lib/turn-details.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { searchResultSet } from '../../state/ui-slice.ts';
import { isUnresolved } from '../../state/view-state.ts';
import { useDocumentFocusReturn } from './use-document-focus-return.ts';

interface DocumentInput {
  readonly chatId: string | null;
  readonly turns: readonly Turn[];
  readonly live: ReplyStore | null;
}

/** A reply that can be set as a document, and what was asked. */
export interface ShownDocument {
  readonly message: Turn['message'];
  readonly query: string;
}

const isReadable = ({ message: { role, status, content } }: Turn): boolean =>
  role === 'assistant' && (status === 'streaming' || content !== '');

/** The question that a turn answers. */
const findQueryBefore = (turns: readonly Turn[], at: number): string =>
  turns.slice(0, at).findLast(({ message }) => message.role === 'user')?.message.content ?? '';

/** The chosen reply until the view is left, else the latest answer; null while the chat is read as a chat. */
export const useShownDocument = ({ chatId, turns, live }: DocumentInput) => {
  const dispatch = useAppDispatch();
  const viewMode = useAppSelector(({ ui }) => ui.viewMode);
  const showFollowUp = useAppSelector(({ ui }) => ui.showFollowUpInput);
  const selectedId = useAppSelector(({ ui }) => ui.currentSearchResult?.messageId ?? null);
  const isSought = useAppSelector(({ ui }) => isUnresolved(ui));
  const isShowable = (turn: Turn): boolean => isReadable(turn) || turn.message.id === live?.messageId;
  const selectedIndex = turns.findIndex((turn) => turn.message.id === selectedId && isShowable(turn));
  const at = selectedIndex < 0 ? turns.findLastIndex(isShowable) : selectedIndex;
  const message = turns[at]?.message;
  const shown: ShownDocument | null =
    viewMode === 'chat' || !message || (isSought && selectedIndex < 0)
      ? null
      : { message, query: findQueryBefore(turns, at) };

  useDocumentFocusReturn(shown?.message.id ?? null);

  const open = useCallback(
    (messageId: string): void => {
      const index = turns.findIndex((turn) => turn.message.id === messageId);
      const reply = turns[index]?.message;
      if (!reply) return;
      const { sources, images } = getTurnDetails(reply, null);
      dispatch(
        searchResultSet({
          query: findQueryBefore(turns, index),
          timestamp: reply.timestamp,
          content: reply.content,
          chatId,
          sources,
          images,
          messageId,
        }),
      );
    },
    [dispatch, turns, chatId],
  );

  return { shown, open, slim: shown !== null && !showFollowUp };
};
