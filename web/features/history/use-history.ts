import { useEffect, useMemo } from 'react';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { UNTITLED } from '../../../src/shared/chat-title.ts';
import { isApiFailure } from '../../lib/api-error.ts';
import { useAppDispatch, useAppSelector } from '../../state/store.ts';
import { waitingChatsListed } from '../../state/tools-slice.ts';
import { chatsFailed, chatsLoaded, chatsLoading } from '../../state/ui-slice.ts';
import { historyApi } from './history-api.ts';
import { t, useTranslations } from './texts.ts';

export interface History {
  readonly chats: readonly ChatSummary[];
  readonly loading: boolean;
  readonly failed: boolean;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** Nothing is under way, and the last page came: the next one may come by itself. */
  readonly canLoadMore: boolean;
  readonly loadMore: () => void;
}

/** An expired session opens the sign-in dialog and is not shown as a failure here. */
const isUnauthorized = (error: unknown): boolean => isApiFailure(error) && error.status === 401;

/** Of a chat that has moved up, the newer of its places. */
const unique = (chats: readonly ChatSummary[]): readonly ChatSummary[] => {
  const known = new Set<string>();
  return chats.filter(({ id }) => known.size < known.add(id).size);
};

/** The page's own record of the first load, as the sidebar and sign-in's transition read it. */
const useLoadState = (loading: boolean, failed: boolean): void => {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(({ session }) => session.token !== null);
  useEffect(() => {
    if (!signedIn) return;
    if (loading) dispatch(chatsLoading());
    else dispatch(failed ? chatsFailed(t('failed')) : chatsLoaded());
  }, [dispatch, signedIn, loading, failed]);
};

interface ListPage {
  readonly chats: readonly ChatSummary[];
  readonly pinned?: readonly ChatSummary[] | undefined;
}
type Pages = readonly ListPage[];

/**
 * The pinned chats, then the others. Pins come with the first page, which is read again more often than later ones: it
 * alone says what is pinned.
 */
const inOrder = (pages: Pages): readonly ChatSummary[] => {
  const chats = pages.flatMap((page) => page.chats);
  const pinned = pages[0]?.pinned;
  if (!pinned) return chats;
  const ids = new Set(pinned.map(({ id }) => id));
  const others = chats.filter(({ id }) => !ids.has(id));
  return [...pinned, ...others.map((chat) => (chat.pinnedAt === null ? chat : { ...chat, pinnedAt: null }))];
};

const NO_CHATS: readonly ChatSummary[] = [];

/** The chats of all pages. The whole list says elsewhere, too, which of them wait for an answer. */
const useListedChats = (pages: Pages | undefined, isSearch: boolean): readonly ChatSummary[] => {
  const dispatch = useAppDispatch();
  const t = useTranslations();
  const chats = useMemo(
    () =>
      pages &&
      unique(inOrder(pages)).map((chat) => (chat.title === UNTITLED ? { ...chat, title: t('untitled') } : chat)),
    [pages, t],
  );
  useEffect(() => {
    if (chats && !isSearch) dispatch(waitingChatsListed(chats.filter(({ waits }) => waits).map(({ id }) => id)));
  }, [dispatch, chats, isSearch]);
  return chats ?? NO_CHATS;
};

/** There is nothing to show, and not because nothing is there: the last look failed, and not for the bearer. */
const hasFailed = (list: { readonly isError: boolean; readonly error?: unknown }, chats: History['chats']): boolean =>
  list.isError && chats.length === 0 && !isUnauthorized(list.error);

const isFirstLoad = (list: { readonly isFetching: boolean; readonly currentData?: unknown }): boolean =>
  list.isFetching && list.currentData === undefined;

/** The older call, used only if the newer one fails. */
const useLegacy = (wanted: boolean) => {
  const legacy = historyApi.useLegacyChatsQuery(undefined, { skip: !wanted });
  return {
    chats: legacy.data?.chats ?? NO_CHATS,
    loading: wanted && legacy.isLoading,
    failed: wanted && legacy.isError,
  };
};

type List = ReturnType<typeof historyApi.useChatsInfiniteQuery>;

const pagingOf = (list: List): Omit<History, 'chats' | 'loading' | 'failed'> => ({
  hasMore: list.hasNextPage,
  loadingMore: list.isFetchingNextPage,
  canLoadMore: list.hasNextPage && !list.isFetching && !list.isFetchNextPageError,
  loadMore: () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  },
});

/** The user's chats, or their search results. Falls back to the legacy call when the list fails. */
export const useHistory = (search: string): History => {
  const ready = useAppSelector(({ session }) => session.token !== null && !session.isTransitioning);
  // Another device may have begun a chat meanwhile, or have been asked in one.
  const list = historyApi.useChatsInfiniteQuery(search, {
    skip: !ready,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const isSearch = search !== '';
  const chats = useListedChats(list.currentData?.pages, isSearch);
  const listFailed = ready && hasFailed(list, chats);
  const legacy = useLegacy(listFailed && !isSearch);
  const loading = !ready || isFirstLoad(list) || legacy.loading;
  const failed = isSearch ? listFailed : legacy.failed;
  useLoadState(!isSearch && loading, !isSearch && failed);
  return {
    chats: listFailed ? legacy.chats : chats,
    loading,
    failed,
    ...pagingOf(list),
  };
};
