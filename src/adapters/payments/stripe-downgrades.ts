import type Stripe from 'stripe';

/** With its schedule, which bears the plan of the next period. */
export const WITH_SCHEDULE = 'schedule';

const ONE_MONTH = { interval: 'month', interval_count: 1 } as const;

/** A schedule that still rules its subscription. */
const activeSchedule = ({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined =>
  schedule !== null &&
  typeof schedule === 'object' &&
  (schedule.status === 'active' || schedule.status === 'not_started')
    ? schedule
    : undefined;

const idOf = (price: string | { readonly id: string }): string => (typeof price === 'string' ? price : price.id);

/** The price from the next period on, where a schedule changes it. */
export const nextPrice = (subscription: Stripe.Subscription): string | undefined => {
  const item = subscription.items.data[0];
  const next = activeSchedule(subscription)?.phases.find(
    ({ start_date: start }) => item !== undefined && start >= item.current_period_end,
  );
  const price = next?.items[0]?.price;
  return price === undefined ? undefined : idOf(price);
};

/**
 * Changes a subscription's price at the end of its period by a subscription schedule of two phases, as Stripe documents
 * for downgrades. Stripe's customer portal makes the same schedules.
 */
export class StripeDowngrades {
  constructor(private readonly client: Stripe) {}

  /** Nothing for a subscription that is cancelled or not active. */
  async schedule(subscriptionId: string, price: string): Promise<void> {
    const subscription = await this.retrieve(subscriptionId);
    const { status, cancel_at: cancelAt, cancel_at_period_end: cancelAtPeriodEnd, items } = subscription;
    const item = items.data[0];
    if (status !== 'active' || cancelAtPeriodEnd || cancelAt !== null || !item) return;
    if (nextPrice(subscription) === price) return;
    const { id, current_phase: phase } = activeSchedule(subscription) ?? (await this.createSchedule(subscriptionId));
    await this.client.subscriptionSchedules.update(id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: phase?.start_date ?? item.current_period_start,
          end_date: item.current_period_end,
        },
        { items: [{ price, quantity: 1 }], duration: ONE_MONTH, proration_behavior: 'none' },
      ],
    });
  }

  /** Also before a cancellation: Stripe takes none while a schedule rules. The subscription goes on as it is. */
  async release(subscriptionId: string): Promise<void> {
    const schedule = activeSchedule(await this.retrieve(subscriptionId));
    if (schedule) await this.client.subscriptionSchedules.release(schedule.id);
  }

  private createSchedule(subscriptionId: string): Promise<Stripe.SubscriptionSchedule> {
    return this.client.subscriptionSchedules.create({ from_subscription: subscriptionId });
  }

  private retrieve(subscriptionId: string): Promise<Stripe.Subscription> {
    return this.client.subscriptions.retrieve(subscriptionId, { expand: [WITH_SCHEDULE] });
  }
}
