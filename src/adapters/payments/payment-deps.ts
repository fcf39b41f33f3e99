import type { Prices } from '../../domain/billing/plans.ts';
import type { SandboxRecords } from '../../domain/billing/ports.ts';
import type { Clock, Ids, Outbox, Secrets } from '../../domain/kernel/ports.ts';

/** What a provider may need of the product. */
export interface PaymentDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly outbox: Outbox;
  readonly records: SandboxRecords;
  readonly prices: Prices;
  readonly addresses: PaymentUrls;
}

/** Where the product is reached; known for sure only once it listens. Without a slash at the end. */
export interface PaymentUrls {
  /** By people. */
  readonly app: string;
  /** By this process itself. */
  readonly internal: string;
}
