import type { Chat, ChatSummary } from './chat.ts';
import type { Message } from './message.ts';
import type { UserRequester } from '../replies/ports.ts';

/** A chat whose lock is held; `messageCount` counts all its turns. */
export type LockedChat = Chat & { readonly messageCount: number };

/** Where chats live. Every method takes the owner: another person's chat is the same as no chat. */
export abstract class ChatRepository {
  abstract find(ownerId: string, chatId: string): Promise<Chat | undefined>;
  /** Adds the chat; when another call was first (same owner and id) keeps that one. Answers the kept chat. */
  abstract create(chat: Chat): Promise<Chat>;
  /** Replaces title, gptType, leaf, lists, updatedAt and namedAt of an existing chat. */
  abstract update(chat: Chat): Promise<void>;
  /** Like `find`; inside a transaction, whoever else wants this chat's lock waits until the transaction ends. */
  abstract lock(ownerId: string, chatId: string): Promise<LockedChat | undefined>;
  /** Removes the chat, its messages, replies and search entries; false when there was none. */
  abstract remove(ownerId: string, chatId: string): Promise<boolean>;
  /** Newest `updatedAt` first; only those with `updatedAt < before` when given. */
  abstract list(ownerId: string, page: { limit: number; before?: number }): Promise<readonly ChatSummary[]>;
  /** The ids of all chats, newest first. */
  abstract listIds(ownerId: string): Promise<readonly string[]>;
  /** The chats whose title or messages contain every word of `query` (words match by their beginning), newest first. */
  abstract search(
    ownerId: string,
    query: string,
    page: { limit: number; before?: number },
  ): Promise<readonly ChatSummary[]>;
}

export interface NewTurn {
  readonly messages: readonly [...Message[], Message];
  readonly existingMessages: number;
  /** The chat's new updatedAt. */
  readonly at: number;
}

/** What a new turn needs of the path that it follows, however long that is. */
export interface PrecedingPath {
  /** Its newest turns, oldest first: the last one, and as many before it as begin within the room that was asked for. */
  readonly turns: readonly Pick<Message, 'role' | 'content' | 'fileIds'>[];
  /** The files of all its turns, newest first. */
  readonly fileIds: readonly string[];
}

export type MessageUpdate = Pick<Message, 'id' | 'content' | 'status' | 'errorCode' | 'cached' | 'details'>;

/** `bytes`: those of its text and details. */
export type OutlinedMessage = Pick<Message, 'id' | 'parentId' | 'status' | 'replyId'> & { readonly bytes: number };

/** The turns of a chat, by the chat's `key` (so only after `ChatRepository.find` has checked the owner). */
export abstract class MessageRepository {
  /** All turns, oldest first; text of streaming ones as far as stored in the message itself (see ReplyRepository). */
  abstract list(chatKey: string): Promise<readonly Message[]>;
  abstract find(chatKey: string, id: string): Promise<Message | undefined>;
  /** How all turns hang together, oldest first, without a text. */
  abstract outline(chatKey: string): Promise<readonly OutlinedMessage[]>;
  /** Those of these that are there, in the order of `ids`. */
  abstract findMany(chatKey: string, ids: readonly string[]): Promise<readonly Message[]>;
  /** Those that follow the turn `id`, oldest first. */
  abstract listChildren(chatKey: string, id: string): Promise<readonly Pick<Message, 'id' | 'replyId'>[]>;
  /** The path from the root to `leafId` as far as `room` characters of text go; no turns when `leafId` is not there. */
  abstract findPrecedingPath(chatKey: string, leafId: string, maxCharacters: number): Promise<PrecedingPath>;
  /** Adds those whose id is new in this chat; existing ones stay as they are. */
  abstract add(chatKey: string, messages: readonly Message[]): Promise<void>;
  /**
   * Adds turns that the caller has seen to be new while holding the chat's lock, after the `turn.known` ones that were
   * there; the last of them becomes the end of the shown path.
   */
  abstract appendTurn(chat: Pick<Chat, 'key' | 'ownerId'>, turn: NewTurn): Promise<void>;
  /** Replaces the content, status, error code, cached mark and details of one turn. */
  abstract update(chatKey: string, end: MessageUpdate): Promise<void>;
}

/** What somebody keeps. Bytes are those of texts and details, and a little for each message. */
export interface ChatUsageTotals {
  readonly chats: number;
  readonly bytes: number;
  /** Of the chat that was asked for; 0 when there is no such chat of this owner. */
  readonly chatBytes: number;
}

/** How much everybody keeps: counted as chats change, in the same transaction, so that asking costs one row. */
export abstract class ChatUsage {
  abstract totals(ownerId: string, chatKey?: string): Promise<ChatUsageTotals>;
}

/** How much somebody may keep: bytes, and -1 for no limit. */
export interface ChatQuotaLimits {
  readonly chats: number;
  readonly bytes: number;
  readonly chatBytes: number;
}

export interface GrownChat {
  readonly key: string;
  /** It was made just now. */
  readonly isNew: boolean;
}

/** What people may keep of conversations. */
export abstract class ChatQuota {
  /** An admin who acts as `unlimited` has no limit; as a tier, that tier's. */
  abstract limitsFor(requester: UserRequester): Promise<ChatQuotaLimits>;
  /**
   * Call it in the transaction in which the chat has grown, after it has: what is refused is undone with it, and of two at
   * once the second sees the first. Throws `ChatQuotaReached`.
   */
  abstract check(requester: UserRequester, chat: GrownChat): Promise<void>;
}

/** What the search through chats knows. Messages that become final enter it a moment later; who searches waits for them. */
export abstract class SearchIndex {
  /** Takes in some of the messages that are due; true when none is left. */
  abstract indexPending(): Promise<boolean>;
}
