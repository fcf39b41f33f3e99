import type { Message } from '../../../../src/contract/common.ts';
import { api } from '../../../lib/api.ts';
import { newId } from '../../../lib/ids.ts';
import { parseFileLink } from '../../../lib/file-link.ts';
import { attachmentsRestored } from '../../../state/attachments-slice.ts';
import {
  NEW_CHAT_DRAFT,
  chatCreated,
  chatStored,
  relatedQuestionsReceived,
  turnChanged,
  turnNoteSet,
  turnsAdded,
  turnsRemoved,
  versionSelected,
} from '../../../state/chat-slice.ts';
import { applySendMode, startSearchResult, type SendMode } from '../../../state/send-mode.ts';
import { mustVerifyEmail, sessionExpired } from '../../../state/session-slice.ts';
import type { AppDispatch, AppStore } from '../../../state/store.ts';
import { pendingMessageSet, subscriptionModalSet } from '../../../state/ui-slice.ts';
import { questionDeferred, type DeferredQuestion } from '../../../state/verification-slice.ts';
import { afterSearch } from '../follow-ups/after-search.ts';
import { chatApi } from './chat-api.ts';
import { chatKeeper } from '../follow-ups/chat-search.ts';
import { nameChat } from '../follow-ups/chat-title.ts';
import type { ReplyFailure, ReplySnapshot } from './reply-store.ts';
import type { ReplyClient, RunningReply, SendRequest } from './reply-client.ts';
import { failureText, isDailyLimit, needsVerification } from './reply-failure.ts';
import { snapshotDetails } from './reply-details.ts';
import { syncSearchResult } from './search-result.ts';
import { buildAgentBody, buildMessageBody } from './request-body.ts';
import { notifyTabs } from './tab-channel.ts';

/** The upgrade is offered a moment after the limit's text could be read. */
const UPGRADE_DELAY_MS = 1_000;

export type Thunk<T = void> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

/** A question of a person, not yet stored. */
export const createQuestion = (content: string, parentId: string | null, fileIds: readonly string[] = []): Message => ({
  id: newId(),
  role: 'user',
  content,
  timestamp: new Date().toISOString(),
  parentId,
  status: 'complete',
  errorCode: null,
  model: null,
  replyId: null,
  ...(fileIds.length > 0 ? { fileIds: [...fileIds] } : {}),
});

export interface SendQuestionInput {
  /** Null begins a chat. */
  readonly chatId: string | null;
  readonly question: Message;
  /** What was said before the question, oldest first. */
  readonly history: readonly Message[];
  readonly placed: boolean;
  /** The turn to fill; a new version when absent. */
  readonly replyMessageId?: string;
}

/** What is asked of whom: an agent, or the model itself. */
const buildRequest =
  (
    input: SendQuestionInput & { readonly chatId: string; readonly replyMessageId: string },
    mode: SendMode,
  ): Thunk<Pick<SendRequest, 'path' | 'body'>> =>
  (_, getState) => {
    const { chat, flags } = getState();
    return mode.agentType === null
      ? { path: '/api/ai/groq', body: buildMessageBody(input, chat, flags) }
      : {
          path: '/api/agent/stream',
          body: buildAgentBody(
            input,
            { agentType: mode.agentType, isSearch: mode.isSearch, currentPersonality: chat.currentPersonality },
            flags,
          ),
        };
  };

/** The turn that a reply will fill. */
const createReply = (
  { question, replyMessageId }: SendQuestionInput,
  model: string,
  agentType: string | null,
): Message => ({
  ...createQuestion('', question.id),
  id: replyMessageId ?? newId(),
  role: 'assistant',
  status: 'streaming',
  model,
  ...(agentType === null ? {} : { messageMode: { isAgent: true, agentType } }),
});

/** Shows question and empty reply at once, asks, and keeps the answer whether or not anybody still looks at the chat. */
export const sendQuestion =
  (client: ReplyClient, input: SendQuestionInput): Thunk<string> =>
  (dispatch, getState) => {
    const mode = dispatch(applySendMode(input.question.content));
    const chatId = input.chatId ?? newId();
    const reply = createReply(input, getState().chat.currentModel, mode.agentType);
    const request = dispatch(buildRequest({ ...input, chatId, replyMessageId: reply.id }, mode));
    const running = client.send({ messageId: reply.id, ...request, idempotent: true });
    dispatch(turnNoteSet({ id: reply.id, note: null }));
    dispatch(turnsAdded({ chatId, turns: [input.question, reply] }));
    dispatch(versionSelected({ chatId, leafId: reply.id }));
    if (input.chatId === null) dispatch(chatCreated(chatId));
    dispatch(trackReply(running, chatId, { id: reply.id, question: input.question, namesChat: true }));
    dispatch(followSearch(client, { chatId, running, question: input.question, mode }));
    return chatId;
  };

interface ResumeInput {
  readonly chatId: string;
  readonly message: Message;
  /** What it answers. */
  readonly query: string;
  /** No other page is there for it: it is on us to title the chat, and to ask for what leads on from a search. */
  readonly isOwner: boolean;
}

/** The text that a turn answers, among the turns of its path. */
export const findQuestionText = ({ parentId }: Message, path: readonly Message[]): string =>
  path.find(({ id }) => id === parentId)?.content ?? '';

/** Takes up a reply that another page began. */
export const resumeReply =
  (client: ReplyClient, { chatId, message, query, isOwner: isOurs }: ResumeInput): Thunk =>
  (dispatch) => {
    if (message.replyId === null) return;
    const running = client.resume({ replyId: message.replyId, messageId: message.id, text: message.content });
    dispatch(turnNoteSet({ id: message.id, note: null }));
    dispatch(turnsAdded({ chatId, turns: [{ ...message, status: 'streaming' }] }));
    dispatch(trackReply(running, chatId, { id: message.id, question: null, namesChat: isOurs }));
    // Whether a second answer was wished is not known any more, so none is made.
    if (isOurs) dispatch(followUp(client, { chatId, running, query, search: false, isExplicit: true }));
  };

interface TrackedReply {
  readonly id: string;
  /** Null when the question is another page's. */
  readonly question: Message | null;
  readonly namesChat: boolean;
}

const trackReply =
  ({ reply }: RunningReply, chatId: string, tracked: TrackedReply): Thunk =>
  (dispatch) => {
    const onReplyId = (): void => {
      if (reply.replyId === null) return;
      unsubscribe();
      dispatch(turnChanged({ chatId, id: tracked.id, replyId: reply.replyId }));
      if (tracked.question === null) return;
      dispatch(chatStored(chatId));
      dispatch(api.util.invalidateTags(['Chats']));
      notifyTabs({ type: 'started', chatId });
    };
    const unsubscribe = reply.subscribe(onReplyId);
    void reply.done.then((end) => {
      unsubscribe();
      dispatch(end.refused ? handleRefusal(chatId, tracked, end) : finishReply(chatId, tracked, end));
    });
  };

const FINAL_STATUS = {
  waiting: 'interrupted',
  streaming: 'interrupted',
  complete: 'complete',
  stopped: 'stopped',
  interrupted: 'interrupted',
  error: 'error',
} as const;

/** A reply that is complete and yet has a code reached its length limit; so the server tells it, and so it is kept here. */
const errorCodeOf = ({ failure }: ReplySnapshot): string | null => failure?.code ?? null;

const finishReply =
  (chatId: string, { id, namesChat: names }: TrackedReply, end: ReplySnapshot): Thunk =>
  (dispatch) => {
    dispatch(
      turnChanged({
        chatId,
        id,
        status: FINAL_STATUS[end.phase],
        content: end.text,
        replyId: end.replyId,
        errorCode: errorCodeOf(end),
        ...snapshotDetails(end),
        ...(end.cached ? { cached: true } : {}),
        ...(end.model ? { model: end.model } : {}),
      }),
    );
    if (end.failure || end.lost)
      dispatch(turnNoteSet({ id, note: { text: end.failure ? failureText(end.failure) : '', lost: end.lost } }));
    dispatch(api.util.invalidateTags(['Chats', 'Usage']));
    notifyTabs({ type: 'changed', chatId });
    if (end.phase === 'interrupted' && !end.lost) dispatch(uploadReplyText(chatId, { id, content: end.text }));
    if (names && end.text !== '') void dispatch(nameChat(chatId));
  };

interface Search {
  readonly chatId: string;
  readonly running: RunningReply;
  readonly question: Message;
  readonly mode: SendMode;
}

/** What a search has besides an answer: a result to show it in, and what follows once it is answered. Any reply with sources counts as one. */
const followSearch =
  (client: ReplyClient, { chatId, running, question, mode }: Search): Thunk =>
  (dispatch) => {
    const { reply } = running;
    const { messageId } = reply;
    const query = question.content;
    if (mode.isSearch) {
      dispatch(startSearchResult({ query, messageId, chatId, timestamp: question.timestamp }));
      syncSearchResult(reply, dispatch);
    }
    dispatch(followUp(client, { chatId, running, query, search: mode.isSearch, isExplicit: mode.isExplicit }));
  };

interface FollowUp {
  readonly chatId: string;
  readonly running: RunningReply;
  readonly query: string;
  /** It was asked as a search, so it counts as one without sources too. */
  readonly search: boolean;
  readonly isExplicit: boolean;
}

const followUp =
  (client: ReplyClient, { chatId, running: { reply }, query, search, isExplicit }: FollowUp): Thunk =>
  (dispatch) => {
    const { messageId } = reply;
    void reply.done.then(({ phase, text, sources: all, images }) => {
      // Own files are no finds of a search: nothing of the web follows from them.
      const sources = all.filter(({ url }) => parseFileLink(url) === null);
      if (phase !== 'complete' || !(search || sources.length > 0)) return;
      dispatch(relatedQuestionsReceived({ id: messageId, questions: [] }));
      void dispatch(
        afterSearch({ query, text, sources, images, isExplicit }, dispatch(chatKeeper(client, chatId, messageId))),
      );
    });
  };

/**
 * A server that died may have kept less of the reply than this page has shown: it is given the rest. Should that fail,
 * the next look at the chat tries again.
 */
export const uploadReplyText =
  (chatId: string, { id, content }: Pick<Message, 'id' | 'content'>): Thunk =>
  (dispatch) => {
    const message = { id, role: 'assistant' as const, content, timestamp: new Date().toISOString() };
    void dispatch(
      chatApi.endpoints.saveChat.initiate({ chatId, chat: { id: chatId, messages: [message] } }, { track: false }),
    );
  };

/** The session is over: the question waits with its files for the next sign-in instead of standing in a chat that is closed now. */
const handleUnauthenticated =
  (chatId: string, { id, question }: TrackedReply): Thunk =>
  (dispatch, getState) => {
    const draft = getState().chat.newChats.includes(chatId) ? NEW_CHAT_DRAFT : chatId;
    dispatch(attachmentsRestored({ chat: draft, ids: question?.fileIds ?? [] }));
    dispatch(turnsRemoved({ chatId, ids: [id, ...(question ? [question.id] : [])] }));
    const { user } = getState().session;
    dispatch(sessionExpired());
    if (question) dispatch(pendingMessageSet(question.content, user?.uid ?? getState().session.expiredUid));
  };

/** A day's limit may come without its code. */
const refusalCodeOf = (failure: ReplySnapshot['failure']): string | null =>
  failure?.code ?? (isDailyLimit(failure) ? 'USAGE_LIMIT_EXCEEDED' : null);

/** Turned away: the turns stay here with their reason, so that the text can be sent again. */
const handleRefusal =
  (chatId: string, tracked: TrackedReply, { failure }: ReplySnapshot): Thunk =>
  (dispatch) => {
    if (failure?.status === 401) {
      dispatch(handleUnauthenticated(chatId, tracked));
      return;
    }
    dispatch(turnChanged({ chatId, id: tracked.id, status: 'error', errorCode: refusalCodeOf(failure) }));
    dispatch(
      turnNoteSet({
        id: tracked.id,
        note: { text: failureText(failure), lost: failure?.status === 0, limit: failure?.limit ?? undefined },
      }),
    );
    dispatch(api.util.invalidateTags(['Usage']));
    if (failure && mayBeStored(failure)) dispatch(markStored(chatId));
    if (needsVerification(failure)) dispatch(handleUnverified({ chatId, messageId: tracked.id }));
    if (isDailyLimit(failure)) dispatch(offerUpgrade(chatId));
  };

/** Offers the plans a moment later, unless the person has gone elsewhere by then or there is no higher plan for them. */
const offerUpgrade =
  (chatId: string): Thunk =>
  (dispatch, getState) => {
    const { token } = getState().session;
    setTimeout(() => {
      const { session, chat } = getState();
      const stayed = session.token === token && chat.currentChatId === chatId;
      if (stayed && session.user?.subscription !== 'premium') dispatch(subscriptionModalSet(true));
    }, UPGRADE_DELAY_MS);
  };

/** The question waits for the address to be verified. An account that is verified for all this page knows is looked at anew instead. */
const handleUnverified =
  (deferred: Omit<DeferredQuestion, 'uid'>): Thunk =>
  (dispatch, getState) => {
    const { user } = getState().session;
    if (user && mustVerifyEmail(user)) dispatch(questionDeferred({ ...deferred, uid: user.uid }));
    else dispatch(api.util.invalidateTags(['Me']));
  };

/** Not where the server itself took nothing (a full disk, a restart), which it tells by a status without a code. */
const mayBeStored = ({ status, code }: ReplyFailure): boolean =>
  status >= 500 && (code !== null || ![503, 507].includes(status));

/** A provider's failure comes after the question was stored, so the server's copy of the chat has it too. */
const markStored =
  (chatId: string): Thunk =>
  (dispatch) => {
    dispatch(chatStored(chatId));
    dispatch(api.util.invalidateTags(['Chats', { type: 'Chat', id: chatId }]));
  };
