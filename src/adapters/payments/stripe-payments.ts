import { createHash } from 'node:crypto';

import Stripe from 'stripe';

import { CustomerNotFound, InvalidSignature, PaymentsFailed } from '../../domain/billing/errors.ts';
import { PAID_TIERS, type PaidTier } from '../../shared/tiers.ts';
import { type Account, type Checkout, type Order, type PaymentEvent, Payments } from '../../domain/billing/ports.ts';
import type { ProviderSubscription, SubscriptionState } from '../../domain/billing/subscription.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { afterServerError, callStripe, unlessInvalid, unlessMissing } from './stripe-calls.ts';
import { nextPrices, StripeDowngrades, WITH_SCHEDULE } from './stripe-downgrades.ts';
import { parseEvent } from './stripe-events.ts';
import type { PaymentUrls } from './payment-deps.ts';
import { REFUSALS } from '../../shared/refusals.ts';

/** The ids of a plan's prices. */
export interface PlanPrices {
  readonly sold: string;
  /** Some still pay these. */
  readonly former: readonly string[];
}

export interface StripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string | undefined;
  readonly prices: Readonly<Record<PaidTier, PlanPrices>>;
  readonly apiBase: string | undefined;
  readonly clock: Clock;
  readonly addresses: PaymentUrls;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 8000;
const MAX_RETRIES = 1;
/** An older signed message (in seconds) counts as a replay. */
const SIGNATURE_TOLERANCE_SECONDS = 300;
const CHECKOUT_FAILED = REFUSALS.checkoutFailed;
const PROVIDER_FAILED = REFUSALS.providerFailed;

const STATES: Readonly<Record<Stripe.Subscription.Status, SubscriptionState>> = {
  incomplete: 'pending',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'suspended',
  paused: 'suspended',
  canceled: 'ended',
  incomplete_expired: 'ended',
};

const serverOptions = (base: string | undefined) => {
  if (base === undefined) return {};
  const { hostname, port, protocol } = new URL(base);
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
};

/** Stripe payments: hosted checkout, subscriptions as Stripe has them, signed webhooks. */
export class StripePayments extends Payments {
  readonly provider = 'stripe';
  readonly signatureHeader: string | undefined;
  private readonly client: Stripe;
  private readonly downgrades: StripeDowngrades;

  constructor(private readonly options: StripeOptions) {
    super();
    this.signatureHeader = options.webhookSecret === undefined ? undefined : 'Stripe-Signature';
    this.client = new Stripe(options.secretKey, {
      ...serverOptions(options.apiBase),
      apiVersion: '2026-10-28.endive',
      timeout: options.timeoutMs ?? TIMEOUT_MS,
      maxNetworkRetries: MAX_RETRIES,
      telemetry: false,
    });
    this.downgrades = new StripeDowngrades(this.client, (price) => this.tierOf(price) !== undefined);
  }

  async createCustomer({ uid, email }: Pick<Account, 'uid' | 'email'>, lost?: string): Promise<string> {
    const idempotencyKey = `customer-${createHash('sha256')
      .update([uid, email ?? '', ...(lost === undefined ? [] : [lost])].join(' '))
      .digest('hex')}`;
    const about = { metadata: { uid }, ...(email === null ? {} : { email }) };
    const { customers } = this.client;
    const { id } = await callStripe(CHECKOUT_FAILED, () =>
      afterServerError(
        () => customers.create(about, { idempotencyKey }),
        () => customers.create(about),
      ),
    );
    return id;
  }

  async changeEmail(customerId: string, email: string): Promise<void> {
    await callStripe(PROVIDER_FAILED, () => unlessMissing(() => this.client.customers.update(customerId, { email })));
  }

  createCheckout(order: Order): Promise<Checkout> {
    return callStripe(CHECKOUT_FAILED, async () => (await this.openCheckout(order)) ?? (await this.newCheckout(order)));
  }

  async closeCheckouts(customerId: string): Promise<void> {
    try {
      await callStripe(PROVIDER_FAILED, async () => {
        for (const { id } of await this.openSessions(customerId)) await this.expire(id);
      });
    } catch (error) {
      if (!(error instanceof CustomerNotFound)) throw error;
    }
  }

  find(subscriptionId: string): Promise<ProviderSubscription | undefined> {
    return callStripe(PROVIDER_FAILED, () =>
      unlessMissing(async () =>
        this.present(await this.client.subscriptions.retrieve(subscriptionId, { expand: [WITH_SCHEDULE] })),
      ),
    );
  }

  listByCustomer(customerId: string): Promise<readonly ProviderSubscription[]> {
    return callStripe(PROVIDER_FAILED, async () => {
      const { data } = await this.client.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 100,
        expand: [`data.${WITH_SCHEDULE}`],
      });
      return data.map((subscription) => this.present(subscription));
    });
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await callStripe(PROVIDER_FAILED, async () => {
      await this.downgrades.release(subscriptionId);
      await this.client.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    });
  }

  /** A cancellation is a flag or, from the portal, a date; Stripe takes one of them in a call. */
  async resume(subscriptionId: string): Promise<void> {
    await callStripe(PROVIDER_FAILED, async () => {
      const { subscriptions } = this.client;
      const { status, cancel_at_period_end: atPeriodEnd, cancel_at: at } = await subscriptions.retrieve(subscriptionId);
      if (status === 'canceled' || (!atPeriodEnd && at === null)) return;
      await subscriptions.update(subscriptionId, atPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' });
    });
  }

  async scheduleDowngrade(subscriptionId: string, tier: PaidTier): Promise<void> {
    await callStripe(PROVIDER_FAILED, () => this.downgrades.schedule(subscriptionId, this.options.prices[tier].sold));
  }

  async cancelDowngrade(subscriptionId: string): Promise<void> {
    await callStripe(PROVIDER_FAILED, () => this.downgrades.release(subscriptionId));
  }

  async cancelImmediately(subscriptionId: string): Promise<void> {
    await callStripe(PROVIDER_FAILED, () =>
      unlessMissing(async () => {
        const { subscriptions } = this.client;
        const { status } = await subscriptions.retrieve(subscriptionId);
        const isPaid = status === 'active'; // Stripe would credit time whose invoice is still open, too
        await subscriptions.cancel(subscriptionId, { prorate: isPaid, invoice_now: isPaid });
      }),
    );
  }

  async createPortalUrl(customerId: string): Promise<string> {
    const session = { customer: customerId, return_url: `${this.options.addresses.app}/` };
    return (await callStripe(PROVIDER_FAILED, () => this.client.billingPortal.sessions.create(session))).url;
  }

  parseEvent(body: string, signature: string): PaymentEvent {
    const { webhookSecret, clock } = this.options;
    if (webhookSecret === undefined) throw new InvalidSignature();
    try {
      this.client.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        SIGNATURE_TOLERANCE_SECONDS,
        undefined,
        clock.now(),
      );
    } catch {
      throw new InvalidSignature();
    }
    return parseEvent(body);
  }

  /**
   * The open session for the same plan at its present price; others are expired, so that nobody pays twice from two
   * tabs, or a price that is not shown any more.
   */
  private async openCheckout({ customerId, tier }: Order): Promise<Checkout | undefined> {
    const open = await this.openSessions(customerId);
    const price = this.options.prices[tier].sold;
    const same = open.find(({ metadata, url }) => metadata?.['tier'] === tier && metadata['price'] === price && url);
    for (const { id } of open) if (id !== same?.id) await this.expire(id);
    return same?.url ? { url: same.url, sessionId: same.id } : undefined;
  }

  private async openSessions(customer: string): Promise<readonly Stripe.Checkout.Session[]> {
    return (await this.client.checkout.sessions.list({ customer, status: 'open', limit: 100 })).data;
  }

  private expire(sessionId: string): Promise<void> {
    return unlessInvalid(() => this.client.checkout.sessions.expire(sessionId));
  }

  private async newCheckout({ uid, customerId, tier, attempt }: Order): Promise<Checkout> {
    const { addresses, prices } = this.options;
    const price = prices[tier].sold;
    const { id, url } = await this.client.checkout.sessions.create(
      {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: uid,
        metadata: { uid, tier, price },
        line_items: [{ price, quantity: 1 }],
        subscription_data: { metadata: { uid, tier } },
        success_url: `${addresses.app}/?checkout=success`,
        cancel_url: `${addresses.app}/?checkout=cancelled`,
      },
      { idempotencyKey: `checkout-${uid}-${tier}-${attempt}` },
    );
    if (!url) throw new PaymentsFailed(CHECKOUT_FAILED);
    return { url, sessionId: id };
  }

  private tierOf(price: string): PaidTier | undefined {
    const { prices } = this.options;
    return PAID_TIERS.find((tier) => prices[tier].sold === price || prices[tier].former.includes(price));
  }

  /** The highest plan among prices: an operator may have added items that are no plan. */
  private findTier(prices: readonly string[]): PaidTier | undefined {
    const found = prices.map((price) => this.tierOf(price));
    return PAID_TIERS.findLast((tier) => found.includes(tier));
  }

  private present(subscription: Stripe.Subscription): ProviderSubscription {
    const { id, customer, status, items, metadata } = subscription;
    const { cancel_at: cancelAt, cancel_at_period_end: cancelAtPeriodEnd } = subscription;
    const item = items.data[0];
    const ends = item ? item.current_period_end * 1000 : null;
    const tier = this.findTier(items.data.map(({ price }) => price.id)) ?? 'free';
    const nextTier = this.findTier(nextPrices(subscription)) ?? null;
    return {
      id,
      customerId: typeof customer === 'string' ? customer : customer.id,
      tier,
      state: STATES[status] ?? 'suspended',
      cancelAtPeriodEnd: cancelAtPeriodEnd || cancelAt !== null,
      nextTier: nextTier === tier ? null : nextTier,
      currentPeriodEnd: cancelAt === null ? ends : cancelAt * 1000,
      soldAs: PAID_TIERS.find((paid) => paid === metadata['tier']),
    };
  }
}
