import type { Message } from '../../../src/contract/common.ts';
import { api } from '../../lib/api.ts';
import { newId } from '../../lib/ids.ts';
import { ownFile } from '../../lib/own-file.ts';
import { attachmentsReturned } from '../../state/attachments-slice.ts';
import {
  NEW_CHAT_DRAFT,
  chatBegun,
  chatStored,
  relatedTold,
  turnChanged,
  turnNoted,
  turnsAdded,
  turnsDropped,
  versionChosen,
} from '../../state/chat-slice.ts';
import { enterSendMode, resultAwaited, type SendMode } from '../../state/send-mode.ts';
import { mustVerify, sessionLost } from '../../state/session-slice.ts';
import type { AppDispatch, AppStore } from '../../state/store.ts';
import { pendingSet, subscriptionModalSet } from '../../state/ui-slice.ts';
import { questionHeld, type HeldQuestion } from '../../state/verification-slice.ts';
import { afterSearch } from './after-search.ts';
import { chatApi } from './chat-api.ts';
import { chatKeeper } from './chat-search.ts';
import { nameChat } from './chat-title.ts';
import type { ReplyFault, ReplySnapshot } from './live-reply.ts';
import type { ReplyClient, RunningReply, SendRequest } from './reply-client.ts';
import { faultText, isDailyLimit, needsVerification } from './reply-fault.ts';
import { seenDetails } from './reply-details.ts';
import { fillResult } from './search-reply.ts';
import { agentBody, sendBody } from './send-body.ts';
import { tellTabs } from './tabs.ts';

/** The upgrade is offered a moment after the limit's text could be read. */
const UPGRADE_DELAY = 1_000;

export type Thunk<T = void> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

/** A question of a person, not yet stored. */
export const questionOf = (content: string, parentId: string | null, fileIds: readonly string[] = []): Message => ({
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

export interface AskInput {
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
const requestOf =
  (
    input: AskInput & { readonly chatId: string; readonly replyMessageId: string },
    mode: SendMode,
  ): Thunk<Pick<SendRequest, 'path' | 'body'>> =>
  (_, getState) => {
    const { chat, flags } = getState();
    return mode.agentType === null
      ? { path: '/api/ai/groq', body: sendBody(input, chat, flags) }
      : {
          path: '/api/agent/stream',
          body: agentBody(
            input,
            { agentType: mode.agentType, isSearch: mode.isSearch, currentPersonality: chat.currentPersonality },
            flags,
          ),
        };
  };

/** The turn that a reply will fill. */
const replyTo = ({ question, replyMessageId }: AskInput, model: string, agentType: string | null): Message => ({
  ...questionOf('', question.id),
  id: replyMessageId ?? newId(),
  role: 'assistant',
  status: 'streaming',
  model,
  ...(agentType === null ? {} : { messageMode: { isAgent: true, agentType } }),
});

/** Shows question and empty reply at once, asks, and keeps the answer whether or not anybody still looks at the chat. */
export const ask =
  (client: ReplyClient, input: AskInput): Thunk<string> =>
  (dispatch, getState) => {
    const mode = dispatch(enterSendMode(input.question.content));
    const chatId = input.chatId ?? newId();
    const reply = replyTo(input, getState().chat.currentModel, mode.agentType);
    const request = dispatch(requestOf({ ...input, chatId, replyMessageId: reply.id }, mode));
    const running = client.send({ messageId: reply.id, ...request, repeatable: true });
    dispatch(turnNoted({ id: reply.id, note: null }));
    dispatch(turnsAdded({ chatId, turns: [input.question, reply] }));
    dispatch(versionChosen({ chatId, leafId: reply.id }));
    if (input.chatId === null) dispatch(chatBegun(chatId));
    dispatch(watch(running, chatId, { id: reply.id, question: input.question, names: true }));
    dispatch(followSearch(client, { chatId, running, question: input.question, mode }));
    return chatId;
  };

interface Resumed {
  readonly chatId: string;
  readonly message: Message;
  /** What it answers. */
  readonly query: string;
  /** No other page is there for it: it is on us to title the chat, and to ask for what leads on from a search. */
  readonly isOurs: boolean;
}

/** The text that a turn answers, among the turns of its path. */
export const questionFor = ({ parentId }: Message, path: readonly Message[]): string =>
  path.find(({ id }) => id === parentId)?.content ?? '';

/** Takes up a reply that another page began. */
export const resume =
  (client: ReplyClient, { chatId, message, query, isOurs }: Resumed): Thunk =>
  (dispatch) => {
    if (message.replyId === null) return;
    const running = client.resume({ replyId: message.replyId, messageId: message.id, text: message.content });
    dispatch(turnNoted({ id: message.id, note: null }));
    dispatch(turnsAdded({ chatId, turns: [{ ...message, status: 'streaming' }] }));
    dispatch(watch(running, chatId, { id: message.id, question: null, names: isOurs }));
    // Whether a second answer was wished is not known any more, so none is made.
    if (isOurs) dispatch(followUp(client, { chatId, running, query, search: false, isExplicit: true }));
  };

interface Watched {
  readonly id: string;
  /** Null when the question is another page's. */
  readonly question: Message | null;
  readonly names: boolean;
}

const watch =
  ({ reply }: RunningReply, chatId: string, watched: Watched): Thunk =>
  (dispatch) => {
    const known = (): void => {
      if (reply.replyId === null) return;
      unsubscribe();
      dispatch(turnChanged({ chatId, id: watched.id, replyId: reply.replyId }));
      if (watched.question === null) return;
      dispatch(chatStored(chatId));
      dispatch(api.util.invalidateTags(['Chats']));
      tellTabs({ type: 'started', chatId });
    };
    const unsubscribe = reply.subscribe(known);
    void reply.done.then((end) => {
      unsubscribe();
      dispatch(end.refused ? refused(chatId, watched, end) : settled(chatId, watched, end));
    });
  };

const FINAL = {
  waiting: 'interrupted',
  streaming: 'interrupted',
  complete: 'complete',
  stopped: 'stopped',
  interrupted: 'interrupted',
  error: 'error',
} as const;

/** A reply that is complete and yet has a code reached its length limit; so the server tells it, and so it is kept here. */
const codeOf = ({ fault, cut }: ReplySnapshot): string | null => fault?.code ?? (cut ? 'MODEL_CONFIG_ERROR' : null);

const settled =
  (chatId: string, { id, names }: Watched, end: ReplySnapshot): Thunk =>
  (dispatch) => {
    dispatch(
      turnChanged({
        chatId,
        id,
        status: FINAL[end.phase],
        content: end.text,
        replyId: end.replyId,
        errorCode: codeOf(end),
        ...seenDetails(end),
        ...(end.cached ? { cached: true } : {}),
        ...(end.model ? { model: end.model } : {}),
      }),
    );
    if (end.fault || end.lost)
      dispatch(turnNoted({ id, note: { text: end.fault ? faultText(end.fault) : '', lost: end.lost } }));
    dispatch(api.util.invalidateTags(['Chats', 'Usage']));
    tellTabs({ type: 'changed', chatId });
    if (end.phase === 'interrupted' && !end.lost) dispatch(giveBack(chatId, { id, content: end.text }));
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
      dispatch(resultAwaited({ query, messageId, chatId, timestamp: question.timestamp }));
      fillResult(reply, dispatch);
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
      const sources = all.filter(({ url }) => ownFile(url) === null);
      if (phase !== 'complete' || !(search || sources.length > 0)) return;
      dispatch(relatedTold({ id: messageId, questions: [] }));
      void dispatch(
        afterSearch({ query, text, sources, images, isExplicit }, dispatch(chatKeeper(client, chatId, messageId))),
      );
    });
  };

/**
 * A server that died may have kept less of the reply than this page has shown: it is given the rest. Should that fail,
 * the next look at the chat tries again.
 */
export const giveBack =
  (chatId: string, { id, content }: Pick<Message, 'id' | 'content'>): Thunk =>
  (dispatch) => {
    const message = { id, role: 'assistant' as const, content, timestamp: new Date().toISOString() };
    void dispatch(
      chatApi.endpoints.saveChat.initiate({ chatId, chat: { id: chatId, messages: [message] } }, { track: false }),
    );
  };

/** The session is over: the question waits with its files for the next sign-in instead of standing in a chat that is closed now. */
const unauthenticated =
  (chatId: string, { id, question }: Watched): Thunk =>
  (dispatch, getState) => {
    const draft = getState().chat.newChats.includes(chatId) ? NEW_CHAT_DRAFT : chatId;
    dispatch(attachmentsReturned({ chat: draft, ids: question?.fileIds ?? [] }));
    dispatch(turnsDropped({ chatId, ids: [id, ...(question ? [question.id] : [])] }));
    const { user } = getState().session;
    dispatch(sessionLost());
    if (question) dispatch(pendingSet(question.content, user?.uid ?? getState().session.lostUid));
  };

/** A day's limit may come without its code. */
const codeOfRefusal = (fault: ReplySnapshot['fault']): string | null =>
  fault?.code ?? (isDailyLimit(fault) ? 'USAGE_LIMIT_EXCEEDED' : null);

/** Turned away: the turns stay here with their reason, so that the text can be sent again. */
const refused =
  (chatId: string, watched: Watched, { fault }: ReplySnapshot): Thunk =>
  (dispatch) => {
    if (fault?.status === 401) {
      dispatch(unauthenticated(chatId, watched));
      return;
    }
    dispatch(turnChanged({ chatId, id: watched.id, status: 'error', errorCode: codeOfRefusal(fault) }));
    dispatch(
      turnNoted({
        id: watched.id,
        note: { text: faultText(fault), lost: fault?.status === 0, limit: fault?.limit ?? undefined },
      }),
    );
    dispatch(api.util.invalidateTags(['Usage']));
    if (fault && mayBeStored(fault)) dispatch(storedAnyway(chatId));
    if (needsVerification(fault)) dispatch(unverified({ chatId, messageId: watched.id }));
    if (isDailyLimit(fault)) dispatch(upgradeOffered(chatId));
  };

/** Offers the plans a moment later, unless the person has gone elsewhere by then or there is no higher plan for them. */
const upgradeOffered =
  (chatId: string): Thunk =>
  (dispatch, getState) => {
    const { token } = getState().session;
    setTimeout(() => {
      const { session, chat } = getState();
      const stayed = session.token === token && chat.currentChatId === chatId;
      if (stayed && session.user?.subscription !== 'premium') dispatch(subscriptionModalSet(true));
    }, UPGRADE_DELAY);
  };

/** The question waits for the address to be verified. An account that is verified for all this page knows is looked at anew instead. */
const unverified =
  (held: Omit<HeldQuestion, 'uid'>): Thunk =>
  (dispatch, getState) => {
    const { user } = getState().session;
    if (user && mustVerify(user)) dispatch(questionHeld({ ...held, uid: user.uid }));
    else dispatch(api.util.invalidateTags(['Me']));
  };

/** Not where the server itself took nothing (a full disk, a restart), which it tells by a status without a code. */
const mayBeStored = ({ status, code }: ReplyFault): boolean =>
  status >= 500 && (code !== null || ![503, 507].includes(status));

/** A provider's failure comes after the question was stored, so the server's copy of the chat has it too. */
const storedAnyway =
  (chatId: string): Thunk =>
  (dispatch) => {
    dispatch(chatStored(chatId));
    dispatch(api.util.invalidateTags(['Chats', { type: 'Chat', id: chatId }]));
  };
