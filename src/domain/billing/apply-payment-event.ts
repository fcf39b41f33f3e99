import { PaymentsDisabled } from './errors.ts';
import type { PaymentEvents, Payments, Subscriptions } from './ports.ts';
import type { CancelPlans } from './cancel-plans.ts';
import type { ReportPayment } from './report-payment.ts';
import type { SyncSubscription } from './sync-subscription.ts';

/**
 * Applies an event of the payment provider. One of a refund or dispute is told to admins. Another only names a
 * subscription; its state is fetched from the
 * provider. A failure stores nothing, so that the provider's retry starts over. Throws `InvalidSignature`,
 * `PaymentsFailed`, `PaymentsDisabled`.
 */
export class ApplyPaymentEvent {
  constructor(
    private readonly payments: Payments,
    private readonly events: PaymentEvents,
    private readonly subscriptions: Subscriptions,
    private readonly sync: SyncSubscription,
    private readonly cancellations: Pick<CancelPlans, 'recheck'>,
    private readonly report: ReportPayment,
  ) {}

  /** Throws `PaymentsDisabled` when the provider sends no events. */
  get signatureHeader(): string {
    const { signatureHeader } = this.payments;
    if (signatureHeader === undefined) throw new PaymentsDisabled();
    return signatureHeader;
  }

  async execute(body: string, signature: string): Promise<void> {
    const event = this.payments.parseEvent(body, signature);
    if (event.notice) await this.report.execute(this.payments.provider, event, event.notice);
    if (event.subscriptionId === undefined || event.notice) return;
    const isRepeated = await this.events.has(this.payments.provider, event.id);
    const uid = isRepeated
      ? (await this.subscriptions.find(this.payments.provider, event.subscriptionId))?.uid
      : await this.sync.execute(event.subscriptionId, event);
    if (uid === undefined) return;
    // Also for a repeated event: the first attempt may have failed before this.
    await this.sync.endSuperseded(uid);
    await this.cancellations.recheck(uid);
  }
}
