import { original } from '@reduxjs/toolkit';

import type * as contract from '../../../src/contract/chats.ts';
import type { ChatSummary } from '../../../src/contract/chats.ts';
import type { Answer } from '../../../src/contract/route.ts';
import { isApiFailure, isNotFound, networkFailure } from '../../lib/api-error.ts';
import { api, endpoint } from '../../lib/api.ts';
import { isStoreState } from '../../state/is-store-state.ts';
import type * as knownPagesModule from './known-pages.ts';

const listChats = endpoint<typeof contract.listChats>('get', '/api/progress/chats');
const allChats = endpoint<typeof contract.allChats>('get', '/api/progress');
const saveChat = endpoint<typeof contract.saveChat>('post', '/api/progress/chat');
const deleteChat = endpoint<typeof contract.deleteChat>('delete', '/api/progress/chat/:id');

/** Chats of one page; a shorter page is the last. */
export const CHATS_PER_PAGE = 50;

export interface RenameInput {
  readonly id: string;
  readonly title: string;
  /** ISO time of the change. The title with the later time wins. */
  readonly updatedAt: string;
}

type ListAnswer = Answer<typeof contract.listChats>;
type AllAnswer = Answer<typeof contract.allChats>;

const byNewest = (a: ChatSummary, b: ChatSummary): number => Date.parse(b.lastUpdated) - Date.parse(a.lastUpdated);

/** The legacy answer as a list: the fallback when the newer call fails. */
const toSummaries = ({ chats }: AllAnswer): ListAnswer => ({
  chats: Object.values(chats)
    .map(({ id, title, messages, createdAt, lastUpdated, gptType, toolServers, pinnedAt, archived }) => ({
      id,
      title,
      messageCount: messages.length,
      createdAt,
      lastUpdated,
      gptType,
      toolServers,
      pinnedAt,
      archived,
      waits: false,
    }))
    .sort(byNewest),
});

type ListPages = { readonly pages: { chats: ChatSummary[]; pinned?: ChatSummary[] | undefined }[] };

/** Of the first page, which alone has them. */
const pinnedOf = ({ pages }: ListPages): ChatSummary[] => pages[0]?.pinned ?? [];

/** The pages that have a chat. They are sought in what is known already: a draft of thousands of chats takes long. */
const pagesWith = ({ pages }: ListPages, id: string): ListPages['pages'] =>
  (original(pages) ?? pages).flatMap((page, at) =>
    page.chats.some((chat) => chat.id === id) ? (pages[at] ?? []) : [],
  );

const renameInPages = (list: ListPages, id: string, title: string): void => {
  const chats = [...pinnedOf(list), ...pagesWith(list, id).flatMap((page) => page.chats)];
  for (const chat of chats) if (chat.id === id) chat.title = title;
};

export const removeFromPages = (list: ListPages, id: string): void => {
  for (const page of pagesWith(list, id)) page.chats = page.chats.filter((chat) => chat.id !== id);
  const at = pinnedOf(list).findIndex((chat) => chat.id === id);
  if (at >= 0) pinnedOf(list).splice(at, 1);
};

interface PageInput {
  /** What is searched for; empty in the whole list. */
  readonly queryArg: string;
  readonly pageParam: string | null;
}

const pageApi = api.injectEndpoints({
  endpoints: (build) => ({
    chatPage: build.query<ListAnswer, PageInput>({
      query: ({ queryArg: q, pageParam: before }) =>
        listChats({
          query: { limit: CHATS_PER_PAGE, ...(before === null ? {} : { before }), ...(q === '' ? {} : { q }) },
        }),
      keepUnusedDataFor: 0,
    }),
  }),
});

const loadPage = (input: PageInput) =>
  pageApi.endpoints.chatPage.initiate(input, { subscribe: false, forceRefetch: true });

/** The chat list: pages of the newest first, each next one older than the last chat shown, or what a search finds. */
const listApi = api.injectEndpoints({
  endpoints: (build) => ({
    chats: build.infiniteQuery<ListAnswer, string, string | null>({
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ chats }) => (chats.length < CHATS_PER_PAGE ? undefined : chats.at(-1)?.lastUpdated),
      },
      queryFn: async (input, { dispatch, getState }) => {
        const { queryArg: q, pageParam: before } = input;
        const known = await loadKnown(getState(), q);
        const page = q === '' && before !== null ? known?.knownPage(known.pages, before, CHATS_PER_PAGE) : undefined;
        if (page) return { data: page };
        const { data, error } = await dispatch(loadPage(input));
        if (!data) return { error: isApiFailure(error) ? error : networkFailure() };
        return { data: known?.withKnown(data, known.pages) ?? data };
      },
      structuralSharing: false, // by chat, in withKnown
      providesTags: ['Chats'],
    }),
    legacyChats: build.query<ListAnswer, void>({
      query: () => allChats({ query: {} }),
      transformResponse: (answer: AllAnswer) => toSummaries(answer),
      providesTags: ['Chats'],
    }),
  }),
});

let knownPages: typeof knownPagesModule | null = null;

const cachedPages = (state: unknown, q: string): readonly ListAnswer[] =>
  (isStoreState(state) && listApi.endpoints.chats.select(q)(state).data?.pages) || [];

/**
 * What is known of a list that is read again, and how it is used. It is fetched once there is something to
 * know, and not imported for each of hundreds of pages, as an import looks through the whole document. Null:
 * all is read from the server.
 */
const loadKnown = async (state: unknown, q: string) => {
  const pages = cachedPages(state, q);
  if (pages.length === 0) return null;
  knownPages ??= await import('./known-pages.ts').catch(() => null);
  return knownPages && { ...knownPages, pages: knownPages.withoutMissed(pages, state) };
};

/** Old chats may have come: of the list only its beginning is known. */
export const oldChatsAdded = () =>
  listApi.util.updateQueryData('chats', '', ({ pages, pageParams }) => {
    pages.splice(1);
    pageParams.splice(1);
  });

/**
 * Changing the list shows at once: a new title before the server knows it (taken back when it refuses), a
 * deletion as soon as it is done.
 */
export const historyApi = listApi.injectEndpoints({
  endpoints: (build) => ({
    renameChat: build.mutation<Answer<typeof contract.saveChat>, RenameInput>({
      query: ({ id, title, updatedAt }) =>
        saveChat({ body: { chatId: id, chat: { id, title, updatedAt, mustExist: true } } }),
      invalidatesTags: (answer, _, { id }) => (answer ? ['Chats', { type: 'Chat', id }] : []),
      onQueryStarted: async ({ id, title }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(listApi.util.updateQueryData('chats', '', (list) => renameInPages(list, id, title)));
        await queryFulfilled.catch(() => shown.undo());
      },
    }),
    removeChat: build.mutation<Answer<typeof contract.deleteChat>, string>({
      query: (id) => deleteChat({ params: { id } }),
      invalidatesTags: (answer, error) => (answer || isNotFound(error) ? ['Chats'] : []),
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const isDeleted = await queryFulfilled.then(
          () => true,
          ({ error }: { readonly error: unknown }) => isNotFound(error),
        );
        if (isDeleted) dispatch(listApi.util.updateQueryData('chats', '', (list) => removeFromPages(list, id)));
      },
    }),
  }),
});
