import { UNTITLED } from '../../../shared/chat-title.ts';
import type { Artifact } from '../../../shared/artifact.ts';
import { DAY_MS } from '../../kernel/day.ts';
import type { Image, RelatedQuestion, Source } from '../../../shared/reply-details.ts';

/**
 * A conversation. `key` is unique; `id` comes from the client and is unique per owner. `leafId` ends the shown path.
 */
export interface Chat {
  readonly key: string;
  readonly id: string;
  readonly ownerId: string;
  readonly title: string;
  readonly gptType: string;
  readonly leafId: string | null;
  readonly sources: readonly Source[];
  readonly images: readonly Image[];
  readonly relatedQuestions: readonly RelatedQuestion[];
  /** Ids of the servers whose tools are on. */
  readonly toolServers: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The client's time of the last change of title and lists; older changes are ignored. */
  readonly namedAt: number;
  /** Temporary: neither listed nor searched, and deleted then. Null for other chats. */
  readonly expiresAt: number | null;
  /** When its owner last wrote in it or, to a day, opened it. */
  readonly usedAt: number;
  /** Pinned: listed before the others, and not deleted because of its age. Null for other chats. */
  readonly pinnedAt: number | null;
  /** Not in the list of chats, but found by a search. It has no pin. */
  readonly archived: boolean;
}

type SummaryFields = 'id' | 'title' | 'gptType' | 'toolServers' | 'createdAt' | 'updatedAt' | 'pinnedAt' | 'archived';

export type ChatSummary = Pick<Chat, SummaryFields> & {
  readonly messageCount: number;
  /** A reply in it waits for an answer of its person. */
  readonly waits: boolean;
};

/**
 * The message of a chat in which most words of a query stand, the newest of several; null when only the title has any.
 */
export type FoundChat = ChatSummary & { readonly found: FoundMessage | null };

export interface FoundMessage {
  readonly messageId: string;
  readonly text: string;
  /** The artifacts that it changed, as it made them. */
  readonly edited?: readonly Artifact[];
}

/** Which message a search found, and its sentence as plain text. */
export interface ChatMatch {
  readonly messageId: string;
  readonly excerpt: string | null;
  /** In which the sentence stands; absent where it stands in the message itself. */
  readonly artifact?: Pick<Artifact, 'id' | 'kind' | 'title'>;
}

export type ListedChat = ChatSummary & { readonly match?: ChatMatch };

/** After the last message of a temporary chat. */
export const TEMPORARY_CHAT_MS = DAY_MS;

export const createChat = (key: string, ownerId: string, id: string, now: number, isTemporary = false): Chat => ({
  key,
  id,
  ownerId,
  title: UNTITLED,
  gptType: 'default',
  leafId: null,
  sources: [],
  images: [],
  relatedQuestions: [],
  toolServers: [],
  createdAt: now,
  updatedAt: now,
  namedAt: 0,
  expiresAt: isTemporary ? now + TEMPORARY_CHAT_MS : null,
  usedAt: now,
  pinnedAt: null,
  archived: false,
});

export const isUntitled = ({ title }: Pick<Chat, 'title'>): boolean => title === UNTITLED;

/** Sources and images of searches that a chat lists, newest first. */
const MAX_SEARCH_RESULTS = 6;

const newestFirst = <T extends { readonly url: string }>(added: readonly T[], existing: readonly T[]): readonly T[] =>
  [...added, ...existing]
    .filter(({ url }, index, all) => all.findIndex((other) => other.url === url) === index)
    .slice(0, MAX_SEARCH_RESULTS);

/** The related questions of an earlier search stay when this one has none. */
export const withSearchResults = (
  chat: Chat,
  { sources, images, relatedQuestions }: Pick<Chat, 'sources' | 'images' | 'relatedQuestions'>,
): Chat => ({
  ...chat,
  sources: newestFirst(sources, chat.sources),
  images: newestFirst(images, chat.images),
  relatedQuestions: relatedQuestions.length > 0 ? relatedQuestions : chat.relatedQuestions,
});
