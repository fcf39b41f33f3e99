import { useEffect, useMemo } from 'react';

import { toMessageText } from '../../features/chat/composer/draft-parts.ts';
import { findRelatedQuestions } from '../../features/chat/conversation/related-questions.ts';
import { useConversation } from '../../features/chat/conversation/use-conversation.ts';
import type { ReplyClient } from '../../features/chat/engine/reply-client.ts';
import { createVisitorStore } from '../../features/chat/engine/visitor-store.ts';
import { useBrowserEnv } from '../../lib/browser-env.ts';
import { NEW_CHAT_DRAFT } from '../../state/chat-slice.ts';
import { resolveSendMode } from '../../state/send-mode.ts';
import { useAppSelector, useAppStore } from '../../state/store.ts';
import { trialReplyChanged } from '../../state/trial-slice.ts';
import { pendingMessageSet } from '../../state/ui-slice.ts';

/** A reply that broke off before the server named it cannot be taken up again after a reload, and says so. */
const useInterruptUnnamed = (client: ReplyClient): void => {
  const store = useAppStore();
  useEffect(() => {
    for (const { id, status, replyId } of store.getState().trial.messages)
      if (status === 'streaming' && replyId === null && !client.get(id))
        store.dispatch(trialReplyChanged({ id, status: 'interrupted' }));
  }, [store, client]);
};

/** What the server takes of a visitor (the contract's `sendTrialMessage`). */
export const MAX_TRIAL_MESSAGE_LENGTH = 4000;

/** A message to an agent is neither blocked by the trial's counter nor charged to it (docs/adr/0037). */
const useLimit = () => {
  const store = useAppStore();
  const used = useAppSelector(({ trial }) => trial.messagesUsed);
  const limit = useAppSelector(({ flags }) => flags.freemiumMaxMessages);
  const toAgent = useAppSelector((state) => resolveSendMode('', state).agentType !== null);
  return {
    used,
    limit,
    /** The length of a text that is too long; null when it fits. Agents take longer ones. */
    excessLengthOf: (text: string): number | null => {
      const { length } = text.trim();
      return length > MAX_TRIAL_MESSAGE_LENGTH && !toAgent ? length : null;
    },
    exhausted: used >= limit && !toAgent,
    allows: (text: string): boolean => used < limit || resolveSendMode(text, store.getState()).agentType !== null,
  };
};

/** The visitor's conversation, with the limit of the trial. */
export const useTrial = (client: ReplyClient) => {
  const appStore = useAppStore();
  const { now } = useBrowserEnv();
  const messages = useAppSelector(({ trial }) => trial.messages);
  const turns = useMemo(() => messages.map((message) => ({ message, versions: { index: 1, count: 1 } })), [messages]);
  const store = useMemo(() => createVisitorStore(appStore, now), [appStore, now]);
  const conversation = useConversation({ client, store, turns, draftKey: NEW_CHAT_DRAFT });
  const { used, limit, exhausted, allows, excessLengthOf } = useLimit();
  useInterruptUnnamed(client);

  // Somebody has just signed in: what they send now belongs to the account, after the conversation has moved into it.
  const moving = useAppSelector(({ session }) => session.token !== null);
  const waits = useAppSelector(({ ui }) => ui.pendingMessage !== null);

  const sendLater = (text: string): boolean => {
    if (waits || text.trim() === '') return false; // one text waits already; this one stays in the box
    appStore.dispatch(pendingMessageSet(text));
    return true;
  };
  const askNow = (text: string): boolean => excessLengthOf(text) === null && allows(text) && conversation.ask(text);
  const ask = (text: string): boolean => (moving ? sendLater(text) : askNow(text));
  return {
    ...conversation,
    excessLength: moving ? null : excessLengthOf(toMessageText(conversation.draft)),
    used,
    limit,
    exhausted,
    related: findRelatedQuestions(turns),
    ask,
    send: (text: string): boolean => {
      const sent = ask(toMessageText(text));
      if (sent) conversation.setDraft('');
      return sent;
    },
    retry: (messageId: string): void => {
      if (!moving) conversation.retry(messageId);
    },
  };
};
