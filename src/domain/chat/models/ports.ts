import type { FinalStatus } from '../../../shared/reply-status.ts';

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
  | {
      readonly type: 'schema';
      readonly name: string;
      readonly schema: Readonly<Record<string, unknown>>;
      readonly strict: boolean;
    };

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
   * Throws `ModelError` for every failure; retries are done inside and only before the first text. Without tools in the
   * request no call is ever told.
   */
  abstract reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** What the providers offer, cached for an hour; a provider that cannot be asked is left out. */
  abstract list(): Promise<readonly ModelInfo[]>;
  /** The same, and how it was come by: `cached`: nobody had to be asked; `failed`: some provider could not be asked. */
  abstract catalogue(): Promise<{
    readonly models: readonly ModelInfo[];
    readonly cached: boolean;
    readonly failed: boolean;
  }>;
  /** The provider that serves a model, as far as it is known without asking anybody. */
  abstract providerOf(model: string): string | undefined;
}

/** How much one call of a provider took and how it ended. */
export interface CallUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The provider did not count: the numbers are ours, from the length of the texts. */
  readonly estimated: boolean;
  readonly status: FinalStatus;
}

export interface ProviderCall extends CallUsage {
  /** As `Reply.owner`: `user:<uid>` or `visitor:<fingerprint>`. */
  readonly owner: string;
  readonly purpose: 'reply' | 'title' | 'related-questions' | 'synthesis' | 'embedding' | 'vision' | 'api';
  /** The reply that it was made for: its lines are named by it, so that they are there once and can be corrected. */
  readonly replyId?: string;
}

/** The book of every call of a provider, those nobody sees included. */
export abstract class Ledger {
  /** One statement, in the transaction of the caller if there is one. */
  abstract record(calls: readonly ProviderCall[]): Promise<void>;
  /** Writes the calls of a reply in the place of those that were written for it before. Call it inside a transaction. */
  abstract amend(replyId: string, calls: readonly ProviderCall[]): Promise<void>;
}
