import { localDay } from '../../../lib/local-day.ts';
import type { AppStore } from '../../../state/store.ts';
import {
  trialExhausted,
  trialMessageRefunded,
  trialReplyChanged,
  trialSent,
  trialTurnRemoved,
} from '../../../state/trial-slice.ts';
import { authModalSet, pendingMessageSet } from '../../../state/ui-slice.ts';
import type { ConversationStore, EndedReply, Exchange } from './conversation-store.ts';
import type { SendRequest } from './reply-client.ts';
import { isDailyLimit, trialFailureText } from './reply-failure.ts';
import { buildTrialAgentBody, buildTrialBody, followUpFields } from './request-body.ts';

const buildRequest = ({ mode, ...exchange }: Exchange): Omit<SendRequest, 'messageId'> =>
  mode.agentType === null
    ? {
        path: '/api/ai/trial',
        body: { ...buildTrialBody(exchange), ...followUpFields(mode) },
        idempotent: true,
      }
    : {
        path: '/api/agent/stream',
        body: {
          ...buildTrialAgentBody(exchange, { agentType: mode.agentType, isSearch: mode.isSearch }),
          ...followUpFields(mode),
        },
        idempotent: true,
      };

/** A message counts against the trial; one to an agent, where visitors have them, does not (docs/adr/0037). */
const isCounted = ({ getState }: AppStore, messageId: string): boolean =>
  getState().trial.messages.find(({ id }) => id === messageId)?.messageMode === undefined;

/** The limit refused: the question is removed and waits for sign-in, and the counter is set to the limit. */
const handleLimit = (store: AppStore, now: () => Date, { end, question }: EndedReply): void => {
  const { dispatch, getState } = store;
  const counted = isCounted(store, end.messageId);
  dispatch(trialTurnRemoved([end.messageId, ...(question ? [question.id] : [])]));
  if (counted) dispatch(trialExhausted({ limit: getState().flags.freemiumMaxMessages, today: localDay(now()) }));
  if (question) dispatch(pendingMessageSet(question.content));
  dispatch(authModalSet(true));
};

/**
 * The trial: its conversation stays in this browser. The counter moves when a send starts, and back when nothing
 * came of it (docs/adr/0037).
 */
export const createVisitorStore = (store: AppStore, now: () => Date) => {
  const { dispatch, getState } = store;
  return {
    chatId: null,
    hasVersions: false,
    now,
    failureText: trialFailureText,
    buildRequest,
    addExchange: ({ question, reply, mode }) => {
      dispatch(trialSent({ question, reply, today: localDay(now()), counted: mode.agentType === null }));
    },
    addReply: (reply) => {
      dispatch(trialReplyChanged(reply));
    },
    updateMessage: (change) => {
      dispatch(trialReplyChanged(change));
    },
    removeMessages: (ids) => {
      dispatch(trialTurnRemoved(ids));
    },
    onWaiting: () => undefined,
    onStarted: () => undefined,
    onRefused: (ended) => {
      const limited = isDailyLimit(ended.end.failure);
      if (limited) handleLimit(store, now, ended);
      return limited;
    },
    onEnded: ({ end: { messageId, phase, text }, question }) => {
      if (phase === 'error' && text === '' && question && isCounted(store, messageId)) dispatch(trialMessageRefunded());
    },
    onTitle: () => undefined,
    onClosed: () => undefined,
    isNewest: (messageId) => getState().trial.messages.at(-1)?.id === messageId,
  } satisfies ConversationStore;
};
