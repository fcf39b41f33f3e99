import type { FinalStatus } from '../../../shared/reply-status.ts';
import type { CountedTokens } from '../errors.ts';

export interface ToolCall {
  /** The result refers to it. */
  readonly id: string;
  readonly name: string;
  /** JSON as written by the model; may not match the tool's schema. */
  readonly arguments: string;
  /** Of the provider's own, such as a signature of the thoughts before the call: goes back to it with the call. */
  readonly providerData?: Readonly<Record<string, unknown>>;
}

export interface ModelImage {
  readonly bytes: Uint8Array;
  /** MIME type. */
  readonly type: string;
}

/** An assistant message with tool calls is followed by one `tool` message for each call. */
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string; readonly images?: readonly ModelImage[] }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ToolCall[];
      /** Before the calls; some providers want them back. */
      readonly thoughts?: string;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly content: string;
      /**
       * Ids of files: pictures that the tool returned. Never sent to a provider: `ToolPictures` makes images of them.
       */
      readonly pictures?: readonly string[];
      readonly images?: readonly ModelImage[];
    };

/** The caller runs the tool, not the provider. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The provider enforces the schema, if it can. */
  readonly strict?: boolean;
}

/** A name: that tool. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

/** Any JSON object, or one that matches a schema. Providers without support ignore it. */
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
  /** In tokens. A model that thinks gets room for its thoughts besides. */
  readonly maxTokens: number;
  /** `maxTokens` covers thoughts, too. */
  readonly limitsThoughts?: boolean;
  readonly topP: number;
  /** Stop sequences. */
  readonly stop?: readonly string[];
  readonly tools?: readonly ModelTool[];
  /** Only with tools; `auto` when absent. */
  readonly toolChoice?: ToolChoice;
  /** Only with tools: false allows one call at a time, if the provider supports it. */
  readonly parallelToolCalls?: boolean;
  readonly responseFormat?: ResponseFormat;
  /** An admin asks. Never sent to a provider: the demo model names settings of the server to admins alone. */
  readonly fromAdmin?: boolean;
  /** About the tokens of file text in the messages, for the ledger. Never sent to a provider. */
  readonly fileTokens?: number;
  /** Characters at the beginning of the first message that the next question has too: providers may cache them. */
  readonly stablePrefix?: number;
}

/** Why a model ended before it was done. */
export type CutReason = 'length' | 'filtered';

/**
 * `thinking`: what the provider tells of the model's thoughts, apart from its text; not all do, and some write them as
 * text. `retry`: the model thought and failed before it answered; another attempt begins, `usage` is of the failed one.
 * `tool-call` comes when the call is complete, after all text. `end` comes last, and only when the model finished:
 * `length` = cut at maxTokens, `filtered` = cut by the provider's content rules, `tool-calls` = waiting for tool
 * results.
 */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'retry'; readonly usage?: CountedTokens | undefined }
  | ({ readonly type: 'tool-call' } & ToolCall)
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number }
  | {
      readonly type: 'end';
      readonly reason: 'stop' | CutReason | 'tool-calls';
      /** The text says only that there is no answer: the message does not count. */
      readonly isUnanswered?: boolean;
    };

export interface ModelInfo {
  readonly id: string;
  readonly displayName: string;
  readonly ownedBy: string;
  readonly isPreview: boolean;
  /** Epoch seconds; 0 when unknown. */
  readonly created: number;
  /** Tokens of prompt and answer together; absent when unknown. */
  readonly contextTokens?: number | undefined;
  /** It takes images; absent when unknown. */
  readonly seesImages?: boolean | undefined;
}

/** Answers any model id without a model behind it. */
export const DEMO_PROVIDER = 'demo';

export interface KnownRoute {
  readonly provider: string;
  /** The model that answers: an alias has another id, and the demo model takes any. */
  readonly model: string;
  /** Tokens of prompt and answer together; absent when unknown. */
  readonly contextTokens?: number | undefined;
  /** It takes images; absent when unknown. */
  readonly seesImages?: boolean | undefined;
}

/** A person's stored pictures as models take them. */
export abstract class StoredPictures {
  /** Undefined: it is no picture of this person, is gone, or cannot be read now. */
  abstract find(uid: string, fileId: string, signal: AbortSignal): Promise<ModelImage | undefined>;
}

/** The language models of all configured providers. */
export abstract class LanguageModels {
  /**
   * Streams a reply. Aborts the upstream call with `signal` and then ends without `end`. Throws `ModelError`; retries
   * happen inside, only before the first text or call. No tool calls without tools in the request.
   */
  abstract reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
  /** Cached for an hour; providers that fail are left out. */
  abstract list(): Promise<readonly ModelInfo[]>;
  /** The same with metadata. `cached`: no provider was asked; `failed`: some provider could not be asked. */
  abstract catalogue(): Promise<{
    readonly models: readonly ModelInfo[];
    readonly cached: boolean;
    readonly failed: boolean;
  }>;
  /** Who answers under this id, and as which model. Undefined when unknown; no provider is asked. */
  abstract routeOf(model: string): KnownRoute | undefined;
}

export interface CallUsage {
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** About how many of the input tokens are text of files; absent: none. */
  readonly fileTokens?: number;
  /** The provider reported no usage: estimated from the length of the texts. */
  readonly estimated: boolean;
  readonly status: FinalStatus;
}

/** What a model helps with before and after a reply: see `ReplyHelperModel`. */
export type HelperPurpose = 'rewording' | 'reranking' | 'citation-check' | 'citation-correction';

export interface ProviderCall extends CallUsage {
  /** As `Reply.owner`: `user:<uid>` or `visitor:<fingerprint>`. */
  readonly owner: string;
  readonly purpose:
    | 'reply'
    | 'title'
    | 'related-questions'
    | 'synthesis'
    | 'embedding'
    | 'vision'
    | 'api'
    | HelperPurpose;
  /** The lines of a reply have ids made of it, so that they exist once and can be corrected. */
  readonly replyId?: string;
  /** The limits do not count its message. */
  readonly isRefunded?: boolean;
}

/** All calls to providers, internal ones included. */
export abstract class Ledger {
  /** One statement, in the caller's transaction if there is one. */
  abstract record(calls: readonly ProviderCall[]): Promise<void>;
  /** Replaces the calls recorded for a reply. Call it inside a transaction. */
  abstract amend(replyId: string, calls: readonly ProviderCall[]): Promise<void>;
}
