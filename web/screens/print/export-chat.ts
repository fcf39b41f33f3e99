import type { Chat } from '../../../src/contract/chats.ts';
import { chatApi } from '../../features/chat/engine/chat-api.ts';
import { sortByTime } from '../../features/chat/conversation/message-tree.ts';
import { downloadText, toFileName } from '../../lib/download.ts';
import type { AppDispatch, AppStore } from '../../state/store.ts';
import { toastShown } from '../../state/toast-slice.ts';
import { t } from '../shared/texts.ts';
import type { LoadedChat } from './write-chat-file.ts';
import { buildTurns } from '../../../src/shared/message-tree.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

/** The end of the path that the reader has chosen, if the server knows it. */
export const resolveLeaf = (
  selectedId: string | undefined,
  chat: Pick<Chat, 'messages' | 'otherVersions'> | undefined,
): string | null =>
  selectedId !== undefined && chat && [...chat.messages, ...chat.otherVersions].some(({ id }) => id === selectedId)
    ? selectedId
    : null;

const toLoadedChat =
  (chat: Chat): Thunk<LoadedChat> =>
  (_, getState) => {
    const leafId = resolveLeaf(getState().chat.selectedLeafIds[chat.id], chat) ?? chat.leafId;
    return {
      chat,
      path: buildTurns(sortByTime(chat.messages, chat.otherVersions), leafId).map(({ message }) => message),
    };
  };

/** A chat as it was last read; null when it was not. */
export const getCachedChat =
  (chatId: string): Thunk<LoadedChat | null> =>
  (dispatch, getState) => {
    const { data } = chatApi.endpoints.openChat.select(chatId)(getState());
    return data ? dispatch(toLoadedChat(data)) : null;
  };

/** A chat as the server has it now; null when it cannot be had, and then the reader is told. */
export const fetchChat =
  (chatId: string): Thunk<Promise<LoadedChat | null>> =>
  async (dispatch) => {
    const { data: chat, isSuccess } = await dispatch(
      chatApi.endpoints.openChat.initiate(chatId, { forceRefetch: true, subscribe: false }),
    );
    if (!chat || !isSuccess) {
      // after a failure the data would be that of an earlier look
      dispatch(toastShown('problem', t('unreadable')));
      return null;
    }
    return dispatch(toLoadedChat(chat));
  };

const FORMATS = {
  markdown: { extension: 'md', type: 'text/markdown;charset=utf-8' },
  json: { extension: 'json', type: 'application/json' },
} as const;

/** Gives the reader a chat as a file. */
export const exportChat =
  (chatId: string, format: keyof typeof FORMATS): Thunk<Promise<void>> =>
  async (dispatch) => {
    const loaded = await dispatch(fetchChat(chatId));
    if (!loaded) return;
    const { extension, type } = FORMATS[format];
    try {
      const { writeChatFile } = await import('./write-chat-file.ts');
      downloadText(toFileName(loaded.chat.title, extension), type, writeChatFile[format](loaded));
    } catch {
      dispatch(toastShown('problem', t('unreadable')));
    }
  };
