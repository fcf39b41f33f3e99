import type { StepFailure } from '../../shared/step-texts.ts';
import { fixedError, retryableError } from '../kernel/domain-error.ts';

export const PREMIUM_REQUIRED = 'Premium subscription required';
const AGENTS_UNAVAILABLE = 'Agent service temporarily unavailable';

/**
 * Why a search failed, as far as its service tells. `busy`: too many calls at a time. `formatRefused`: the service does
 * not answer in JSON.
 */
export type SearchFailure = 'unanswered' | 'quotaUsed' | 'busy' | 'refused' | 'formatRefused';

/** The search failed; the cause goes to the log. */
export class SearchFailed extends Error {
  override readonly name = 'SearchFailed';
  readonly reason: SearchFailure;

  constructor(message: string, { reason = 'unanswered', ...options }: ErrorOptions & { reason?: SearchFailure } = {}) {
    super(message, options);
    this.reason = reason;
  }
}

/** Its message is for the model, and for people in their language. */
export abstract class StepFailed extends Error {
  constructor(reason: StepFailure, options?: ErrorOptions) {
    super(reason, options);
  }
}

/** A URL that may not be fetched: not http(s), not public, or from neither the user nor a search. */
export class PageNotAllowed extends StepFailed {
  override readonly name = 'PageNotAllowed';
}

/** A page that could not be fetched or is not text. */
export class PageUnavailable extends StepFailed {
  override readonly name = 'PageFailed';
}

/** A tool that cannot be used at the moment. */
export class ToolUnavailable extends StepFailed {
  override readonly name = 'ToolUnavailable';
}

/** An image URL that we did not sign, or that cannot be fetched; the answer does not reveal which. */
export class ImageUnavailable extends fixedError('not_found', 'The picture cannot be shown') {}

export class TooManyImageRequests extends retryableError('limit_reached', 'Too many pictures were asked for') {}

/** Agents are disabled for visitors. */
export class AgentsNeedAccount extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}

/** Agents are disabled, or a service is not connected. */
export class AgentsUnavailable extends fixedError('unavailable', AGENTS_UNAVAILABLE) {}
