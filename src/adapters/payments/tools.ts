import type { Prices } from '../../domain/billing/plans.ts';
import type { SandboxRecords } from '../../domain/billing/ports.ts';
import type { Clock, Ids, Outbox, Secrets } from '../../domain/kernel/ports.ts';

/** What a provider may need of the product. */
export interface PaymentTools {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly outbox: Outbox;
  readonly records: SandboxRecords;
  readonly prices: Prices;
  readonly addresses: Addresses;
}

/** Where the product is reached; known for sure only once it listens. Without a slash at the end. */
export interface Addresses {
  /** By people. */
  readonly app: string;
  /** By this process itself. */
  readonly inner: string;
}
