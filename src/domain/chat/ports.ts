import type { Chat, ChatSummary } from './chat.ts';
import type { Message } from './message.ts';
import type { EventBatch, Reply } from './reply.ts';

/** Where chats live. Every method takes the owner: another person's chat is the same as no chat. */
export abstract class ChatRepository {
  abstract find(ownerId: string, chatId: string): Promise<Chat | undefined>;
  /** Adds the chat; when another call was first (same owner and id) keeps that one. Answers the kept chat. */
  abstract create(chat: Chat): Promise<Chat>;
  /** Replaces title, gptType, leaf, lists, updatedAt and namedAt of an existing chat. */
  abstract update(chat: Chat): Promise<void>;
  /** Sets the end of the shown path and updatedAt, and nothing else. */
  abstract moveLeaf(chatKey: string, leafId: string, updatedAt: number): Promise<void>;
  /** Inside a transaction: whoever else wants this chat's lock waits until the transaction ends. */
  abstract lock(chatKey: string): Promise<void>;
  /** Removes the chat, its messages, replies and search entries; false when there was none. */
  abstract remove(ownerId: string, chatId: string): Promise<boolean>;
  /** Newest `updatedAt` first; only those with `updatedAt < before` when given. */
  abstract list(ownerId: string, page: { limit: number; before?: number }): Promise<readonly ChatSummary[]>;
  /** The chats whose title or messages contain every word of `query` (words match by their beginning), newest first. */
  abstract search(ownerId: string, query: string, page: { limit: number; before?: number }): Promise<readonly ChatSummary[]>;
}

/** The turns of a chat, by the chat's `key` (so only after `ChatRepository.find` has checked the owner). */
export abstract class MessageRepository {
  /** All turns, oldest first; text of streaming ones as far as stored in the message itself (see ReplyRepository). */
  abstract all(chatKey: string): Promise<readonly Message[]>;
  abstract find(chatKey: string, messageId: string): Promise<Message | undefined>;
  /** Adds those whose id is new in this chat; existing ones stay as they are. */
  abstract add(chatKey: string, messages: readonly Message[]): Promise<void>;
  /** Replaces the content, status, error code and cached mark of one turn. */
  abstract rewrite(chatKey: string, message: Message): Promise<void>;
}

export interface StoredReply {
  readonly reply: Reply;
  /** The log, oldest first; empty once swept (then only `reply.text` is left). */
  readonly batches: readonly EventBatch[];
}

/** Replies and their event logs. */
export abstract class ReplyRepository {
  abstract create(reply: Reply): Promise<void>;
  abstract find(replyId: string): Promise<Reply | undefined>;
  /** Appends to the logs of many replies in one statement. */
  abstract append(entries: readonly { readonly replyId: string; readonly batch: EventBatch }[]): Promise<void>;
  /** The stored events numbered `from` or higher. A batch that straddles `from` is cut. */
  abstract eventsFrom(replyId: string, from: number): Promise<readonly EventBatch[]>;
  /** Makes a streaming reply final; false when it already was (somebody else was first). */
  abstract finish(replyId: string, end: Pick<Reply, 'status' | 'errorCode' | 'text' | 'finishedAt'>): Promise<boolean>;
  abstract requestStop(replyId: string): Promise<void>;
  /** Those replies of one runner that somebody asked to stop and that still stream. */
  abstract stopRequests(runnerId: string): Promise<readonly string[]>;
  /** Every reply that still streams, with its runner. */
  abstract streaming(): Promise<readonly Reply[]>;
  /** The newest complete reply to the same prompt of the same owner since `since`. */
  abstract findAnswered(owner: string, promptKey: string, since: number): Promise<Reply | undefined>;
  /** Drops the logs of replies finished before `before`, and whole replies that no chat keeps. */
  abstract sweep(before: number): Promise<void>;
}

/** Tells which processes live. A runner's id is its lease: it must be renewed, or the runner counts as dead. */
export abstract class Runners {
  /** This process. */
  abstract readonly id: string;
  abstract renew(now: number): Promise<void>;
  /** Those of `runnerIds` that no longer run: lease over, or a process of this machine that is gone. */
  abstract dead(runnerIds: readonly string[], now: number): Promise<readonly string[]>;
  abstract retire(): Promise<void>;
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** 0 to 2. */
  readonly temperature: number;
  /** Upper bound of the reply, in tokens. */
  readonly maxTokens: number;
  readonly topP: number;
}

/** `end` comes once, last, and only when the model finished by itself: `length` = cut at maxTokens. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length' };

export interface ModelInfo {
  readonly id: string;
  readonly displayName: string;
  readonly ownedBy: string;
  readonly isPreview: boolean;
  /** Epoch seconds, 0 when the provider does not say. */
  readonly created: number;
}

/** The language models of all configured providers, seen as one. */
export abstract class LanguageModels {
  /**
   * Answers a conversation piece by piece. Stops upstream at once when `signal` aborts and then ends without `end`.
   * Throws `ModelFault` for every failure; retries are done inside and only before the first text.
   */
  abstract reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** What the providers offer, cached for an hour; a provider that cannot be asked is left out. */
  abstract list(): Promise<readonly ModelInfo[]>;
}

/** Who asks: a signed-in person, or a visitor known by fingerprints of session and network address. */
export type Asker =
  | {
      readonly kind: 'user';
      readonly uid: string;
      readonly tier: 'free' | 'basic' | 'premium';
      readonly isAdmin: boolean;
      /** Has proved an address or a phone number. */
      readonly verified: boolean;
    }
  | { readonly kind: 'visitor'; readonly session: string; readonly address: string };

/** Who may still ask. */
export abstract class Allowance {
  /** Takes one message; answers a reservation id for `settle`. Throws the limit that refused. */
  abstract reserve(asker: Asker, model: string): Promise<string>;
  /** `refunded` only when no text came and the fault was not the asker's. */
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

/** Which models an asker uses when none is named, and which may be named. */
export abstract class ModelPolicy {
  abstract defaults(asker: Asker): Promise<{ readonly primary: string; readonly fallback: string }>;
  /** The id to call for the wished one. Throws `UnknownModel` or `SubscriptionRequired`. */
  abstract choose(asker: Asker, wished: string | undefined): Promise<string>;
}

/** Watches replies for operators; never called per token. */
export abstract class ReplyObserver {
  abstract started(reply: { model: string; owner: 'user' | 'visitor' }): void;
  abstract finished(reply: { model: string; status: string; code: string | null; events: number; ms: number }): void;
  /** Something unexpected that nobody is waiting for; it must be seen by an operator. */
  abstract failed(what: string, error: unknown): void;
}
