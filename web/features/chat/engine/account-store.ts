import type { Message } from '../../../../src/contract/common.ts';
import { UNTITLED } from '../../../../src/shared/chat-title.ts';
import { api } from '../../../lib/api.ts';
import { newId } from '../../../lib/ids.ts';
import { attachmentsRestored } from '../../../state/attachments-slice.ts';
import {
  NEW_CHAT_DRAFT,
  chatCreated,
  chatStored,
  titleEnded,
  titleStarted,
  turnChanged,
  turnNoteSet,
  turnsAdded,
  turnsRemoved,
  versionSelected,
} from '../../../state/chat-slice.ts';
import { mustVerifyEmail, sessionExpired } from '../../../state/session-slice.ts';
import type { AppStore } from '../../../state/store.ts';
import { chatWaitSet, selectChosenServers } from '../../../state/tools-slice.ts';
import { pendingMessageCleared, pendingMessageSet, subscriptionModalSet } from '../../../state/ui-slice.ts';
import { questionDeferred } from '../../../state/verification-slice.ts';
import { chatApi, isStoredChat, isTemporaryChat } from './chat-api.ts';
import type { ConversationStore, EndedReply, Exchange } from './conversation-store.ts';
import type { SendRequest } from './reply-client.ts';
import { failureText, isAnswerLost, isChatDeleted, isDailyLimit, needsVerification } from './reply-failure.ts';
import type { ReplyFailure } from './reply-store.ts';
import { buildAgentBody, buildMessageBody, followUpFields } from './request-body.ts';
import { notifyTabs } from './tab-channel.ts';

/** The upgrade is offered a moment after the limit's text could be read. */
const UPGRADE_DELAY_MS = 1_000;

/**
 * A server that died may have stored less of the reply than this page has shown: it is given the rest. Should that
 * fail, the next look at the chat tries again.
 */
export const uploadReplyText = (
  { dispatch }: Pick<AppStore, 'dispatch'>,
  chatId: string,
  { id, content }: Pick<Message, 'id' | 'content'>,
): void => {
  const message = { id, role: 'assistant' as const, content, timestamp: new Date().toISOString() };
  void dispatch(
    chatApi.endpoints.saveChat.initiate(
      { chatId, chat: { id: chatId, messages: [message], mustExist: true } },
      { track: false },
    ),
  );
};

/**
 * The session is over: the question waits with its files for the next sign-in instead of standing in
 * a chat that is closed now.
 */
const handleUnauthenticated = (
  { dispatch, getState }: AppStore,
  chatId: string,
  { end, question }: EndedReply,
): void => {
  const draft = getState().chat.newChats.includes(chatId) ? NEW_CHAT_DRAFT : chatId;
  dispatch(attachmentsRestored({ chat: draft, ids: question?.fileIds ?? [] }));
  dispatch(turnsRemoved({ chatId, ids: [end.messageId, ...(question ? [question.id] : [])] }));
  const { user } = getState().session;
  dispatch(sessionExpired());
  if (question) dispatch(pendingMessageSet(question.content, user?.uid ?? getState().session.expiredUid));
};

/** A day's limit may come without its code. */
const refusalCodeOf = (failure: ReplyFailure | null): string | null =>
  failure?.code ?? (isDailyLimit(failure) ? 'USAGE_LIMIT_EXCEEDED' : null);

const mayUpgradeHelp = (failure: ReplyFailure | null): boolean => isDailyLimit(failure) && !failure?.limit?.custom;

/**
 * Whether the server may have stored the question. A status without a code (disk full, restart) means that it did not.
 */
const mayBeStored = (failure: ReplyFailure | null): boolean =>
  failure !== null && failure.status >= 500 && (failure.code !== null || ![503, 507].includes(failure.status));

/**
 * Offers the plans a moment later, unless the person has gone elsewhere by then or there is no higher plan for them.
 */
const offerUpgrade = ({ dispatch, getState }: AppStore, chatId: string): void => {
  const { token } = getState().session;
  setTimeout(() => {
    const { session, chat } = getState();
    const stayed = session.token === token && chat.currentChatId === chatId;
    if (stayed && session.user?.subscription !== 'premium') dispatch(subscriptionModalSet(true));
  }, UPGRADE_DELAY_MS);
};

/**
 * The question waits for email verification, in place of a text that waited before: the last one wins. An account that
 * seems verified is reloaded instead.
 */
const handleUnverified = ({ dispatch, getState }: AppStore, chatId: string, messageId: string): void => {
  const { user } = getState().session;
  if (user && mustVerifyEmail(user)) {
    dispatch(pendingMessageCleared());
    dispatch(questionDeferred({ chatId, messageId, uid: user.uid }));
  } else dispatch(api.util.invalidateTags(['Me']));
};

/** Shows what the server has of the chat now, or that it was deleted. A chat that it never had was not. */
const refetchRefused = async ({ dispatch, getState }: AppStore, chatId: string): Promise<void> => {
  if (getState().chat.newChats.includes(chatId)) {
    const { data } = await dispatch(chatApi.endpoints.openChat.initiate(chatId, { subscribe: false }));
    if (data) dispatch(chatStored(chatId));
  }
  dispatch(api.util.invalidateTags(['Chats', { type: 'Chat', id: chatId }]));
};

/** Turned away: the turns stay here with their reason, so that the text can be sent again. */
const handleRefusal = (store: AppStore, chatId: string, ended: EndedReply): void => {
  const { dispatch } = store;
  const { messageId, failure } = ended.end;
  if (failure?.status === 401) {
    handleUnauthenticated(store, chatId, ended);
    return;
  }
  dispatch(turnChanged({ chatId, id: messageId, status: 'error', errorCode: refusalCodeOf(failure) }));
  const note = {
    text: failureText(failure),
    upgradeText: failureText(failure, true),
    advice: failure?.message,
    lost: failure !== null && isAnswerLost(failure),
    limit: failure?.limit,
  };
  dispatch(turnNoteSet({ id: messageId, note }));
  dispatch(api.util.invalidateTags(['Usage']));
  // A provider's failure comes after the question was stored, a fault of the server before or after.
  if (mayBeStored(failure) || isChatDeleted(failure)) void refetchRefused(store, chatId);
  if (needsVerification(failure)) handleUnverified(store, chatId, messageId);
  if (mayUpgradeHelp(failure)) offerUpgrade(store, chatId);
};

const isUntitled = ({ getState }: AppStore, chatId: string): boolean =>
  (chatApi.endpoints.openChat.select(chatId)(getState()).data?.title ?? UNTITLED) === UNTITLED;

interface AccountChat {
  /** Null begins a chat. */
  readonly chatId: string | null;
  /** False if the chat could not be loaded; then the server chooses the parent of the question. */
  readonly placed: boolean;
}

const buildRequest = (
  { getState }: AppStore,
  { question, reply, history, mode }: Exchange,
  { existingId, ...chat }: { readonly existingId: string | null; readonly chatId: string; readonly placed: boolean },
): Omit<SendRequest, 'messageId'> => {
  const { chat: settings, flags } = getState();
  // Before its first turn is added, it is still the chat to be begun.
  const isTemporary = [existingId, chat.chatId].some((id) => isTemporaryChat(getState(), id));
  const isStored = isStoredChat(getState(), existingId);
  const toolServers = selectChosenServers(getState(), existingId);
  const context = { ...chat, question, history, replyMessageId: reply.id, isTemporary, isStored, toolServers };
  if (mode.agentType === null)
    return {
      path: '/api/ai/groq',
      body: {
        ...buildMessageBody(context, { ...settings, isStandard: mode.isStandard }, flags),
        ...followUpFields(mode),
      },
      idempotent: true,
    };
  const agent = {
    agentType: mode.agentType,
    isSearch: mode.isSearch,
    currentPersonality: settings.currentPersonality,
  };
  return {
    path: '/api/agent/stream',
    body: { ...buildAgentBody(context, agent, flags), ...followUpFields(mode) },
    idempotent: true,
  };
};

/** A reply waits for its person, or does not any more. */
const reportWaiting = ({ dispatch }: AppStore, chatId: string, waits: boolean): void => {
  dispatch(chatWaitSet({ chatId, waits }));
  notifyTabs({ type: 'waiting', chatId });
};

const changeOpenChat = (
  { dispatch }: AppStore,
  chatId: string,
  change: { readonly title?: string; readonly archived?: boolean },
): void => {
  dispatch(chatApi.util.updateQueryData('openChat', chatId, (draft) => void Object.assign(draft, change)));
};

/** A chat of the account: the server stores its turns; this page has those that the server has not returned yet. */
export const createAccountStore = (store: AppStore, { chatId: existingId, placed }: AccountChat) => {
  const { dispatch, getState } = store;
  const chatId = existingId ?? newId();
  return {
    chatId,
    hasVersions: true,
    now: () => new Date(),
    failureText: (failure) => failureText(failure),
    buildRequest: (exchange) => buildRequest(store, exchange, { existingId, chatId, placed }),
    addExchange: ({ question, reply }) => {
      dispatch(turnsAdded({ chatId, turns: [question, { ...reply, model: getState().chat.currentModel }] }));
      dispatch(versionSelected({ chatId, leafId: reply.id }));
      if (existingId === null) dispatch(chatCreated(chatId));
    },
    addReply: (reply) => void dispatch(turnsAdded({ chatId, turns: [reply] })),
    updateMessage: (change) => {
      dispatch(turnChanged({ chatId, ...change }));
    },
    removeMessages: (ids) => {
      dispatch(turnsRemoved({ chatId, ids }));
    },
    onStarted: () => {
      dispatch(chatStored(chatId));
      changeOpenChat(store, chatId, { archived: false }); // a message restores it
      dispatch(api.util.invalidateTags(['Chats']));
      notifyTabs({ type: 'started', chatId });
    },
    onWaiting: (waits) => reportWaiting(store, chatId, waits),
    onRefused: (ended) => {
      if (ended.end.refused) handleRefusal(store, chatId, ended);
      return ended.end.refused;
    },
    onEnded: ({ end: { messageId, phase, lost, text } }) => {
      if (isUntitled(store, chatId)) dispatch(titleStarted(chatId));
      dispatch(api.util.invalidateTags(['Chats', 'Usage']));
      notifyTabs({ type: 'changed', chatId });
      if (phase === 'interrupted' && !lost) uploadReplyText(store, chatId, { id: messageId, content: text });
    },
    onTitle: (title) => {
      if (!isUntitled(store, chatId)) return; // a name that a person gave stays
      changeOpenChat(store, chatId, { title });
      dispatch(titleEnded(chatId));
      dispatch(api.util.invalidateTags(['Chats']));
    },
    onClosed: (changed) => {
      dispatch(titleEnded(chatId));
      if (!changed) return;
      dispatch(api.util.invalidateTags(['Chats', { type: 'Chat', id: chatId }]));
      notifyTabs({ type: 'changed', chatId });
    },
    isNewest: (messageId) => {
      const { currentChatId, selectedLeafIds } = getState().chat;
      return currentChatId === chatId && selectedLeafIds[chatId] === messageId;
    },
  } satisfies ConversationStore;
};
