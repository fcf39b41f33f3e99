import type { generateTitle } from '../../../../src/contract/ai.ts';
import type { Message } from '../../../../src/contract/common.ts';
import type { Body } from '../../../../src/contract/route.ts';
import { titleEnded, titleStarted } from '../../../state/chat-slice.ts';
import type { AppDispatch, AppStore } from '../../../state/store.ts';
import { chatApi } from '../engine/chat-api.ts';
import { buildHistory } from '../engine/request-body.ts';
import { notifyTabs } from '../engine/tab-channel.ts';
import { sortByTime, mergeLocalTurns } from '../conversation/message-tree.ts';
import { buildTurns } from '../../../../src/shared/message-tree.ts';

/** The title of a chat that nobody has named, as it is stored. */
export const UNTITLED = 'New Chat';
const FALLBACK_LENGTH = 40;
const READ_LENGTH = 2_000;

/** The opening of the question: what a chat is called when no better name could be had. */
const fallbackTitle = (question: string): string =>
  question.trim().replace(/\s+/g, ' ').slice(0, FALLBACK_LENGTH).trim();

type Turns = { role: 'user' | 'assistant'; content: string }[];

/** A question of files alone is about their names, as far as this page knows them. */
const named = (message: Message, { attachments }: ReturnType<AppStore['getState']>): Message => {
  const names = (message.fileIds ?? []).flatMap((id) => attachments.sent[id]?.name ?? []);
  return message.role === 'user' && message.content === '' ? { ...message, content: names.join(', ') } : message;
};

interface Opening {
  readonly messages: Turns;
  /** The turn of the first reply. */
  readonly messageId: string | undefined;
}

const openingOf = (chatId: string, state: ReturnType<AppStore['getState']>): Opening => {
  const stored = chatApi.endpoints.openChat.select(chatId)(state).data;
  const messages = mergeLocalTurns(
    sortByTime(stored?.messages ?? [], stored?.otherVersions ?? []),
    state.chat.localTurns[chatId] ?? [],
  );
  const path = buildTurns(messages, state.chat.selectedLeafIds[chatId] ?? stored?.leafId ?? null);
  const turns = path.slice(0, 2).map(({ message }) => named(message, state));
  const told = buildHistory(turns).map(({ role, content }) => ({ role, content: content.slice(0, READ_LENGTH) }));
  return { messages: told, messageId: turns.find(({ role }) => role === 'assistant')?.id };
};

const about = ({
  messageId,
  sessionId,
}: {
  readonly messageId: string | undefined;
  readonly sessionId: string | undefined;
}) => ({ ...(messageId === undefined ? {} : { messageId }), ...(sessionId === undefined ? {} : { sessionId }) });

const askedTitle = async (body: Body<typeof generateTitle>, dispatch: AppDispatch): Promise<string> => {
  const answer = await dispatch(chatApi.endpoints.generateTitle.initiate(body, { track: false }));
  const title = 'data' in answer && answer.data ? answer.data.title.trim() : '';
  return title === '' ? fallbackTitle(body.messages[0]?.content ?? '') : title;
};

/** Names a chat after its first reply, once; a chat with a name keeps it. `trialSession`: where its messages were sent. */
export const nameChat =
  (chatId: string, trialSession?: string) =>
  async (dispatch: AppDispatch, getState: AppStore['getState']): Promise<void> => {
    const titled = (): boolean =>
      (chatApi.endpoints.openChat.select(chatId)(getState()).data?.title ?? UNTITLED) !== UNTITLED;
    const { messages, messageId } = openingOf(chatId, getState());
    if (titled() || messages[0]?.role !== 'user' || getState().chat.generatingTitles.includes(chatId)) return;
    dispatch(titleStarted(chatId));
    try {
      const title = await askedTitle({ messages, chatId, ...about({ messageId, sessionId: trialSession }) }, dispatch);
      if (titled() || title === '') return;
      const chat = { id: chatId, title, updatedAt: new Date().toISOString() };
      const saved = await dispatch(chatApi.endpoints.saveChat.initiate({ chatId, chat }, { track: false }));
      if ('error' in saved && saved.error) return;
      dispatch(
        chatApi.util.updateQueryData('openChat', chatId, (draft) => {
          draft.title = title;
        }),
      );
      notifyTabs({ type: 'changed', chatId });
    } finally {
      dispatch(titleEnded(chatId));
    }
  };
