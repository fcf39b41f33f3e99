import { DomainError, fixedError } from '../kernel/domain-error.ts';

/** Without an answer to say that all was taken, it is sent again. */
export class CollectorClosed extends fixedError(
  'broken',
  'The server closed the connection before it had everything',
) {}

export class CollectorRefused extends DomainError {
  readonly kind = 'broken';

  constructor(readonly status: number) {
    super('The server did not take the entries');
  }
}

/** For the admin: entries wait, or were removed before they were sent. */
export class ForwardingBehind extends DomainError {
  readonly kind = 'broken';
}
