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

const idOf = (object: string | { readonly id: string }): string => (typeof object === 'string' ? object : object.id);

/** The prices from the next period on, where a schedule changes them. */
export const nextPrices = (subscription: Stripe.Subscription): readonly string[] => {
  const item = subscription.items.data[0];
  const next = activeSchedule(subscription)?.phases.find(
    ({ start_date: start }) => item !== undefined && start >= item.current_period_end,
  );
  return (next?.items ?? []).map(({ price }) => idOf(price));
};

type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase;

/** What an operator gave the subscription in the dashboard: a phase that does not name it takes it away. */
const keptTerms = ({ discounts, default_tax_rates: rates }: Stripe.Subscription): Partial<Phase> => ({
  ...(discounts.length > 0 && { discounts: discounts.map((discount) => ({ discount: idOf(discount) })) }),
  ...(rates && rates.length > 0 && { default_tax_rates: rates.map(idOf) }),
});

/** A present phase without it would end the trial, and charge at once. */
const keptTrial = ({ status, trial_end: trialEnd }: Stripe.Subscription): Partial<Phase> =>
  status === 'trialing' && trialEnd !== null ? { trial_end: trialEnd } : {};

const isPaid = ({ status }: Stripe.Subscription): boolean => status === 'active' || status === 'trialing';

/**
 * Changes a subscription's price at the end of its period by a subscription schedule of two phases, as Stripe documents
 * for downgrades. Stripe's customer portal makes the same schedules.
 */
export class StripeDowngrades {
  constructor(
    private readonly client: Stripe,
    /** Whether it is the price of a plan. Other items of a subscription are an operator's. */
    private readonly isPlan: (price: string) => boolean,
  ) {}

  /** Nothing for a subscription that is cancelled or not active. */
  async schedule(subscriptionId: string, price: string): Promise<void> {
    const subscription = await this.retrieve(subscriptionId);
    const { cancel_at: cancelAt, cancel_at_period_end: cancelAtPeriodEnd, items } = subscription;
    const item = items.data[0];
    if (!isPaid(subscription) || cancelAtPeriodEnd || cancelAt !== null || !item) return;
    if (nextPrices(subscription).includes(price)) return;
    const terms = keptTerms(subscription);
    const { id, current_phase: phase } = activeSchedule(subscription) ?? (await this.createSchedule(subscriptionId));
    await this.client.subscriptionSchedules.update(id, {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          ...terms,
          ...keptTrial(subscription),
          items: this.phaseItems(subscription),
          start_date: phase?.start_date ?? item.current_period_start,
          end_date: item.current_period_end,
        },
        { ...terms, items: this.phaseItems(subscription, price), duration: ONE_MONTH, proration_behavior: 'none' },
      ],
    });
  }

  /** The items as they are, or with another price of the plan. */
  private phaseItems({ items }: Stripe.Subscription, planPrice?: string): Phase['items'] {
    return items.data.map(({ price: { id }, quantity = 1 }) => ({
      price: planPrice !== undefined && this.isPlan(id) ? planPrice : id,
      quantity,
    }));
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
