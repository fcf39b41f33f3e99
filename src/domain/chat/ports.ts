import type { Chat, ChatSummary, Source } from './chat.ts';
import type { Message } from './message.ts';
import type { ReplyDetails } from './details.ts';
import type { EventBatch, FinalStatus, Reply, ReplyEvent } from './reply.ts';

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
  abstract ids(ownerId: string): Promise<readonly string[]>;
  /** The chats whose title or messages contain every word of `query` (words match by their beginning), newest first. */
  abstract search(ownerId: string, query: string, page: { limit: number; before?: number }): Promise<readonly ChatSummary[]>;
}

export interface NewTurn {
  readonly messages: readonly [...Message[], Message];
  readonly known: number;
  /** The chat's new updatedAt. */
  readonly at: number;
}

/** What a new turn needs of the path that it follows, however long that is. */
export interface PathBefore {
  /** Its newest turns, oldest first: the last one, and as many before it as begin within the room that was asked for. */
  readonly turns: readonly Pick<Message, 'role' | 'content' | 'fileIds'>[];
  /** The files of all its turns, newest first. */
  readonly fileIds: readonly string[];
}

export type MessageEnd = Pick<Message, 'id' | 'content' | 'status' | 'errorCode' | 'cached' | 'details'>;

/** The turns of a chat, by the chat's `key` (so only after `ChatRepository.find` has checked the owner). */
export abstract class MessageRepository {
  /** All turns, oldest first; text of streaming ones as far as stored in the message itself (see ReplyRepository). */
  abstract all(chatKey: string): Promise<readonly Message[]>;
  abstract find(chatKey: string, id: string): Promise<Message | undefined>;
  /** Those that follow the turn `id`, oldest first. */
  abstract after(chatKey: string, id: string): Promise<readonly Pick<Message, 'id' | 'replyId'>[]>;
  /** The path from the root to `leafId` as far as `room` characters of text go; no turns when `leafId` is not there. */
  abstract pathBefore(chatKey: string, leafId: string, room: number): Promise<PathBefore>;
  /** Adds those whose id is new in this chat; existing ones stay as they are. */
  abstract add(chatKey: string, messages: readonly Message[]): Promise<void>;
  /**
   * Adds turns that the caller has seen to be new while holding the chat's lock, after the `turn.known` ones that were
   * there; the last of them becomes the end of the shown path.
   */
  abstract addTurn(chat: Pick<Chat, 'key' | 'ownerId'>, turn: NewTurn): Promise<void>;
  /** Replaces the content, status, error code, cached mark and details of one turn. */
  abstract rewrite(chatKey: string, end: MessageEnd): Promise<void>;
}

/** What the search through chats knows. Messages that become final enter it a moment later; who searches waits for them. */
export abstract class SearchIndex {
  /** Takes in some of the messages that are due; true when none is left. */
  abstract catchUp(): Promise<boolean>;
}

export type { Image, RelatedQuestion, Source } from './chat.ts';
export type { CitationMark, Citations, DocumentSection, ReplyDetails, ReplyDocument } from './details.ts';

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

/** Tells who may no longer be answered although they are being answered. */
export abstract class Revocations {
  /** Those of these accounts that were suspended or deleted. */
  abstract among(uids: readonly string[]): Promise<readonly string[]>;
}

/** A wish of the model to have a tool called. */
export interface ToolCall {
  /** Names the call in this conversation: the result comes back under it. */
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it, which is not always what the tool's schema asks for. */
  readonly arguments: string;
}

/** An image that is shown to a model that sees. */
export interface ModelImage {
  readonly bytes: Uint8Array;
  /** MIME type. */
  readonly type: string;
}

/** A turn as models are told. A turn with tool calls is followed by one `tool` turn for each of them. */
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly ModelImage[] }
  | { readonly role: 'assistant'; readonly content: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** A tool that the model may wish for. Nobody but the caller runs it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object: the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The provider shall hold the model to the schema, where it can. */
  readonly strict?: boolean;
}

/** `auto`: the model decides; `required`: some tool; a name: that one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** The form of the reply's text: any JSON object, or one that follows a schema. Providers without this ignore it. */
export type ResponseFormat =
  | { readonly type: 'json' }
  | { readonly type: 'schema'; readonly name: string; readonly schema: Readonly<Record<string, unknown>>; readonly strict: boolean };

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  /** 0 to 2. */
  readonly temperature: number;
  /** Upper bound of the reply, in tokens. */
  readonly maxTokens: number;
  readonly topP: number;
  /** Texts before which the reply ends. */
  readonly stop?: readonly string[];
  readonly tools?: readonly ModelTool[];
  /** Only with tools; `auto` when absent. */
  readonly toolChoice?: ToolChoice;
  /** Only with tools: false keeps the model to one call at a time, where the provider can. */
  readonly parallelToolCalls?: boolean;
  readonly responseFormat?: ResponseFormat;
}

/**
 * `tool-call` tells a call when it is complete, after all text. `end` comes once, last, and only when the model finished
 * by itself: `length` = cut at maxTokens, `tool-calls` = it waits for the results of the calls it has told.
 */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | ({ readonly type: 'tool-call' } & ToolCall)
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | { readonly type: 'end'; readonly reason: 'stop' | 'length' | 'tool-calls' };

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
   * Throws `ModelFault` for every failure; retries are done inside and only before the first text. Without tools in the
   * request no call is ever told.
   */
  abstract reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** What the providers offer, cached for an hour; a provider that cannot be asked is left out. */
  abstract list(): Promise<readonly ModelInfo[]>;
  /** The same, and how it was come by: `cached`: nobody had to be asked; `failed`: some provider could not be asked. */
  abstract catalogue(): Promise<{ readonly models: readonly ModelInfo[]; readonly cached: boolean; readonly failed: boolean }>;
  /** The provider that serves a model, as far as it is known without asking anybody. */
  abstract providerOf(model: string): string | undefined;
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
      /** An admin acts as `tier`, and nothing is counted; with `unlimited` every model may serve too. */
      readonly override?: 'unlimited' | 'premium' | 'basic' | 'free' | undefined;
    }
  | { readonly kind: 'visitor'; readonly session: string; readonly address: string };

export interface Admission {
  /** The reservation, for `settle`. */
  readonly id: string;
  /** The model that may answer: the wished one, or another in its place when that one is used up. */
  readonly model: string;
}

/** Who may still ask. */
export abstract class Allowance {
  /** Takes one message, and for an agent one request to agents with it. Throws the limit that refused. */
  abstract reserve(asker: Asker, model: string, kind?: 'message' | 'agent'): Promise<Admission>;
  /** `refunded` only when no text came and the fault was not the asker's. */
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

/** How much one call of a provider took and how it ended. */
export interface CallCount {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The provider did not count: the numbers are ours, from the length of the texts. */
  readonly estimated: boolean;
  readonly status: FinalStatus;
}

export interface ProviderCall extends CallCount {
  /** As `Reply.owner`: `user:<uid>` or `visitor:<fingerprint>`. */
  readonly owner: string;
  readonly purpose: 'reply' | 'title' | 'related-questions' | 'synthesis' | 'embedding' | 'vision' | 'api';
}

/** The book of every call of a provider, those nobody sees included. */
export abstract class Ledger {
  /** One statement, in the transaction of the caller if there is one. */
  abstract record(calls: readonly ProviderCall[]): Promise<void>;
}

/** How people wish to be answered, in their own words: at most one text an account. */
export abstract class OwnInstructions {
  /** Undefined when the person has none. */
  abstract find(uid: string): Promise<string | undefined>;
  /** Takes the place of what was there. `now` in epoch milliseconds. */
  abstract set(uid: string, text: string, now: number): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

/** Which models an asker uses when none is named, and which may be named. */
export abstract class ModelPolicy {
  abstract defaults(asker: Asker): Promise<{ readonly primary: string; readonly fallback: string }>;
  /** The id to call for the wished one. Throws `UnknownModel` or `SubscriptionRequired`. */
  abstract choose(asker: Asker, wished: string | undefined): Promise<string>;
}

/** How a question wishes to be answered; without a wish the model alone answers. */
export type ReplyMode =
  /** The web is searched once before the answer, for those who have no agents. */
  | { readonly kind: 'search-first' }
  /** `searchFirst`: it begins with a search, always. `agentType` undefined: the admins' default. */
  | { readonly kind: 'agent'; readonly agentType: string | undefined; readonly searchFirst: boolean };

/** What was decided of such a wish before anything is charged or stored. */
export interface ReplyPlan {
  readonly kind: ReplyMode['kind'];
  /** Null when no agent answers. */
  readonly agentType: string | null;
  readonly maxIterations: number | null;
  readonly searchFirst: boolean;
  /** The admins' choice for this agent; undefined: what the asker's plan has. */
  readonly model: string | undefined;
}

export interface AgentTask {
  readonly plan: ReplyPlan;
  readonly question: string;
  /** The instruction of the personality, then the conversation with the question as its end. */
  readonly messages: readonly ModelMessage[];
  /** How many sources the messages bring already: those that are found get the numbers after them. */
  readonly sources: number;
  readonly request: Omit<ModelRequest, 'messages' | 'tools' | 'toolChoice' | 'parallelToolCalls' | 'responseFormat'>;
  /** Asks a model; every call of it is counted. Ends in silence once `signal` aborts. */
  readonly ask: (request: ModelRequest) => AsyncIterable<ModelEvent>;
  /** Tokens that the calls so far took in and gave out, as the ledger will have them. */
  readonly tokens: () => number;
  readonly signal: AbortSignal;
}

/** What comes of an agent, in order; `cut` ends it when the answer reached its length limit. */
export type AgentEvent = Extract<ReplyEvent, { type: 'text' | 'sources' | 'images' | 'tool_result' | 'step' | 'thinking' }> | { readonly type: 'cut' };

/** Whoever answers with more than one call of a model. */
export abstract class Agents {
  /** Undefined: the model alone shall answer. Throws what refuses: rights, unknown types, a service that is off. */
  abstract plan(asker: Asker, mode: ReplyMode): Promise<ReplyPlan | undefined>;
  /** Throws `ModelFault`; tools that fail are told and worked around. */
  abstract run(task: AgentTask): AsyncIterable<AgentEvent>;
}

/** A question that comes with files, or whose conversation had some. */
export interface FileQuestion {
  readonly replyId: string;
  readonly text: string;
  /** Of the question itself. */
  readonly fileIds: readonly string[];
  /** Of earlier turns of the shown path, newest first. */
  readonly earlier: readonly string[];
}

/** What files bring to an answer. */
export interface FileContext {
  /** For the model: their texts as data, under the numbers by which they are cited. */
  readonly text: string;
  /** Under those numbers, counted from 1. */
  readonly sources: readonly Source[];
  readonly evidence: readonly Evidence[];
}

/** The files of people, as far as they answer a question. */
export abstract class AttachedFiles {
  /** Throws `FileNotFound` for what is not the asker's or has expired, `InvalidInput` for too many. */
  abstract check(asker: Asker, fileIds: readonly string[]): Promise<void>;
  /** Undefined when none of the files is there any more. A file that cannot be read is told as such to the model. */
  abstract read(ownerId: string, question: FileQuestion, signal: AbortSignal): Promise<FileContext | undefined>;
}

/** What a source said, as far as the model was told of it. */
export interface Evidence {
  readonly url: string;
  readonly text: string;
}

export interface FinishedAnswer {
  readonly question: string;
  readonly text: string;
  readonly details: ReplyDetails;
  /** By address; several for one address where it was found and read. */
  readonly evidence: readonly Evidence[];
}

/** Looks over an answer that has come to its end: checks its citations, sets it as a document. */
export abstract class ReplyEditor {
  abstract finish(answer: FinishedAnswer): Promise<ReplyDetails>;
}

/** Short calls of a model beside the replies: they charge nothing, and each is in the ledger. */
export abstract class Asides {
  /**
   * The answer piece by piece, of the asker's own model or its fallback. Throws `EmailVerificationRequired`,
   * `ModelFault`; ends in silence once the signal aborts.
   */
  abstract ask(asker: Asker, aside: Aside, signal: AbortSignal): AsyncIterable<string>;
}

export interface Aside {
  readonly purpose: 'title' | 'related-questions' | 'synthesis';
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
}

/** Watches replies for operators; never called per token. */
export abstract class ReplyObserver {
  abstract started(reply: { model: string; owner: 'user' | 'visitor' }): void;
  abstract finished(reply: { model: string; status: string; code: string | null; events: number; ms: number }): void;
  /** Something unexpected that nobody is waiting for; it must be seen by an operator. */
  abstract failed(what: string, error: unknown): void;
}
