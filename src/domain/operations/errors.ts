import { DomainError } from '../kernel/domain-error.ts';

/** There is nothing of this name to be connected to. */
export class UnknownHealthCheck extends DomainError {
  readonly kind = 'not_found';

  constructor() {
    super('There is no such connection');
  }
}
