import { SERVICE_REPORTS } from '../../shared/service-reports.ts';
import { DomainError, fixedError } from '../kernel/domain-error.ts';

/** Without an answer to say that all was taken, it is sent again. */
export class CollectorClosed extends fixedError('broken', SERVICE_REPORTS.collectorClosed) {}

export class CollectorRefused extends DomainError {
  readonly kind = 'broken';

  constructor(readonly status: number) {
    super(SERVICE_REPORTS.collectorRefused);
  }
}

/** For the admin: entries wait, or were removed before they were sent. */
export class ForwardingBehind extends DomainError {
  readonly kind = 'broken';
}
