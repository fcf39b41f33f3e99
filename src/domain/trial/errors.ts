import { DomainError } from '../kernel/domain-error.ts';

/** The admins have switched the trial off. */
export class TrialDisabled extends DomainError {
  readonly kind = 'unauthenticated';
  override readonly code = 'UNAUTHORIZED';

  constructor() {
    super('Trial is not available');
  }
}
