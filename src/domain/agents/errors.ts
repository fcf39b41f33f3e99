import { fixedError, retryableError } from '../kernel/domain-error.ts';

export const PREMIUM_REQUIRED = 'Premium subscription required';
const AGENTS_UNAVAILABLE = 'Agent service temporarily unavailable';

/** The search failed; the cause goes to the log. */
export class SearchFailed extends Error {
  override readonly name = 'SearchFailed';
}

/** A URL that may not be fetched: not http(s), not public, or from neither the user nor a search. */
export class PageNotAllowed extends Error {
  override readonly name = 'PageNotAllowed';
}

/** A page that could not be fetched or is not text. The message is shown to people. */
export class PageUnavailable extends Error {
  override readonly name = 'PageFailed';
}

/** An image URL that we did not sign, or that cannot be fetched; the answer does not reveal which. */
export class ImageUnavailable extends fixedError('not_found', 'The picture cannot be shown') {}

export class TooManyImageRequests extends retryableError('limit_reached', 'Too many pictures were asked for') {}

/** Agents are disabled for visitors. */
export class AgentsNeedAccount extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}

/** Agents are disabled, or a service is not connected. */
export class AgentsUnavailable extends fixedError('unavailable', AGENTS_UNAVAILABLE) {}
