import { DomainError } from '../kernel/domain-error.ts';

/** A tier was asked for of somebody who has none. */
export class NotAUser extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Not authenticated');
  }
}
