import type { Message } from '../../../src/contract/common.ts';
import { applySendMode, startSearchResult, resolveSendMode, type SendMode } from '../../state/send-mode.ts';
import { authModalSet, pendingMessageSet } from '../../state/ui-slice.ts';
import type { ReplySnapshot } from '../../features/chat/engine/reply-store.ts';
import type { ReplyClient, RunningReply } from '../../features/chat/engine/reply-client.ts';
import { snapshotDetails } from '../../features/chat/engine/reply-details.ts';
import { syncSearchResult } from '../../features/chat/engine/search-result.ts';
import { trialFailureText } from '../../features/chat/engine/reply-failure.ts';
import { followTrialSearch } from './trial-search.ts';
import { localDay } from '../../lib/local-day.ts';
import { newId } from '../../lib/ids.ts';
import { turnNoteSet } from '../../state/chat-slice.ts';
import type { AppDispatch, AppStore } from '../../state/store.ts';
import {
  trialExhausted,
  trialMessageRefunded,
  trialLiveReplySet,
  trialReplyChanged,
  trialReplyEnded,
  trialSent,
  trialTurnRemoved,
} from '../../state/trial-slice.ts';

type Thunk<T = void> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

/** What a trial call takes: the newest 20 turns of at most 4 000 characters each. */
const HISTORY_TURNS = 20;
const TURN_CHARACTERS = 4000;

const historyOf = (messages: readonly Message[]) =>
  messages
    .filter(({ content }) => content !== '')
    .slice(-HISTORY_TURNS)
    .map(({ role, content }) => ({ role, content: content.slice(0, TURN_CHARACTERS) }));

const turn = (role: Message['role'], content: string, parentId: string | null, now: Date): Message => ({
  id: newId(),
  role,
  content,
  timestamp: now.toISOString(),
  parentId,
  status: role === 'user' ? 'complete' : 'streaming',
  errorCode: null,
  model: null,
  replyId: null,
});

interface Exchange {
  /** Null when the reply was taken up after a reload: then its question has been paid for already. */
  readonly question: Message | null;
  readonly replyId: string;
  readonly now: () => Date;
  /** The message counts against the trial; one to an agent does not (docs/adr/0037). */
  readonly counted: boolean;
}

/** The limit refused: the question leaves the page, waits for sign-in, and the counter stands at its maximum. */
const limited =
  ({ question, replyId, now, counted }: Exchange): Thunk =>
  (dispatch, getState) => {
    dispatch(trialTurnRemoved([replyId, ...(question ? [question.id] : [])]));
    if (counted) dispatch(trialExhausted({ limit: getState().flags.freemiumMaxMessages, today: localDay(now()) }));
    if (question) dispatch(pendingMessageSet(question.content));
    dispatch(authModalSet(true));
  };

const outcomeOf = ({ phase }: ReplySnapshot): Message['status'] =>
  phase === 'waiting' || phase === 'streaming' ? 'interrupted' : phase;

const finished =
  (exchange: Exchange, end: ReplySnapshot): Thunk =>
  (dispatch) => {
    dispatch(trialReplyEnded());
    if (end.failure?.status === 429) {
      dispatch(limited(exchange));
      return;
    }
    const status = outcomeOf(end);
    dispatch(
      trialReplyChanged({
        id: exchange.replyId,
        content: end.text,
        status,
        replyId: end.replyId,
        model: end.model,
        errorCode: end.failure?.code ?? null,
        ...snapshotDetails(end),
      }),
    );
    if (end.failure)
      dispatch(turnNoteSet({ id: exchange.replyId, note: { text: trialFailureText(end.failure), lost: false } }));
    if (status === 'error' && end.text === '' && exchange.question && exchange.counted)
      dispatch(trialMessageRefunded());
  };

const watch =
  ({ reply }: RunningReply, exchange: Exchange): Thunk =>
  (dispatch) => {
    const named = (): void => {
      if (reply.replyId === null) return;
      unsubscribe();
      dispatch(trialLiveReplySet({ replyId: reply.replyId, messageId: exchange.replyId }));
    };
    const unsubscribe = reply.subscribe(named);
    void reply.done.then((end) => {
      unsubscribe();
      dispatch(finished(exchange, end));
    });
  };

const inMode = (reply: Message, { agentType }: SendMode): Message =>
  agentType === null ? reply : { ...reply, messageMode: { isAgent: true, agentType } };

const requestOf = (message: string, messages: readonly Message[], { agentType, isSearch }: SendMode) =>
  agentType === null
    ? { path: '/api/ai/trial' as const, body: { message, conversationHistory: historyOf(messages) } }
    : {
        path: '/api/agent/stream' as const,
        body: {
          message,
          messages: historyOf(messages),
          agentType,
          ...(isSearch ? { mode: 'search' } : {}),
          stream: true,
        },
      };

/** Whether a visitor's message would count against the trial: one to an agent, where visitors have them, does not. */
export const isCounted =
  (text: string): Thunk<boolean> =>
  (_, getState) =>
    resolveSendMode(text, getState()).agentType === null;

/** Sends as a visitor. The counter is charged at the start and refunded when no text came (docs/adr/0037). */
export const askTrial =
  (client: ReplyClient, text: string, now: () => Date): Thunk =>
  (dispatch, getState) => {
    const { messages } = getState().trial;
    const question = turn('user', text.trim(), messages.at(-1)?.id ?? null, now());
    const reply = turn('assistant', '', question.id, now());
    const mode = dispatch(applySendMode(question.content));
    const counted = mode.agentType === null;
    const running = client.send({
      messageId: reply.id,
      ...requestOf(question.content, messages, mode),
      idempotent: false,
    });
    dispatch(trialSent({ question, reply: inMode(reply, mode), today: localDay(now()), counted }));
    dispatch(watch(running, { question, replyId: reply.id, now, counted }));
    if (mode.isSearch) {
      dispatch(
        startSearchResult({
          query: question.content,
          messageId: reply.id,
          chatId: null,
          timestamp: question.timestamp,
        }),
      );
      syncSearchResult(running.reply, dispatch);
    }
    dispatch(followTrialSearch(client, { question, reply: running.reply, mode, now }));
  };

/** Asks the question of a failed reply once more, in the place of the failed turns. */
export const askTrialAgain =
  (client: ReplyClient, replyId: string, now: () => Date): Thunk =>
  (dispatch, getState) => {
    const { messages } = getState().trial;
    const at = messages.findIndex(({ id }) => id === replyId);
    const question = messages[at - 1];
    if (question?.role !== 'user') return;
    dispatch(trialTurnRemoved([question.id, replyId]));
    dispatch(turnNoteSet({ id: replyId, note: null }));
    dispatch(askTrial(client, question.content, now));
  };

/** After a reload: a reply that was being written goes on where it was; one that never got a name cannot, and says so. */
export const resumeTrial =
  (client: ReplyClient, now: () => Date): Thunk =>
  (dispatch, getState) => {
    const { live, messages } = getState().trial;
    for (const { id, status, content } of messages) {
      if (status !== 'streaming' || client.get(id)) continue;
      if (live?.messageId !== id) {
        dispatch(trialReplyChanged({ id, status: 'interrupted' }));
        continue;
      }
      const running = client.resume({ replyId: live.replyId, messageId: id, text: content });
      dispatch(watch(running, { question: null, replyId: id, now, counted: true }));
    }
  };
