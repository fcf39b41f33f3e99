import type { Message } from '../../src/contract/common.ts';
import type { SignedIn } from '../features/accounts/accounts-api.ts';
import { chatApi } from '../features/chat/chat-api.ts';
import { nameChat } from '../features/chat/chat-title.ts';
import type { ReplyClient } from '../features/chat/reply-client.ts';
import { historyApi } from '../features/history/history-api.ts';
import { newId } from '../lib/ids.ts';
import { chatSelected, draftMoved } from '../state/chat-slice.ts';
import { faultFrom, faultText } from '../features/chat/reply-fault.ts';
import { isApiFailure } from '../lib/api-error.ts';
import { tokenSet, transitionEnded, transitionStarted, userSet } from '../state/session-slice.ts';
import type { AppDispatch, AppStore } from '../state/store.ts';
import { trialEmptied, trialTurnRemoved } from '../state/trial-slice.ts';
import { toastShown } from '../state/toast-slice.ts';
import { authModalSet, pendingSet, sidebarSet } from '../state/ui-slice.ts';
import { say } from './texts.ts';

/** The pauses of a sign-in, in milliseconds. */
export const TRANSITION = { history: 500, end: 250, stuck: 5000, historyWait: 3000 } as const;

type Thunk<T> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

/** Waits; given from outside so that tests need not. */
export type Pause = (ms: number) => Promise<void>;

export const pause: Pause = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The visitor's conversation as it stands, with what a running reply has said so far; turns that say nothing stay behind. */
const carried = (messages: readonly Message[], client: ReplyClient): readonly Message[] =>
  messages
    .map((message) => ({ ...message, content: client.get(message.id)?.reply.getSnapshot().text ?? message.content }))
    .filter(({ content }) => content !== '');

/** Why the server did not take them, in the reader's language where it is about room. */
const reasonOf = (error: unknown): string => faultText(isApiFailure(error) ? faultFrom(error) : null);

/** A last question that no word has come to yet is asked again in the account, unless a later text waits. */
const takeBack =
  (client: ReplyClient): Thunk<void> =>
  (dispatch, getState) => {
    const {
      trial: { messages },
      ui,
    } = getState();
    const [question, reply] = messages.slice(-2);
    const isWaiting =
      question?.role === 'user' &&
      reply?.status === 'streaming' &&
      reply.content === '' &&
      (client.get(reply.id)?.reply.getSnapshot().text ?? '') === '';
    if (!isWaiting || ui.pendingMessage !== null) return;
    dispatch(pendingSet(question.content));
    dispatch(trialTurnRemoved([question.id, reply.id]));
  };

/** Puts the trial's messages into a chat of the account and empties the trial; they stay there if the save fails. */
const moveTrial =
  (messages: readonly Message[], now: Date): Thunk<Promise<void>> =>
  async (dispatch) => {
    const id = newId();
    const turns = messages.map(({ id: messageId, role, content, timestamp }, at) => ({
      id: messageId,
      role,
      content,
      timestamp,
      parentId: messages[at - 1]?.id ?? null,
    }));
    const chat = { id, messages: turns, createdAt: now.toISOString(), updatedAt: now.toISOString() };
    const saved = await dispatch(chatApi.endpoints.saveChat.initiate({ chatId: id, chat }, { track: false }));
    if (saved.error) {
      dispatch(toastShown('problem', say('trialNotMoved', { reason: reasonOf(saved.error) })));
      return;
    }
    await dispatch(chatApi.endpoints.openChat.initiate(id));
    dispatch(chatSelected(id));
    dispatch(draftMoved(id));
    dispatch(trialEmptied());
  };

const loadHistory =
  (pausing: Pause): Thunk<Promise<void>> =>
  async (dispatch) => {
    const loading = dispatch(historyApi.endpoints.chats.initiate(''));
    await Promise.race([loading, pausing(TRANSITION.historyWait)]);
  };

const enter =
  ({ token, user }: SignedIn): Thunk<void> =>
  (dispatch, getState) => {
    const { session } = getState();
    const returns = session.lostUid === user.uid;
    dispatch(transitionStarted());
    dispatch(tokenSet(token));
    dispatch(userSet(user));
    if (!returns) dispatch(chatSelected(null));
    dispatch(authModalSet(false));
    dispatch(sidebarSet(true));
  };

/** What a sign-in works with. */
export interface Transition {
  readonly client: ReplyClient;
  readonly now: () => Date;
  readonly pausing?: Pause;
}

/**
 * Signing in, in the order of D-81: token, user, sidebar, a pause, the history, then the trial's conversation into a chat of
 * its own. A text that waits is sent afterwards by the chat screen, once it has opened that chat.
 */
export const signIn =
  (signedIn: SignedIn, { client, now, pausing = pause }: Transition): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { sessionId: trialSession } = getState().trial;
    dispatch(takeBack(client));
    const messages = carried(getState().trial.messages, client);
    client.close();
    dispatch(enter(signedIn));
    try {
      await pausing(TRANSITION.history);
      await dispatch(loadHistory(pausing));
      if (messages.length > 0) await dispatch(moveTrial(messages, now()));
      await pausing(TRANSITION.end);
    } finally {
      dispatch(transitionEnded());
    }
    const { chat, ui } = getState();
    if (messages.length > 0 && chat.currentChatId !== null && ui.pendingMessage === null)
      await dispatch(nameChat(chat.currentChatId, trialSession));
  };
