import type { SpecificAgentType } from '../../../shared/agent-types.ts';
import type { AgentToolName, GroupRights } from '../../../shared/group-rights.ts';
import type { OverrideType, Tier } from '../../../shared/tiers.ts';
import type { HelperPurpose, ModelEvent, ModelMessage, ModelRequest } from '../models/ports.ts';
import type { InsteadOf, RelatedQuestion, Source, ReplyDetails } from '../../../shared/reply-details.ts';
import type { ReplyEvent } from '../../../shared/reply-event.ts';
import type { EventBatch, Reply } from './reply.ts';
import type { NewQuestion, QuestionEnd, ToolIdentity } from './waiting/question.ts';

export type { GivenContent, NewQuestion, QuestionEnd, ToolIdentity } from './waiting/question.ts';

export interface UserRequester {
  readonly kind: 'user';
  readonly uid: string;
  readonly tier: Tier;
  readonly isAdmin: boolean;
  /** The email address or phone number is verified. */
  readonly verified: boolean;
  /** An admin acts as `tier`, and nothing is counted; with `unlimited` every model is allowed too. */
  readonly override?: OverrideType | undefined;
  /** What the groups give; undefined without groups, and with an override. */
  readonly rights?: GroupRights | undefined;
}

/** Accounts as they are now, for what is done long after it was asked. */
export abstract class Requesters {
  /** With the tier and the groups of their own, suspended or not. */
  abstract find(uid: string): Promise<UserRequester | undefined>;
  /** What the account may do now. Undefined: suspended or deleted. An override holds as long as it is an admin's. */
  abstract current(asked: Pick<UserRequester, 'uid' | 'override'>): Promise<UserRequester | undefined>;
}

/** A signed-in person, or a visitor known by fingerprints of session and network address. */
export type Requester =
  UserRequester | { readonly kind: 'visitor'; readonly session: string; readonly address: string };

export interface Admission {
  /** For `settle`. */
  readonly id: string;
  /** The model to use: the requested one, or the fallback when its limit is reached. */
  readonly model: string;
  /** The requested one, when the fallback is used. */
  readonly insteadOf?: InsteadOf;
}

/** Limits on messages. */
export abstract class Allowance {
  /** Reserves a message, for agents with an agent request. Throws the limit that is reached. */
  abstract reserve(requester: Requester, model: string, kind?: 'message' | 'agent'): Promise<Admission>;
  /** `refunded` only when no text came and the requester was not at fault. */
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
  /** Like `settle`, but corrects an earlier outcome: for a reply that was wrongly considered dead. */
  abstract resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

/** Custom instructions for replies: at most one text per account. */
export abstract class CustomInstructions {
  abstract find(uid: string): Promise<string | undefined>;
  /** Replaces the text. `now` in epoch milliseconds. */
  abstract set(uid: string, text: string, now: number): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

export interface DefaultModels {
  readonly primary: string;
  readonly fallback: string | undefined;
}

/** Default and allowed models. */
export abstract class ModelPolicy {
  /** `fallback` answers when a model fails; undefined when the admins switched that off. */
  abstract defaults(requester: Requester): Promise<DefaultModels>;
  /** Returns the model id to call. Throws `UnknownModel`, `SubscriptionRequired`. */
  abstract choose(requester: Requester, requested: string | undefined): Promise<string>;
}

/** How to answer; without a mode the model answers directly. */
export type ReplyMode =
  /** One web search before the answer, for users without agents. */
  | { readonly kind: 'search-first' }
  /** `searchFirst`: always starts with a search. `agentType` undefined: the admins' default. */
  | { readonly kind: 'agent'; readonly agentType: string | undefined; readonly searchFirst: boolean };

/** A checked mode, before anything is charged or stored. */
export interface ReplyPlan {
  readonly kind: ReplyMode['kind'] | 'tools';
  /** Null without an agent. */
  readonly agentType: string | null;
  readonly maxIterations: number | null;
  readonly searchFirst: boolean;
  /** What `auto_agent` may route to. */
  readonly agents: readonly SpecificAgentType[];
  /** What may be used on the way. */
  readonly tools: readonly AgentToolName[];
  /** The admins' model for this agent; undefined: the plan's. */
  readonly model: string | undefined;
}

export interface AgentTask {
  readonly plan: ReplyPlan;
  readonly requester: Requester;
  /** Of the question, then those of earlier messages of its path. */
  readonly fileIds: readonly string[];
  /** Of the connected servers whose tools are on. */
  readonly servers: readonly string[];
  /** Only with servers. */
  readonly connected?: ConnectedTask | undefined;
  readonly question: string;
  /** The question or an earlier message of its path has files: only a question that names the web needs it. */
  readonly hasFiles: boolean;
  /** The system prompt, then the conversation ending with the question. */
  readonly messages: readonly ModelMessage[];
  /** The count of sources in the messages; new ones get higher numbers. */
  readonly sources: number;
  readonly request: Omit<ModelRequest, 'messages' | 'tools' | 'toolChoice' | 'parallelToolCalls' | 'responseFormat'>;
  /** Every call is metered. Ends silently once `signal` aborts. */
  readonly callModel: (request: ModelRequest) => AsyncIterable<ModelEvent>;
  /** Input and output tokens of the calls so far. */
  readonly tokens: () => number;
  readonly signal: AbortSignal;
}

/** Lets the tools of a reply ask its person. The state lets another process go on should this one end. */
export abstract class ReplyWaits {
  abstract newQuestion(): Pick<NewQuestion, 'id' | 'expiresAt'>;
  /**
   * Stores the question with the state of the run; then resolves with its end, for which it does not wait. Throws
   * `TooManyQuestions`, and the reason once the reply is stopped or belongs to another process.
   */
  abstract ask(question: NewQuestion, run: () => unknown): Promise<{ readonly end: Promise<QuestionEnd> }>;
  /** Waits for a question that was stored by an earlier process. */
  abstract rejoin(question: Pick<NewQuestion, 'id' | 'expiresAt'>): Promise<QuestionEnd>;
  /** Stores the state while something waits, else removes it. Call it before anything that must happen only once. */
  abstract save(run: () => unknown): Promise<void>;
  /** How many calls have no result yet, those that wait included. */
  abstract setRunning(calls: number): void;
  /** The person allowed further calls of this tool in this chat. */
  abstract isGranted(tool: ToolIdentity): Promise<boolean>;
}

/** Of a reply whose chat has servers switched on. */
export interface ConnectedTask {
  /** As it was when it asked; the reply may wait for an hour. */
  readonly requester: UserRequester;
  /** As it is now. Throws `ReplyStopped`: it was suspended or deleted. */
  readonly current: () => Promise<UserRequester>;
  /** As `Reply.owner`. */
  readonly owner: string;
  readonly replyId: string;
  readonly servers: readonly string[];
  /** Of the reply. */
  readonly signal: AbortSignal;
  readonly waits: ReplyWaits;
  /** The state of a run that an earlier process began; undefined: it begins. */
  readonly resumed: unknown;
}

/** `cut` ends an answer that reached its length limit. */
export type AgentEvent =
  | Extract<ReplyEvent, { type: 'text' | 'sources' | 'images' | 'tool_result' | 'step' | 'thinking' }>
  | { readonly type: 'cut' };

/** Answers with several model calls. */
export abstract class Agents {
  /** Undefined: no agent is needed. Throws when agents are not allowed, unknown or unavailable. */
  abstract plan(requester: Requester, mode: ReplyMode): Promise<ReplyPlan | undefined>;
  /** Throws `ModelError`. Failing tools do not throw. */
  abstract run(task: AgentTask): AsyncIterable<AgentEvent>;
}

/** A question whose conversation has files. */
export interface FileContextQuery {
  readonly replyId: string;
  readonly text: string;
  /** Of the question. */
  readonly fileIds: readonly string[];
  /** Of earlier messages of the path, newest first. */
  readonly earlier: readonly string[];
  /** Earlier questions of the conversation, newest first. */
  readonly previous: readonly string[];
  /** The reply before the question; may be empty. */
  readonly lastAnswer: string;
  readonly requester: UserRequester;
  /** What the model takes beside conversation and answer, in tokens; undefined when unknown. */
  readonly roomTokens?: number | undefined;
}

export interface FileContext {
  /** For the prompt: texts as untrusted data, with the numbers to cite them by. The same for all questions about them. */
  readonly wholeFiles: string;
  /** Of the other files: what is nearest to this question; may be empty. */
  readonly excerpts: string;
  /** About what both cost. */
  readonly tokens: number;
  /** In the order of those numbers, from 1. */
  readonly sources: readonly Source[];
  readonly evidence: readonly Evidence[];
}

export abstract class FileContextProvider {
  /**
   * Returns the names of the person's own files. Throws `FileNotFound` for expired files and those of others,
   * `InvalidInput` for too many.
   */
  abstract check(requester: Requester, fileIds: readonly string[]): Promise<readonly string[]>;
  /** Undefined when no file is left. The prompt names files that cannot be read. */
  abstract load(question: FileContextQuery, signal: AbortSignal): Promise<FileContext | undefined>;
  /** Whether the person may still read everything that was quoted. */
  abstract canRead(requester: UserRequester, evidence: readonly Evidence[]): Promise<boolean>;
}

/** Quotes of files in stored replies. */
export abstract class FileQuotes {
  /** Removes quotes of files that the owner may no longer read. Call it in the transaction that ends the reply. */
  abstract redactDeletedFiles(owner: string, sources: readonly Source[]): Promise<void>;
}

/** The text of a source in the prompt. */
export interface Evidence {
  readonly url: string;
  readonly text: string;
}

export interface FinishedAnswer {
  readonly question: string;
  readonly text: string;
  readonly details: ReplyDetails;
  /** Who asked, and the model that answered. */
  readonly writer: { readonly requester: Requester; readonly model: string };
  /** Sentences may be corrected: an agent wrote them, and the client knows corrections. */
  readonly isCorrectable: boolean;
  /** By URL; several entries when a page was found and fetched. */
  readonly evidence: readonly Evidence[];
}

export interface ProcessedAnswer {
  /** With the corrections of its details. */
  readonly text: string;
  readonly details: ReplyDetails;
}

/** Post-processes a complete answer: checks citations, perhaps corrects sentences, and builds the document. */
export abstract class ReplyPostProcessor {
  /** Ends early, but not without a result, once the signal aborts. `onModelCheck`: a model is asked, which takes seconds. */
  abstract process(answer: FinishedAnswer, signal: AbortSignal, onModelCheck: () => void): Promise<ProcessedAnswer>;
}

/** Identifies a counted message. */
export interface MessageRef {
  readonly chatId?: string | undefined;
  /** The id of the reply's message. */
  readonly messageId?: string | undefined;
  /** The owner of the trial session whose messages were moved to this account. */
  readonly trialOwner?: string | undefined;
}

/** A counted message and the reply to it. */
export interface CountedMessage {
  readonly replyId: string;
  readonly at: number;
}

/** Messages that were counted and not refunded. */
export abstract class CountedMessages {
  /** The named message, else the owners' newest one since a time. */
  abstract find(owners: readonly string[], since: number, named: MessageRef): Promise<CountedMessage | undefined>;
}

/** Limits of follow-up calls per counted message and per day. */
export abstract class FollowUpAllowance {
  /** Returns the reservation. Throws `FollowUpLimitReached`. */
  abstract reserve(requester: Requester, request: Pick<UtilityRequest, 'purpose' | 'about'>): Promise<string>;
  /** `refunded` only when no text came and the provider failed. */
  abstract settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void>;
}

/** Short internal model calls. They have their own allowance, count as no message and are in the ledger. */
export abstract class UtilityModel {
  /**
   * Streams the answer of the requester's own model or its fallback. Throws `EmailVerificationRequired`,
   * `FollowUpLimitReached`, `ModelError`; ends silently once the signal aborts.
   */
  abstract complete(requester: Requester, request: UtilityRequest, signal: AbortSignal): AsyncIterable<string>;
}

export interface UtilityRequest {
  readonly purpose: 'title' | 'related-questions' | 'synthesis';
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  /** The message it belongs to; the newest counted one by default. */
  readonly about?: MessageRef | undefined;
}

export interface HelperRequest {
  readonly purpose: HelperPurpose;
  /** Undefined: the requester's default. */
  readonly model?: string;
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  readonly timeoutMs: number;
}

/** Short calls that help to write or check a reply. The reply's message pays for them, and each is in the ledger. */
export abstract class ReplyHelperModel {
  /**
   * Undefined when there is no model but the demo, or the time is over. Throws `ModelError`, and the reason of the
   * signal once it aborts.
   */
  abstract complete(requester: Requester, request: HelperRequest, signal: AbortSignal): Promise<string | undefined>;
}

/** Follow-ups other than the title. They throw `ModelError` and what the allowance throws. */
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
  abstract synthesis(
    requester: Requester,
    input: { readonly query: string; readonly results: readonly Source[]; readonly message: MessageRef },
    signal: AbortSignal,
  ): AsyncIterable<string>;
}

/** Identifies the writer of a reply: after a takeover the epoch of the old runner is outdated. */
export type ReplyFence = Pick<Reply, 'id' | 'runnerId' | 'epoch'>;

export type ReplyEnd = Pick<Reply, 'status' | 'errorCode' | 'text' | 'finishedAt'> & {
  /** The runner continues with follow-ups. */
  readonly followUps?: 'running';
  /** When the fallback answered. */
  readonly model?: string | undefined;
  /** The same prompt gets a reply of its own. */
  readonly isUncacheable?: boolean;
};

export interface LogEntry {
  readonly reply: ReplyFence;
  readonly batch: EventBatch;
}

/** The complete log in the memory of the writer. */
export interface CompleteLog {
  /** Events that are not in the stored log yet, including the end; undefined when there are none. */
  unsavedWithEnd(): EventBatch | undefined;
  allWithEnd(): EventBatch;
}

/**
 * `finished`: it was streaming. `replaced`: it had been interrupted by a takeover although its runner was alive.
 * `repeated`: an earlier attempt was committed. `fenced`: another runner owns it. `gone`: it was deleted.
 */
export type FinishOutcome = 'finished' | 'replaced' | 'repeated' | 'fenced' | 'gone';

export abstract class ReplyRepository {
  abstract create(reply: Reply): Promise<void>;
  abstract find(replyId: string): Promise<Reply | undefined>;
  /** Appends to many logs in one statement. Ignores replies that are final, deleted or taken over. */
  abstract append(entries: readonly LogEntry[]): Promise<void>;
  /** The stored events from number `from` on; a batch across `from` is cut. */
  abstract listEvents(replyId: string, from: number): Promise<readonly EventBatch[]>;
  /** Takes a streaming reply from its runner, which can no longer write. Undefined: another process took it first. */
  abstract takeOver(reply: ReplyFence): Promise<ReplyFence | undefined>;
  /** The same, for a runner that goes on with it. */
  abstract adopt(reply: ReplyFence, runnerId: string): Promise<ReplyFence | undefined>;
  /**
   * Makes a reply final with the rest of its log, once per epoch. The previous runner may replace `interrupted` with
   * its own end, once.
   */
  abstract finish(reply: ReplyFence, end: ReplyEnd, log?: CompleteLog): Promise<FinishOutcome>;
  /** Ends the follow-ups with the rest of the log, once per epoch. False: they had ended, or the reply was deleted. */
  abstract closeFollowUps(reply: ReplyFence, rest: EventBatch | undefined): Promise<boolean>;
  /** Finished replies with running follow-ups; of one chat if given. */
  abstract listFollowedUp(chatKey?: string): Promise<readonly Reply[]>;
  abstract requestStop(replyId: string): Promise<void>;
  /** Streaming replies of a runner that were asked to stop. */
  abstract listStopRequests(runnerId: string): Promise<readonly string[]>;
  /** All streaming replies, or those of an owner. */
  abstract listStreaming(owner?: string): Promise<readonly Reply[]>;
  /** The streaming and the followed-up replies of a process. */
  abstract listRunning(runnerId: string): Promise<readonly Reply[]>;
  /** The owner's newest complete reply to the same prompt since `since`. */
  abstract findCached(owner: string, promptKey: string, since: number): Promise<Reply | undefined>;
  /**
   * Deletes the logs of replies finished before `before`, and replies without a chat; their count as a message stays
   * for a day.
   */
  abstract sweep(before: number): Promise<void>;
}

/**
 * Which processes are alive: each has a lease by the database's clock and is considered dead when it does not renew it.
 */
export abstract class Runners {
  /** Unique per process start. */
  abstract readonly id: string;
  /** Milliseconds. */
  abstract readonly leaseMs: number;
  abstract renew(): Promise<void>;
  /** The runners whose lease has expired. */
  abstract findExpired(runnerIds: readonly string[]): Promise<readonly string[]>;
  /** All whose lease has expired and who were not forgotten, those that retired included. */
  abstract listExpired(): Promise<readonly string[]>;
  /** Nothing of it is left. No effect if it has renewed its lease. */
  abstract forget(runnerId: string): Promise<void>;
  /** Ends the lease at once: others look for what it left. */
  abstract retire(): Promise<void>;
}

/** Accounts whose running replies must stop. */
export abstract class Revocations {
  /** The suspended or deleted ones. */
  abstract findRevoked(uids: readonly string[]): Promise<readonly string[]>;
}

/** Monitoring of replies; not called per token. */
export abstract class ReplyObserver {
  abstract started(reply: { model: string; owner: 'user' | 'visitor' }): void;
  abstract finished(reply: { model: string; status: string; code: string | null; events: number; ms: number }): void;
  /** An unexpected failure in the background. */
  abstract failed(what: string, error: unknown): void;
}
