import type { generateTitle } from '../../../../src/contract/ai.ts';
import type { openChat, saveChat } from '../../../../src/contract/chats.ts';
import type { Answer, Body } from '../../../../src/contract/route.ts';
import { api, endpoint } from '../../../lib/api.ts';
import type { RootState } from '../../../state/root-reducer.ts';

const openChatCall = endpoint<typeof openChat>('get', '/api/progress/chat/:id');
const saveChatCall = endpoint<typeof saveChat>('post', '/api/progress/chat');
const generateTitleCall = endpoint<typeof generateTitle>('post', '/api/ai/generate-title');

/** The calls of one conversation; its replies stream outside of this cache. */
export const chatApi = api.injectEndpoints({
  endpoints: (build) => ({
    openChat: build.query<Answer<typeof openChat>, string>({
      query: (id) => openChatCall({ params: { id } }),
      providesTags: (_, __, id) => [{ type: 'Chat', id }],
    }),
    generateTitle: build.mutation<Answer<typeof generateTitle>, Body<typeof generateTitle>>({
      query: (body) => generateTitleCall({ body }),
    }),
    /** Changes the lists that show chats, not the conversation itself. */
    saveChat: build.mutation<Answer<typeof saveChat>, Body<typeof saveChat>>({
      query: (body) => saveChatCall({ body }),
      // A refused save looks at the chat again, which says whether it was deleted.
      invalidatesTags: (_, error, { chatId }) => (error?.status === 404 ? [{ type: 'Chat', id: chatId }] : ['Chats']),
    }),
  }),
});

/** What the server last told of a chat that something else loads; of no chat before it while that is awaited. */
export const useStoredChat = (chatId: string | null): Answer<typeof openChat> | undefined =>
  chatApi.endpoints.openChat.useQueryState(chatId ?? '', { skip: chatId === null }).currentData;

/** Whether a chat is a temporary one, or would be: null is the chat to be begun. */
export const isTemporaryChat = (state: RootState, chatId: string | null): boolean => {
  if (chatId === null) return state.temporaryChats.isNext;
  if (state.temporaryChats.ids.includes(chatId)) return true;
  return (chatApi.endpoints.openChat.select(chatId)(state).data?.expiresAt ?? null) !== null;
};

/** Whether this page has seen it on the server: where it is not there any more, it was deleted. */
export const isStoredChat = ({ chat }: RootState, chatId: string | null): boolean =>
  chatId !== null && !chat.newChats.includes(chatId);
