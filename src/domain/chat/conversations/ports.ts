import type { Chat, ChatSummary, FoundChat } from './chat.ts';
import type { Message } from './message.ts';
import type { UserRequester } from '../replies/ports/requesters.ts';
import type { OwnVersion } from '../../../shared/reply-details.ts';

/** A locked chat. */
export type LockedChat = Chat & { readonly messageCount: number };

/** A page of a list by `updatedAt`, the newest first. */
export interface ChatPage {
  readonly limit: number;
  /** Only chats that changed before. */
  readonly before?: number;
  /** Only archived chats, or only others. */
  readonly archived?: boolean;
}

/** Chats. Another person's chat is treated like no chat. */
export abstract class ChatRepository {
  abstract find(ownerId: string, chatId: string): Promise<Chat | undefined>;
  /** Returns the stored chat: the existing one when a parallel call added it first. */
  abstract create(chat: Chat): Promise<Chat>;
  /** Replaces title, gptType, tool servers, leaf, lists, updatedAt, namedAt and usedAt of an existing chat. */
  abstract update(chat: Chat): Promise<void>;
  /** Replaces these fields of an existing chat. */
  abstract organize(chat: Pick<Chat, 'key' | 'pinnedAt' | 'archived' | 'usedAt'>): Promise<void>;
  /** Archives chats that are neither pinned nor temporary, or restores archived ones: `limit` at most. How many. */
  abstract archiveMany(ownerId: string, archived: boolean, limit: number): Promise<number>;
  abstract markUsed(chatKey: string, at: number): Promise<void>;
  /** Like `find`, and locks the chat until the transaction ends. */
  abstract lock(ownerId: string, chatId: string): Promise<LockedChat | undefined>;
  /** Removes the chat with messages, replies and search entries; false when there was none. */
  abstract remove(ownerId: string, chatId: string): Promise<boolean>;
  /** Without temporary ones; archived ones only if the page says so. */
  abstract list(ownerId: string, page: ChatPage): Promise<readonly ChatSummary[]>;
  /** The last pinned first. */
  abstract listPinned(ownerId: string, limit: number): Promise<readonly ChatSummary[]>;
  /** Until the transaction ends, no other one counts them. */
  abstract countPinned(ownerId: string): Promise<number>;
  /** Newest first, temporary ones too. */
  abstract listIds(ownerId: string): Promise<readonly string[]>;
  /**
   * Not in temporary ones, but in archived ones. Chats whose title or messages contain every word of `query` (prefix
   * match).
   */
  abstract search(ownerId: string, query: string, page: ChatPage): Promise<readonly FoundChat[]>;
}

export interface NewTurn {
  readonly messages: readonly [...Message[], Message];
  readonly existingMessages: number;
  readonly at: number;
  /** The new end of a temporary chat. */
  readonly expiresAt?: number | undefined;
}

/** The path before a new turn. */
export interface PrecedingPath {
  /** Its newest messages, oldest first, up to the requested number of characters. */
  readonly turns: readonly (Pick<Message, 'role' | 'content' | 'fileIds'> & { readonly own?: readonly OwnVersion[] })[];
  /** Of the whole path, newest first. */
  readonly fileIds: readonly string[];
}

export type MessageUpdate = Pick<Message, 'id' | 'content' | 'status' | 'errorCode' | 'cached' | 'details'> & {
  /** Absent or null: as stored. */
  readonly model?: string | null | undefined;
};

/** `bytes`: of text and details. */
export type OutlinedMessage = Pick<Message, 'id' | 'parentId' | 'role' | 'status' | 'replyId'> & {
  readonly bytes: number;
};

/** The messages of a chat by its `key`, which only `ChatRepository` returns after checking the owner. */
export abstract class MessageRepository {
  /** All messages, oldest first; the text of streaming ones is in the reply's log. */
  abstract list(chatKey: string): Promise<readonly Message[]>;
  abstract find(chatKey: string, id: string): Promise<Message | undefined>;
  /** Locks the chat until the transaction ends. Read its messages afterwards: what was read before may be stale. */
  abstract lockChat(chatKey: string): Promise<void>;
  /** All messages without text, oldest first. */
  abstract outline(chatKey: string): Promise<readonly OutlinedMessage[]>;
  /** Those that exist, in the order of `ids`. */
  abstract findMany(chatKey: string, ids: readonly string[]): Promise<readonly Message[]>;
  /** The children of a message, oldest first. */
  abstract listChildren(chatKey: string, id: string): Promise<readonly Pick<Message, 'id' | 'replyId'>[]>;
  /** The path to `leafId`, its text limited to `maxCharacters`; empty when `leafId` does not exist. */
  abstract findPrecedingPath(chatKey: string, leafId: string, maxCharacters: number): Promise<PrecedingPath>;
  /** Adds messages with new ids; existing ones stay unchanged. */
  abstract add(chatKey: string, messages: readonly Message[]): Promise<void>;
  /**
   * Adds new messages to a locked chat that has `turn.existingMessages`; the last one becomes the end of the shown
   * path.
   */
  abstract appendTurn(chat: Pick<Chat, 'key' | 'ownerId'>, turn: NewTurn): Promise<void>;
  abstract update(chatKey: string, end: MessageUpdate): Promise<void>;
}

/** The stored data of a person. Bytes of texts and details, plus an overhead per message. */
export interface ChatUsageTotals {
  readonly chats: number;
  readonly bytes: number;
  /** Of the given chat; 0 when the owner has no such chat. */
  readonly chatBytes: number;
}

/** Totals per owner, updated in the transaction of each change, so that a query reads one row. */
export abstract class ChatUsage {
  abstract totals(ownerId: string, chatKey?: string): Promise<ChatUsageTotals>;
}

/** -1: no limit. */
export interface ChatQuotaLimits {
  readonly chats: number;
  readonly bytes: number;
  readonly chatBytes: number;
}

export interface GrownChat {
  readonly key: string;
  /** Created in this call. */
  readonly isNew: boolean;
}

export abstract class ChatQuota {
  /** An admin who acts as `unlimited` has no limit. */
  abstract limitsFor(requester: UserRequester): Promise<ChatQuotaLimits>;
  /** Call it after the change, in the same transaction: a refusal rolls it back. Throws `ChatQuotaReached`. */
  abstract check(requester: UserRequester, chat: GrownChat): Promise<void>;
}

/** A chat that is to be deleted because of its age. */
export interface AgedChat {
  readonly ownerId: string;
  readonly id: string;
}

/** Chats by their age. */
export abstract class ChatAges {
  /** Temporary ones whose time ended before `now`, the oldest first. */
  abstract listExpired(now: number, limit: number): Promise<readonly AgedChat[]>;
  /** Owners of chats that `listUnused` may find, in order, those after `uid`. */
  abstract listOwnersOfUnused(before: number, uid: string, limit: number): Promise<readonly string[]>;
  /** Those last used before `before`. Neither temporary nor pinned ones, nor those with a public link. */
  abstract listUnused(ownerId: string, before: number, limit: number): Promise<readonly AgedChat[]>;
}

/** The search index. Finished messages are indexed asynchronously; a search waits for them. */
export abstract class SearchIndex {
  /** Indexes a batch of what this process has to; true when none is left. */
  abstract indexPending(): Promise<boolean>;
  /** Takes over what other processes left for too long; returns how many. */
  abstract adoptExpired(): Promise<number>;
}
