import type { HelperPurpose, ModelMessage } from '../../models/ports.ts';
import type { RelatedQuestion, Source, ReplyDetails } from '../../../../shared/reply-details.ts';
import type { Requester } from './requesters.ts';
import type { Evidence } from './files.ts';

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
  /**
   * Ends early, but not without a result, once the signal aborts. `onModelCheck`: a model is
   * asked, which takes seconds.
   */
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
