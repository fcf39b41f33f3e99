import type { Json } from './json.ts';

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'limit_reached'
  | 'broken'
  | 'bad_upstream'
  | 'unavailable'
  | 'timed_out';

export type ErrorDetails = Readonly<Record<string, Json>>;

/**
 * A failure the product expects. `kind` decides the status an adapter answers with; `code` is one of the
 * specification's catalogue where it has one (absent for plain refusals such as 404).
 */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  readonly code: string | undefined = undefined;
  /** Reaches the user beside the message: never a secret, never another person's data. */
  readonly details: ErrorDetails;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = new.target.name;
    this.details = details;
  }
}

/** Bad input; `field` names the faulty field as the caller wrote it. */
export class InvalidInput extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor(message: string, field?: string) {
    super(message, field === undefined ? {} : { field });
  }
}

const RETRY_AFTER_MS = 2000;

/** The place where things are kept does not answer, or is too contended: whether the work was done may be open. */
export class StoreUnavailable extends DomainError {
  readonly kind = 'unavailable';
  override readonly code = 'STORE_UNAVAILABLE';

  constructor(cause: unknown) {
    super('The service is busy. Please try again in a moment.', { retryAfterMs: RETRY_AFTER_MS });
    this.cause = cause;
  }
}
