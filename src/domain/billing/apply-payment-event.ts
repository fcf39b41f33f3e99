import { PaymentsDisabled } from './errors.ts';
import type { PaymentEvents, Payments, Subscriptions } from './ports.ts';
import type { SyncSubscription } from './sync-subscription.ts';

/**
 * Takes a message of the provider of payments. It only says where to look: what is applied is the state that the provider
 * tells when asked. A failure leaves no trace, so that the provider's next try starts afresh.
 * Throws `InvalidSignature`, `PaymentsFailed`, `PaymentsDisabled`.
 */
export class ApplyPaymentEvent {
  private readonly payments: Payments;
  private readonly events: PaymentEvents;
  private readonly subscriptions: Subscriptions;
  private readonly sync: SyncSubscription;

  constructor(payments: Payments, events: PaymentEvents, subscriptions: Subscriptions, sync: SyncSubscription) {
    this.payments = payments;
    this.events = events;
    this.subscriptions = subscriptions;
    this.sync = sync;
  }

  /** The header in which the signature is looked for. Throws `PaymentsDisabled` when no events are taken. */
  get signatureHeader(): string {
    const { signatureHeader } = this.payments;
    if (signatureHeader === undefined) throw new PaymentsDisabled();
    return signatureHeader;
  }

  async execute(body: string, signature: string): Promise<void> {
    const event = this.payments.parseEvent(body, signature);
    if (event.subscriptionId === undefined) return;
    const isRepeated = await this.events.has(this.payments.provider, event.id);
    const uid = isRepeated
      ? (await this.subscriptions.find(this.payments.provider, event.subscriptionId))?.uid
      : await this.sync.execute(event.subscriptionId, event);
    // Also for a repeat: the first try may have been cut off just before this.
    if (uid !== undefined) await this.sync.endSuperseded(uid);
  }
}
