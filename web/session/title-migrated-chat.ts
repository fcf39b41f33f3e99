import type { Message } from '../../src/contract/common.ts';
import { fallbackTitle, UNTITLED } from '../../src/shared/chat-title.ts';
import { chatApi } from '../features/chat/engine/chat-api.ts';
import { buildHistory } from '../features/chat/engine/request-body.ts';
import { notifyTabs } from '../features/chat/engine/tab-channel.ts';
import { titleEnded, titleStarted } from '../state/chat-slice.ts';
import type { AppDispatch, AppStore } from '../state/store.ts';

const MAX_TURN_LENGTH = 2_000;

interface MigratedChat {
  readonly chatId: string;
  readonly messages: readonly Message[];
  /** Where the messages were sent. */
  readonly sessionId: string;
}

/** Names a chat that came from the trial: no reply of the account has done so. */
export const titleMigratedChat =
  ({ chatId, messages, sessionId }: MigratedChat) =>
  async (dispatch: AppDispatch, getState: AppStore['getState']): Promise<void> => {
    const isTitled = (): boolean =>
      (chatApi.endpoints.openChat.select(chatId)(getState()).data?.title ?? UNTITLED) !== UNTITLED;
    const opening = buildHistory(messages.slice(0, 2)).map(({ role, content }) => ({
      role,
      content: content.slice(0, MAX_TURN_LENGTH),
    }));
    const messageId = messages.find(({ role }) => role === 'assistant')?.id;
    if (isTitled() || opening[0]?.role !== 'user') return;
    dispatch(titleStarted(chatId));
    const body = { messages: opening, chatId, sessionId, ...(messageId === undefined ? {} : { messageId }) };
    const { data } = await dispatch(chatApi.endpoints.generateTitle.initiate(body, { track: false }));
    const title = data?.title.trim() || fallbackTitle(opening[0].content);
    if (!isTitled() && title !== '') {
      const chat = { id: chatId, title, updatedAt: new Date().toISOString(), mustExist: true };
      await dispatch(chatApi.endpoints.saveChat.initiate({ chatId, chat }, { track: false }));
      dispatch(chatApi.util.invalidateTags([{ type: 'Chat', id: chatId }]));
      notifyTabs({ type: 'changed', chatId });
    }
    dispatch(titleEnded(chatId));
  };
