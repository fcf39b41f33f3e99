import { chatFile, chatMarkdown } from '../../src/contract/chat-export.ts';
import type { Chat } from '../../src/contract/chats.ts';
import type { Message } from '../../src/contract/common.ts';
import { chatApi } from '../features/chat/chat-api.ts';
import { oldestFirst, turnsOf } from '../features/chat/turns.ts';
import { download, fileNameOf } from '../lib/download.ts';
import type { AppDispatch, AppStore } from '../state/store.ts';
import { toastShown } from '../state/toast-slice.ts';
import { say } from './shared-texts.ts';

export interface TakenChat {
  readonly chat: Chat;
  /** The turns that the reader sees, oldest first. */
  readonly path: readonly Message[];
}

type Thunk<T> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

/** The end of the path that the reader has chosen, if the server knows it. */
export const chosenLeaf = (
  chosen: string | undefined,
  chat: Pick<Chat, 'messages' | 'otherVersions'> | undefined,
): string | null =>
  chosen !== undefined && chat && [...chat.messages, ...chat.otherVersions].some(({ id }) => id === chosen)
    ? chosen
    : null;

const taken =
  (chat: Chat): Thunk<TakenChat> =>
  (_, getState) => {
    const leafId = chosenLeaf(getState().chat.chosen[chat.id], chat) ?? chat.leafId;
    return {
      chat,
      path: turnsOf(oldestFirst(chat.messages, chat.otherVersions), leafId).map(({ message }) => message),
    };
  };

/** A chat as it was last read; null when it was not. */
export const heldChat =
  (chatId: string): Thunk<TakenChat | null> =>
  (dispatch, getState) => {
    const { data } = chatApi.endpoints.openChat.select(chatId)(getState());
    return data ? dispatch(taken(data)) : null;
  };

/** A chat as the server has it now; null when it cannot be had, and then the reader is told. */
export const takeChat =
  (chatId: string): Thunk<Promise<TakenChat | null>> =>
  async (dispatch) => {
    const { data: chat, isSuccess } = await dispatch(
      chatApi.endpoints.openChat.initiate(chatId, { forceRefetch: true, subscribe: false }),
    );
    if (!chat || !isSuccess) {
      // after a failure the data would be that of an earlier look
      dispatch(toastShown('problem', say('unreadable')));
      return null;
    }
    return dispatch(taken(chat));
  };

/** The file is opened by other programs, which load what they show: it holds no pictures of other hosts. */
const markdownOf = async ({ chat, path }: TakenChat): Promise<string> => {
  const { harmlessMarkdown } = await import('../ui/markdown/harmless-markdown.ts');
  return chatMarkdown(
    chat,
    path.map((message) => ({ ...message, content: harmlessMarkdown(message.content) })),
  );
};

const FORMS = {
  markdown: { extension: 'md', type: 'text/markdown;charset=utf-8', write: markdownOf },
  json: {
    extension: 'json',
    type: 'application/json',
    write: async ({ chat }: TakenChat) => `${JSON.stringify(chatFile(chat), null, 2)}\n`,
  },
} as const;

/** Gives the reader a chat as a file. */
export const exportChat =
  (chatId: string, form: keyof typeof FORMS): Thunk<Promise<void>> =>
  async (dispatch) => {
    const found = await dispatch(takeChat(chatId));
    if (!found) return;
    const { extension, type, write } = FORMS[form];
    download(fileNameOf(found.chat.title, extension), type, await write(found));
  };
