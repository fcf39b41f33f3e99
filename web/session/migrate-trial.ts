import type { SignedIn } from '../features/accounts/accounts-api.ts';
import type { ReplyClient } from '../features/chat/engine/reply-client.ts';
import { snapshotDetails } from '../features/chat/engine/reply-details.ts';
import { historyApi } from '../features/history/history-api.ts';
import { chatSelected } from '../state/chat-slice.ts';
import { failureText } from '../features/chat/engine/reply-failure.ts';
import { tokenSet, transitionEnded, transitionStarted, userSet } from '../state/session-slice.ts';
import type { Thunk } from '../state/store.ts';
import { type TrialMessage, trialTurnRemoved } from '../state/trial-slice.ts';
import { toastShown } from '../state/toast-slice.ts';
import { authModalSet, pendingMessageSet, sidebarSet } from '../state/ui-slice.ts';
import { t } from '../app/texts.ts';
import { TRANSITION_MS } from './transition-times.ts';

/** Waits; given from outside so that tests need not. */
export type Wait = (ms: number) => Promise<void>;

const wait: Wait = (ms) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** The visitor's conversation with what has come of running replies, without empty turns. */
const collectTrialMessages = (messages: readonly TrialMessage[], client: ReplyClient): readonly TrialMessage[] =>
  messages
    .map((message) => {
      const reply = client.get(message.id)?.reply.getSnapshot();
      if (!reply) return message;
      const { text: content, model, seal } = reply;
      return { ...message, content, model, ...(seal ? { seal } : {}), ...snapshotDetails(reply) };
    })
    .filter(({ content }) => content !== '');

/** A last question that no word has come to yet is asked again in the account, unless a later text waits. */
const requeueLastQuestion =
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
    dispatch(pendingMessageSet(question.content));
    dispatch(trialTurnRemoved([question.id, reply.id]));
  };

const moveTrial =
  (messages: readonly TrialMessage[], now: Date): Thunk<Promise<void>> =>
  async (dispatch) => {
    const part = await import('./save-trial.ts').catch(() => null);
    if (part) await dispatch(part.saveTrial(messages, now));
    else dispatch(toastShown('problem', t('trialNotMoved', { reason: failureText(null) })));
  };

const loadHistory =
  (waitFor: Wait): Thunk<Promise<void>> =>
  async (dispatch) => {
    const loading = dispatch(historyApi.endpoints.chats.initiate(''));
    await Promise.race([loading, waitFor(TRANSITION_MS.historyWait)]);
  };

const startSession =
  ({ token, user }: SignedIn): Thunk<void> =>
  (dispatch, getState) => {
    const { session } = getState();
    const isSameUser = session.expiredUid === user.uid;
    dispatch(transitionStarted());
    dispatch(tokenSet(token));
    dispatch(userSet(user));
    if (!isSameUser) dispatch(chatSelected(null));
    dispatch(authModalSet(false));
    dispatch(sidebarSet(true));
  };

/** What a sign-in works with. */
export interface SignInContext {
  readonly client: ReplyClient;
  readonly now: () => Date;
  readonly wait?: Wait;
}

/**
 * Sign-in in the order of docs/adr/0036: token, user, sidebar, pause, history, then the trial's messages into a chat of
 * its own. A text that waits is sent afterwards by the chat screen, once it has opened that chat.
 */
export const signIn =
  (signedIn: SignedIn, { client, now, wait: waitFor = wait }: SignInContext): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { sessionId } = getState().trial;
    dispatch(requeueLastQuestion(client));
    const messages = collectTrialMessages(getState().trial.messages, client);
    client.close();
    dispatch(startSession(signedIn));
    try {
      await waitFor(TRANSITION_MS.history);
      await dispatch(loadHistory(waitFor));
      if (messages.length > 0) await dispatch(moveTrial(messages, now()));
      await waitFor(TRANSITION_MS.end);
    } finally {
      dispatch(transitionEnded());
    }
    const {
      chat: { currentChatId: chatId },
      trial,
      ui,
    } = getState();
    const isMigrated = messages.length > 0 && trial.messages.length === 0;
    if (isMigrated && chatId !== null && ui.pendingMessage === null) {
      const { titleMigratedChat } = await import('./title-migrated-chat.ts');
      await dispatch(titleMigratedChat({ chatId, messages, sessionId }));
    }
  };
