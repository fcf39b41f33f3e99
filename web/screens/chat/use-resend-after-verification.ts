import { useEffect } from 'react';

import type { ChatSession } from '../../features/chat/conversation/use-chat.ts';
import { chatSelected } from '../../state/chat-slice.ts';
import { mustVerifyEmail } from '../../state/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { deferredQuestionCleared } from '../../state/verification-slice.ts';

/**
 * A question that was turned away for an unverified address is asked once more, in its own chat,
 * when the address is verified.
 */
export const useResendAfterVerification = (chat: ChatSession, chatId: string | null): void => {
  const dispatch = useAppDispatch();
  const deferred = useAppSelector(({ verification }) => verification.deferredQuestion);
  const allowed = useAppSelector(
    ({ session, verification }) =>
      session.user !== null &&
      session.user.uid === verification.deferredQuestion?.uid &&
      !mustVerifyEmail(session.user),
  );
  const blocked = chat.isLoading || chat.isStreaming;
  useEffect(() => {
    if (deferred === null || !allowed || blocked) return;
    if (deferred.chatId !== chatId) {
      dispatch(chatSelected(deferred.chatId));
      return;
    }
    dispatch(deferredQuestionCleared());
    // Somebody may have pressed Retry meanwhile.
    if (chat.turns.some(({ message }) => message.id === deferred.messageId && message.status === 'error'))
      chat.retry(deferred.messageId);
  }, [dispatch, deferred, allowed, blocked, chat, chatId]);
};
