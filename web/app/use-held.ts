import { useEffect } from 'react';

import type { ChatSession } from '../features/chat/use-chat.ts';
import { chatSelected } from '../state/chat-slice.ts';
import { mustVerify } from '../state/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../state/store.ts';
import { heldTaken } from '../state/verification-slice.ts';

/** A question that was turned away for an unverified address is asked once more, in its own chat, when the address is verified. */
export const useHeld = (chat: ChatSession, chatId: string | null): void => {
  const dispatch = useAppDispatch();
  const held = useAppSelector(({ verification }) => verification.held);
  const allowed = useAppSelector(
    ({ session, verification }) =>
      session.user !== null && session.user.uid === verification.held?.uid && !mustVerify(session.user),
  );
  const blocked = chat.isLoading || chat.isStreaming;
  useEffect(() => {
    if (held === null || !allowed || blocked) return;
    if (held.chatId !== chatId) {
      dispatch(chatSelected(held.chatId));
      return;
    }
    dispatch(heldTaken());
    // Somebody may have pressed Retry meanwhile.
    if (chat.turns.some(({ message }) => message.id === held.messageId && message.status === 'error'))
      chat.retry(held.messageId);
  }, [dispatch, held, allowed, blocked, chat, chatId]);
};
