import type { OverrideType, Tier } from '../../../shared/tiers.ts';
import type { ModelEvent, ModelMessage, ModelRequest } from '../models/ports.ts';
import type { RelatedQuestion, Source, ReplyDetails } from '../../../shared/reply-details.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';
import type { EventBatch, Reply } from './reply.ts';

/** A signed-in person. */
export interface UserRequester {
  readonly kind: 'user';
  readonly uid: string;
  readonly tier: Tier;
  readonly isAdmin: boolean;
  /** The email address or phone number is verified. */
  readonly verified: boolean;
  /** An admin acts as `tier`, and nothing is counted; with `unlimited` every model is allowed too. */
  readonly override?: OverrideType | undefined;
}

/** A signed-in person, or a visitor known by fingerprints of session and network address. */
export type Requester =
  UserRequester | { readonly kind: 'visitor'; readonly session: string; readonly address: string };

export interface Admission {
  /** The reservation, for `settle`. */
  readonly id: string;
  /** The model that may answer: the wished one, or another in its place when that one is used up. */
  readonly model: string;
}

/** Who may still ask. */
export abstract class Allowance {
  /** Takes one message, and for an agent one request to agents with it. Throws the limit that refused. */
  abstract reserve(requester: Requester, model: string, kind?: 'message' | 'agent'): Promise<Admission>;
  /** `refunded` only when no text came and the fault was not the asker's. */
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
  /** Like `settle`, and corrects an earlier outcome: for a reply that was thought dead and is not. */
  abstract resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

/** How people wish to be answered, in their own words: at most one text an account. */
export abstract class CustomInstructions {
  /** Undefined when the person has none. */
  abstract find(uid: string): Promise<string | undefined>;
  /** Takes the place of what was there. `now` in epoch milliseconds. */
  abstract set(uid: string, text: string, now: number): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

/** Which models an asker uses when none is named, and which may be named. */
export abstract class ModelPolicy {
  abstract defaults(requester: Requester): Promise<{ readonly primary: string; readonly fallback: string }>;
  /** The id to call for the wished one. Throws `UnknownModel` or `SubscriptionRequired`. */
  abstract choose(requester: Requester, requested: string | undefined): Promise<string>;
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
  readonly callModel: (request: ModelRequest) => AsyncIterable<ModelEvent>;
  /** Tokens that the calls so far took in and gave out, as the ledger will have them. */
  readonly tokens: () => number;
  readonly signal: AbortSignal;
}

/** What comes of an agent, in order; `cut` ends it when the answer reached its length limit. */
export type AgentEvent =
  | Extract<ReplyEvent, { type: 'text' | 'sources' | 'images' | 'tool_result' | 'step' | 'thinking' }>
  | { readonly type: 'cut' };

/** Whoever answers with more than one call of a model. */
export abstract class Agents {
  /** Undefined: the model alone shall answer. Throws what refuses: rights, unknown types, a service that is off. */
  abstract plan(requester: Requester, mode: ReplyMode): Promise<ReplyPlan | undefined>;
  /** Throws `ModelError`; tools that fail are told and worked around. */
  abstract run(task: AgentTask): AsyncIterable<AgentEvent>;
}

/** A question that comes with files, or whose conversation had some. */
export interface FileContextQuery {
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
export abstract class FileContextProvider {
  /** The names of the files. Throws `FileNotFound` for another person's or expired ones, `InvalidInput` for too many. */
  abstract check(requester: Requester, fileIds: readonly string[]): Promise<readonly string[]>;
  /** Undefined when none of the files is there any more. A file that cannot be read is told as such to the model. */
  abstract load(ownerId: string, question: FileContextQuery, signal: AbortSignal): Promise<FileContext | undefined>;
}

/** What stored replies quote of files. */
export abstract class FileQuotes {
  /** In the transaction that ends a reply with these sources: takes out what it quotes of files that are gone by now. */
  abstract redactDeletedFiles(owner: string, sources: readonly Source[]): Promise<void>;
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
export abstract class ReplyPostProcessor {
  abstract process(answer: FinishedAnswer): Promise<ReplyDetails>;
}

/** Names a counted message by its chat, as the page knows them. */
export interface MessageRef {
  readonly chatId?: string | undefined;
  /** The id of the reply's own turn. */
  readonly messageId?: string | undefined;
  /** The owner of the trial session whose messages were carried into this account. */
  readonly trialOwner?: string | undefined;
}

/** A message that was counted, by the reply that answers it. */
export interface CountedMessage {
  readonly replyId: string;
  readonly at: number;
}

/** The messages that were counted; those that were given back are none. */
export abstract class CountedMessages {
  /** The named one, else the newest of these owners since a moment. */
  abstract find(owners: readonly string[], since: number, named: MessageRef): Promise<CountedMessage | undefined>;
}

/** How many calls beside the replies (titles, related questions, syntheses) belong to a counted message, and to a day. */
export abstract class FollowUpAllowance {
  /** Takes one and answers its reservation. Throws `FollowUpLimitReached`. */
  abstract reserve(requester: Requester, request: Pick<UtilityRequest, 'purpose' | 'about'>): Promise<string>;
  /** `refunded` only when no text came and the fault was the provider's. */
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

/** Short calls of a model beside the replies: each has its own allowance, charges no message and is in the ledger. */
export abstract class UtilityModel {
  /**
   * The answer piece by piece, of the asker's own model or its fallback. Throws `EmailVerificationRequired`,
   * `FollowUpLimitReached`, `ModelError`; ends in silence once the signal aborts.
   */
  abstract complete(requester: Requester, request: UtilityRequest, signal: AbortSignal): AsyncIterable<string>;
}

export interface UtilityRequest {
  readonly purpose: 'title' | 'related-questions' | 'synthesis';
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  /** The message that it follows; the newest counted one where nothing is named. */
  readonly about?: MessageRef | undefined;
}

/** What is made of an answer once it has ended, besides a title. Both throw what refuses, and `ModelError`. */
export abstract class FollowUpGenerators {
  abstract relatedQuestions(
    requester: Requester,
    input: {
      readonly query: string;
      readonly response: string;
      readonly count: number;
      readonly message: MessageRef;
    },
    signal: AbortSignal,
  ): Promise<readonly RelatedQuestion[]>;
  /** Piece by piece. */
  abstract synthesis(
    requester: Requester,
    input: { readonly query: string; readonly results: readonly Source[]; readonly message: MessageRef },
    signal: AbortSignal,
  ): AsyncIterable<string>;
}

/** What a writer has to show: once the reply was taken over, the epoch of its runner is an old one. */
export type ReplyFence = Pick<Reply, 'id' | 'runnerId' | 'epoch'>;

export type ReplyEnd = Pick<Reply, 'status' | 'errorCode' | 'text' | 'finishedAt'> & {
  /** Its runner goes on with title, related questions or synthesis. */
  readonly followUps?: 'running';
};

export interface LogEntry {
  readonly reply: ReplyFence;
  readonly batch: EventBatch;
}

/** The log of a reply as its writer has it. */
export interface CompleteLog {
  /** What the stored log does not have yet, the end included; undefined when it has all. */
  unsavedWithEnd(): EventBatch | undefined;
  /** All events, the end included. */
  allWithEnd(): EventBatch;
}

/**
 * `finished`: it was streaming until now. `replaced`: it had been taken over and interrupted, although its runner lived.
 * `repeated`: an earlier try of the same writer had arrived. `fenced`: it is somebody else's. `gone`: nobody keeps it.
 */
export type FinishOutcome = 'finished' | 'replaced' | 'repeated' | 'fenced' | 'gone';

/** Replies and their event logs. */
export abstract class ReplyRepository {
  abstract create(reply: Reply): Promise<void>;
  abstract find(replyId: string): Promise<Reply | undefined>;
  /** Appends to the logs of many replies in one statement. What is final, gone or taken over is left out. */
  abstract append(entries: readonly LogEntry[]): Promise<void>;
  /** The stored events numbered `from` or higher. A batch that straddles `from` is cut. */
  abstract listEvents(replyId: string, from: number): Promise<readonly EventBatch[]>;
  /** Takes a streaming reply from its runner, which then can write neither log nor end. Undefined: somebody was first. */
  abstract takeOver(reply: ReplyFence): Promise<ReplyFence | undefined>;
  /**
   * Makes a reply final, with the rest of its log: once, for whoever names its epoch. The runner it was taken from may
   * put its own end in the place of `interrupted`, once.
   */
  abstract finish(reply: ReplyFence, end: ReplyEnd, log?: CompleteLog): Promise<FinishOutcome>;
  /**
   * Ends the follow-ups of a finished reply, with the rest of its log: once, for whoever names its epoch. False: they had
   * ended, or the reply is gone.
   */
  abstract closeFollowUps(reply: ReplyFence, rest: EventBatch | undefined): Promise<boolean>;
  /** Every finished reply with follow-ups still running, with its runner; only those of one chat when it is named. */
  abstract listFollowedUp(chatKey?: string): Promise<readonly Reply[]>;
  abstract requestStop(replyId: string): Promise<void>;
  /** Those replies of one runner that somebody asked to stop and that still stream. */
  abstract listStopRequests(runnerId: string): Promise<readonly string[]>;
  /** Every reply that still streams, with its runner. */
  abstract listStreaming(): Promise<readonly Reply[]>;
  /** The newest complete reply to the same prompt of the same owner since `since`. */
  abstract findCached(owner: string, promptKey: string, since: number): Promise<Reply | undefined>;
  /**
   * Drops the logs of replies finished before `before`, and all of replies that no chat keeps but that their message was
   * counted, which stays for a day.
   */
  abstract sweep(before: number): Promise<void>;
}

/** Tells which processes live: each has a lease by the database's clock, and counts as dead unless it renews it. */
export abstract class Runners {
  /** This process; no other one ever has the same. */
  abstract readonly id: string;
  /** How long a lease lasts, in milliseconds. */
  abstract readonly leaseMs: number;
  abstract renew(): Promise<void>;
  /** Those of `runnerIds` whose lease is over. */
  abstract findExpired(runnerIds: readonly string[]): Promise<readonly string[]>;
  abstract retire(): Promise<void>;
}

/** Tells who may no longer be answered although they are being answered. */
export abstract class Revocations {
  /** Those of these accounts that were suspended or deleted. */
  abstract findRevoked(uids: readonly string[]): Promise<readonly string[]>;
}

/** Watches replies for operators; never called per token. */
export abstract class ReplyObserver {
  abstract started(reply: { model: string; owner: 'user' | 'visitor' }): void;
  abstract finished(reply: { model: string; status: string; code: string | null; events: number; ms: number }): void;
  /** Something unexpected that nobody is waiting for; it must be seen by an operator. */
  abstract failed(what: string, error: unknown): void;
}
