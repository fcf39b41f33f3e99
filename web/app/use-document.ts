import { useCallback, useEffect, useRef } from 'react';

import type { ReplyStore } from '../features/chat/live-reply.ts';
import type { Turn } from '../features/chat/turns.ts';
import { detailsOf } from '../lib/turn-details.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { searchResultSet } from '../state/ui-slice.ts';

interface DocumentInput {
  readonly chatId: string | null;
  readonly turns: readonly Turn[];
  readonly live: ReplyStore | null;
}

/** A reply that can be set as a document, and what was asked. */
export interface ShownReply {
  readonly message: Turn['message'];
  readonly query: string;
}

const isReadable = ({ message: { role, status, content } }: Turn): boolean =>
  role === 'assistant' && (status === 'streaming' || content !== '');

/** The question that a turn answers. */
const queryBefore = (turns: readonly Turn[], at: number): string =>
  turns.slice(0, at).findLast(({ message }) => message.role === 'user')?.message.content ?? '';

/** Who leaves a document is back at the button that opens it, unless the hand is elsewhere already. */
const useWayBack = (shownId: string | null): void => {
  const left = useRef<string | null>(null);
  useEffect(() => {
    const id = left.current;
    left.current = shownId;
    if (shownId !== null || id === null) return undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const openers = document.querySelectorAll<HTMLElement>('[data-opens-document]');
      [...openers].find((opener) => opener.dataset['opensDocument'] === id)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [shownId]);
};

/** The chosen reply until the view is left, else the latest answer; null while the chat is read as a chat. */
export const useDocument = ({ chatId, turns, live }: DocumentInput) => {
  const dispatch = useAppDispatch();
  const viewMode = useAppSelector(({ ui }) => ui.viewMode);
  const following = useAppSelector(({ ui }) => ui.showFollowUpInput);
  const chosen = useAppSelector(({ ui }) => ui.currentSearchResult?.messageId ?? null);
  const isShowable = (turn: Turn): boolean => isReadable(turn) || turn.message.id === live?.messageId;
  const picked = turns.findIndex((turn) => turn.message.id === chosen && isShowable(turn));
  const at = picked < 0 ? turns.findLastIndex(isShowable) : picked;
  const message = turns[at]?.message;
  const shown: ShownReply | null = viewMode === 'chat' || !message ? null : { message, query: queryBefore(turns, at) };

  useWayBack(shown?.message.id ?? null);

  const open = useCallback(
    (messageId: string): void => {
      const index = turns.findIndex((turn) => turn.message.id === messageId);
      const reply = turns[index]?.message;
      if (!reply) return;
      const { sources, images } = detailsOf(reply, null);
      dispatch(
        searchResultSet({
          query: queryBefore(turns, index),
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

  return { shown, open, slim: shown !== null && !following };
};
