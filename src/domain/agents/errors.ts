import { DomainError } from '../kernel/domain-error.ts';

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
export class ImageUnavailable extends DomainError {
  readonly kind = 'not_found';

  constructor() {
    super('The picture cannot be shown');
  }
}

/** More pictures of other sites than one address or account may ask for. */
export class TooManyImageRequests extends DomainError {
  readonly kind = 'limit_reached';
  override readonly code = 'RATE_LIMITED';

  constructor(retryAfterMs: number) {
    super('Too many pictures were asked for', { retryAfterMs });
  }
}

/** A visitor asks for agents although visitors have none here. */
export class AgentsNeedAccount extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Not authenticated');
  }
}

/** Agents are switched off, or something they need is not connected. */
export class AgentsUnavailable extends DomainError {
  readonly kind = 'unavailable';

  constructor() {
    super(AGENTS_UNAVAILABLE);
  }
}

export const PREMIUM_REQUIRED = 'Premium subscription required';
export const AGENTS_UNAVAILABLE = 'Agent service temporarily unavailable';
