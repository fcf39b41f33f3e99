import type { Json } from './json.ts';

export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'too_large'
  | 'limit_reached'
  | 'broken'
  | 'bad_upstream'
  | 'unavailable'
  | 'timed_out';

export type ErrorDetails = Readonly<Record<string, Json>>;

/**
 * An expected failure. `kind` decides the HTTP status; `code` is from the specification's catalogue (absent for plain
 * refusals such as 404).
 */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  readonly code: string | undefined = undefined;

  /** Message and details are sent to the client: never secrets or another person's data. */
  constructor(
    message: string,
    readonly details: ErrorDetails = {},
  ) {
    super(message);
    this.name = new.target.name;
  }

  /** The same for a server that sells no plans: then no plan is named. */
  withoutPlans(): Pick<DomainError, 'message' | 'details'> {
    return this;
  }
}

/** Nothing is wrong with what was asked for: what it needs does not answer, or is busy, and will be there again. */
export const isOutage = (error: unknown): boolean => error instanceof DomainError && error.kind === 'unavailable';

/** A base class for errors that are all alike. `cause` is for the log only. */
export const fixedError = <K extends ErrorKind>(kind: K, message: string, code?: string, details?: ErrorDetails) =>
  class extends DomainError {
    readonly kind = kind;
    override readonly code = code;

    constructor(cause?: unknown) {
      super(message, details);
      if (cause !== undefined) this.cause = cause;
    }
  };

/** A base class for errors that pass: the same call may succeed after `retryAfterMs`. */
export const retryableError = <K extends ErrorKind>(kind: K, message: string) =>
  class extends DomainError {
    readonly kind = kind;
    override readonly code = 'RATE_LIMITED';

    constructor(retryAfterMs: number) {
      super(message, { retryAfterMs });
    }
  };

/** `field` names the invalid field as the caller wrote it; `why` says more where the specification sets the message. */
export class InvalidInput extends DomainError {
  readonly kind = 'invalid';
  override readonly code = 'VALIDATION_ERROR';

  constructor(message: string, field?: string, why?: string) {
    super(message, { ...(field === undefined ? {} : { field }), ...(why === undefined ? {} : { message: why }) });
  }
}

/** The database does not answer, or is too contended. The work may or may not have been done. */
export class StoreUnavailable extends fixedError(
  'unavailable',
  'The service is busy. Please try again in a moment.',
  'STORE_UNAVAILABLE',
  { retryAfterMs: 2000 },
) {}
