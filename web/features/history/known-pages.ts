import { copyWithStructuralSharing } from '@reduxjs/toolkit/query';

import type { ChatSummary } from '../../../src/contract/chats.ts';
import { isRecord } from '../../../src/shared/schema.ts';
import { isNotFound } from '../../lib/api-error.ts';
import { isStoreState } from '../../state/is-store-state.ts';

interface ListPage {
  readonly chats: ChatSummary[];
  readonly pinned?: ChatSummary[] | undefined;
}

/** Pages that are read again whenever the list may have changed. */
const PAGES_READ_AGAIN = 2;

/**
 * A page from those that are known, if it is not among the first and they have all of it: a list of thousands is not
 * read to its end for each new title. Older chats change by what is done here; what another device does to them is seen
 * once the page is loaded again. Times compare as texts: the server writes them all alike.
 */
export const knownPage = (pages: readonly ListPage[], before: string, size: number): ListPage | undefined => {
  const oldestReadAgain = pages[PAGES_READ_AGAIN - 1]?.chats.at(-1);
  if (!oldestReadAgain || before > oldestReadAgain.lastUpdated) return undefined;
  const first = pages.findIndex(({ chats }) => (chats.at(-1)?.lastUpdated ?? before) < before);
  if (first < 0) return undefined;
  const movedUp = new Set(pages.slice(0, PAGES_READ_AGAIN).flatMap(({ chats }) => chats.map(({ id }) => id)));
  const older = pages
    .slice(first, first + 3)
    .flatMap(({ chats }) => chats.filter(({ id, lastUpdated }) => lastUpdated < before && !movedUp.has(id)));
  return older.length < size ? undefined : { chats: older.slice(0, size) };
};

const isGone = ({ data, error }: { readonly data?: unknown; readonly error?: unknown }): boolean =>
  isNotFound(error) || (isRecord(data) && data['archived'] === true);

/** Without the chats that were opened and that are archived, or that the server does not have any more. */
export const withoutMissed = (pages: readonly ListPage[], state: unknown): readonly ListPage[] => {
  const calls = isStoreState(state) ? Object.values(state.api.queries) : [];
  const missed = new Set<unknown>(
    calls.flatMap((call) => (call?.endpointName === 'openChat' && isGone(call) ? [call.originalArgs] : [])),
  );
  return missed.size === 0 ? pages : pages.map(({ chats }) => ({ chats: chats.filter(({ id }) => !missed.has(id)) }));
};

/** What did not change stays the same object, so that its row is not drawn again. */
export const withKnown = ({ chats, pinned }: ListPage, pages: readonly ListPage[]): ListPage => {
  const known = new Map(
    pages.flatMap((page) => [...page.chats, ...(page.pinned ?? [])]).map((chat) => [chat.id, chat]),
  );
  const share = (all: readonly ChatSummary[]): ChatSummary[] =>
    all.map((chat) => copyWithStructuralSharing(known.get(chat.id), chat));
  return { chats: share(chats), ...(pinned && { pinned: share(pinned) }) };
};
