import { fixedError, retryableError } from '../kernel/domain-error.ts';

export const PREMIUM_REQUIRED = 'Premium subscription required';
export const AGENTS_UNAVAILABLE = 'Agent service temporarily unavailable';

/** The search did not answer; the cause is for the log. */
export class SearchFailed extends Error {
  override readonly name = 'SearchFailed';
}

/** An address that nobody here may ask: not http(s), not public, or named by no person and no search. */
export class PageNotAllowed extends Error {
  override readonly name = 'PageRefused';
}

/** A page that could not be had, or is no text. The message is for people. */
export class PageUnavailable extends Error {
  override readonly name = 'PageFailed';
}

/** A foreign picture that we did not hand out, or that cannot be had. The two are not told apart. */
export class ImageUnavailable extends fixedError('not_found', 'The picture cannot be shown') {}

/** More pictures of other sites than one address or account may ask for. */
export class TooManyImageRequests extends retryableError('limit_reached', 'Too many pictures were asked for') {}

/** A visitor asks for agents although visitors have none here. */
export class AgentsNeedAccount extends fixedError('unauthenticated', 'Not authenticated', 'UNAUTHORIZED') {}

/** Agents are switched off, or something they need is not connected. */
export class AgentsUnavailable extends fixedError('unavailable', AGENTS_UNAVAILABLE) {}
