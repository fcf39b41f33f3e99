import type { Message } from '../../../../src/contract/common.ts';
import type { SavedChat } from '../../../../src/contract/chats.ts';
import { newId } from '../../../lib/ids.ts';
import { relatedQuestionsReceived, turnsAdded, versionSelected } from '../../../state/chat-slice.ts';
import type { AppDispatch, AppStore } from '../../../state/store.ts';
import { api } from '../../../lib/api.ts';
import { searchResultSet } from '../../../state/ui-slice.ts';
import { joined, type SearchEnd, type SearchKeeper } from './after-search.ts';
import { chatApi } from '../engine/chat-api.ts';
import type { ReplyClient } from '../engine/reply-client.ts';
import { synthesised } from './synthesis.ts';
import { notifyTabs } from '../engine/tab-channel.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: AppStore['getState']) => T;

const save =
  (chatId: string, chat: Omit<SavedChat, 'id'>): Thunk<Promise<boolean>> =>
  async (dispatch) => {
    const body = { chatId, chat: { id: chatId, ...chat, updatedAt: new Date().toISOString() } };
    const saved = await dispatch(chatApi.endpoints.saveChat.initiate(body, { track: false }));
    dispatch(api.util.invalidateTags([{ type: 'Chat', id: chatId }]));
    notifyTabs({ type: 'changed', chatId });
    return saved.error === undefined;
  };

/** The sources and images of all searches of the chat: the new ones first. */
const keepMaterial =
  (chatId: string, { sources, images }: SearchEnd): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (sources.length === 0 && images.length === 0) return;
    const known = chatApi.endpoints.openChat.select(chatId)(getState()).data;
    await dispatch(
      save(chatId, { sources: joined(sources, known?.sources ?? []), images: joined(images, known?.images ?? []) }),
    );
  };

const appended =
  (chatId: string, parentId: string, text: string, end: SearchEnd): Thunk<Promise<void>> =>
  async (dispatch, getState) => {
    const { chat, ui } = getState();
    const timestamp = new Date().toISOString();
    const turn: Message = {
      id: newId(),
      role: 'assistant',
      content: text,
      timestamp,
      parentId,
      status: 'complete',
      errorCode: null,
      model: null,
      replyId: null,
      messageMode: { isAgent: true, agentType: 'research_agent' },
    };
    dispatch(turnsAdded({ chatId, turns: [turn] }));
    dispatch(versionSelected({ chatId, leafId: turn.id }));
    dispatch(relatedQuestionsReceived({ id: turn.id, questions: chat.related[parentId] ?? [] }));
    // The latest answer is what a document shows.
    if (ui.currentSearchResult?.messageId === parentId) {
      dispatch(
        searchResultSet({
          query: end.query,
          timestamp,
          content: text,
          chatId,
          sources: end.sources,
          images: end.images,
          messageId: turn.id,
        }),
      );
    }
    const { id, role, content, messageMode } = turn;
    await dispatch(
      save(chatId, {
        messages: [{ id, role, content, timestamp, parentId, ...(messageMode ? { messageMode } : {}) }],
        leafId: id,
      }),
    );
  };

/** Keeps what follows a search in a chat of the account. `replyId` is the turn that answered it. */
export const chatKeeper =
  (client: ReplyClient, chatId: string, replyId: string): Thunk<SearchKeeper> =>
  (dispatch, getState) => {
    let newest = replyId;
    const about = { chatId, messageId: replyId };
    return {
      headers: {},
      about,
      keepMaterial: (end) => dispatch(keepMaterial(chatId, end)),
      keepRelated: async (questions) => {
        for (const id of new Set([replyId, newest])) dispatch(relatedQuestionsReceived({ id, questions }));
        await dispatch(save(chatId, { relatedQuestions: [...questions] }));
      },
      isNewest: () => getState().session.token !== null && getState().chat.selectedLeafIds[chatId] === newest,
      synthesise: ({ query, sources }) => synthesised({ query, sources, about, post: client.post }),
      append: async (end, text) => {
        await dispatch(appended(chatId, replyId, text, end));
        newest = getState().chat.selectedLeafIds[chatId] ?? newest;
      },
    };
  };
