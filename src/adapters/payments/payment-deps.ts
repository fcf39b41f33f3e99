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

/** The product's addresses; final only after listening. Without a trailing slash. */
export interface PaymentUrls {
  /** For browsers. */
  readonly app: string;
  /** For this process itself. */
  readonly internal: string;
}
