import type { SpecificAgentType } from '../../../../shared/agent-types.ts';
import type { AgentToolName } from '../../../../shared/group-rights.ts';
import type { CutReason, ModelEvent, ModelMessage, ModelRequest } from '../../models/ports.ts';
import type { ReplyEvent } from '../../../../shared/reply-event.ts';
import type { NewQuestion, QuestionEnd, ToolIdentity } from '../waiting/question.ts';
import type { Requester, UserRequester } from './requesters.ts';

export type { GivenContent, NewQuestion, QuestionEnd, ToolIdentity } from '../waiting/question.ts';

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

/** `cut` ends an answer that is not whole. */
export type AgentEvent =
  | Extract<ReplyEvent, { type: 'text' | 'sources' | 'images' | 'tool_result' | 'step' | 'thinking' }>
  | { readonly type: 'cut'; readonly reason: CutReason };

/** Answers with several model calls. */
export abstract class Agents {
  /** Undefined: no agent is needed. Throws when agents are not allowed, unknown or unavailable. */
  abstract plan(requester: Requester, mode: ReplyMode): Promise<ReplyPlan | undefined>;
  /** Throws `ModelError`. Failing tools do not throw. */
  abstract run(task: AgentTask): AsyncIterable<AgentEvent>;
}
