import type * as contract from '../../../src/contract/chats.ts';
import type { Answer, Body } from '../../../src/contract/route.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { endpoint } from '../../lib/api.ts';
import { CHATS_PER_PAGE, historyApi, oldChatsAdded, removeFromPages } from './history-api.ts';

const listChats = endpoint<typeof contract.listChats>('get', '/api/progress/chats');
const putPlace = endpoint<typeof contract.placeChat>('put', '/api/progress/chat/:id/place');
const archiveAll = endpoint<typeof contract.archiveChats>('post', '/api/progress/chats/archive');

export interface PlaceInput extends Body<typeof contract.placeChat> {
  readonly id: string;
  readonly title: string;
  /** It was pinned before. */
  readonly wasPinned: boolean;
}

/** What changed, for who was not told of the call. */
interface PlacedChat extends Pick<PlaceInput, 'id' | 'title' | 'wasPinned'> {
  readonly place: Answer<typeof contract.placeChat>;
}

/** Pins and the archive. A chat leaves the list at once when it is archived, and comes back when that is refused. */
export const placeApi = historyApi.injectEndpoints({
  endpoints: (build) => ({
    placeChat: build.mutation<PlacedChat, PlaceInput>({
      query: ({ id, pinned, archived }) => putPlace({ params: { id }, body: { pinned, archived } }),
      transformResponse: (place: Answer<typeof contract.placeChat>, _, { id, title, wasPinned }) => ({
        ...{ id, title, wasPinned, place },
      }),
      invalidatesTags: (answer, error, { id }) => {
        if (answer) return ['Chats'];
        return isNotFound(error) ? ['Chats', { type: 'Chat', id }] : [];
      },
      onQueryStarted: async ({ id, archived }, { dispatch, queryFulfilled }) => {
        const update = (change: (list: Parameters<typeof removeFromPages>[0]) => void) =>
          dispatch(historyApi.util.updateQueryData('chats', '', change));
        const shown = archived ? update((list) => removeFromPages(list, id)) : null;
        const isPlaced = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!isPlaced) shown?.undo();
        else if (archived === false) dispatch(oldChatsAdded());
      },
    }),
    archiveChats: build.mutation<Answer<typeof contract.archiveChats>, boolean>({
      query: (archived) => archiveAll({ body: { archived } }),
      // A failure may come after some chats have changed.
      invalidatesTags: ['Chats', 'Chat'],
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        await queryFulfilled.catch(() => null);
        dispatch(oldChatsAdded());
      },
    }),
    archivedChats: build.infiniteQuery<Answer<typeof contract.listChats>, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ chats }) => (chats.length < CHATS_PER_PAGE ? undefined : chats.at(-1)?.lastUpdated),
      },
      query: ({ queryArg: q, pageParam: before }) =>
        listChats({
          query: {
            limit: CHATS_PER_PAGE,
            archived: 'true',
            ...(before === null ? {} : { before }),
            ...(q === '' ? {} : { q }),
          },
        }),
      providesTags: ['Chats'],
    }),
  }),
});
