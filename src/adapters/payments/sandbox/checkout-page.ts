import { getPrice } from '../../../domain/billing/plans.ts';
import type { CheckoutView, SandboxCheckout, SubscriptionView } from '../../../platform/sandbox-checkout.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import type { SandboxStore, SandboxSession } from './store.ts';
import type { WebhookSender } from './webhook-sender.ts';
import {
  inNextPeriod,
  mayDowngrade,
  PERIOD_MS,
  renewedAt,
  type SubscriptionChange,
  toCanceled,
  toDowngraded,
  toKept,
  toResumed,
} from './renewal.ts';

const SUCCESS_URL = '/?checkout=success';
const CANCEL_URL = '/?checkout=cancelled';
/** How many of the last events the replay button sends again, in reverse order. */
const RESENT_EVENTS = 5;
const ID_LENGTH = 32;

interface SubscriptionAction {
  /** The type of the event that tells of it. */
  readonly event: string;
  readonly change: SubscriptionChange;
}

const UPDATED = 'customer.subscription.updated';

/** The buttons of the subscription page that change it. */
const SUBSCRIPTION_ACTIONS: ReadonlyMap<string, SubscriptionAction> = new Map<string, SubscriptionAction>([
  ['renew', { event: 'invoice.paid', change: (one) => ({ ...inNextPeriod(one), state: 'active' }) }],
  ['fail', { event: 'invoice.payment_failed', change: (one) => ({ ...one, state: 'past_due' }) }],
  [
    'lapse',
    {
      event: 'customer.subscription.deleted',
      change: (one, now) => ({ ...one, state: 'ended', nextTier: null, currentPeriodEnd: now }),
    },
  ],
  ['cancel', { event: UPDATED, change: toCanceled }],
  ['resume', { event: UPDATED, change: toResumed }],
  ['downgrade', { event: UPDATED, change: toDowngraded('basic') }],
  ['keep', { event: UPDATED, change: toKept }],
]);

export class SandboxCheckoutPage implements SandboxCheckout {
  constructor(
    private readonly store: SandboxStore,
    private readonly webhooks: WebhookSender,
    private readonly deps: Pick<PaymentDeps, 'clock' | 'secrets' | 'prices'>,
  ) {}

  async checkout(id: string): Promise<CheckoutView | undefined> {
    const session = await this.store.sessions.find(id);
    return (
      session && { id, tier: session.tier, email: session.email, state: this.stateOf(session), ...this.price(session) }
    );
  }

  async subscription(id: string): Promise<SubscriptionView | undefined> {
    const found = await this.store.subscriptions.find(id);
    if (!found) return undefined;
    const present = renewedAt(found, this.deps.clock.now());
    const { tier, nextTier, email, state, cancelAtPeriodEnd, currentPeriodEnd } = present;
    const events = (await this.store.events.listByOwner(id, RESENT_EVENTS)).map(({ type, created }) => ({
      type,
      at: created * 1000,
    }));
    return {
      id,
      tier,
      nextTier,
      mayDowngrade: mayDowngrade(present),
      email,
      state: cancelAtPeriodEnd && state !== 'ended' ? 'canceling' : state,
      currentPeriodEnd,
      events,
      ...this.price(found),
    };
  }

  /** Handles a checkout button; returns where to go next. A closed session is unchanged. */
  async handleCheckout(id: string, action: string): Promise<string | undefined> {
    if (!(await this.store.sessions.find(id))) return undefined;
    const page = `/sandbox/checkout/${id}`;
    if (action === 'cancel') return CANCEL_URL;
    if (action === 'pay') return (await this.pay(id)) ? SUCCESS_URL : page;
    if (action === 'decline') await this.updateOpenSession(id, (one) => ({ ...one, declined: true }));
    else if (action === 'expire') await this.expire(id);
    else return undefined;
    return page;
  }

  /** Handles a button of the subscription page; returns where to go next. */
  async handleSubscription(id: string, action: string): Promise<string | undefined> {
    if (!(await this.store.subscriptions.find(id))) return undefined;
    const page = `/sandbox/subscription/${id}`;
    const known = SUBSCRIPTION_ACTIONS.get(action);
    if (known) await this.updateAndEmit(id, known);
    else if (action === 'resend') await this.resend(id, 1);
    else if (action === 'reverse') await this.resend(id, RESENT_EVENTS);
    else return undefined;
    return page;
  }

  /** Whether it is paid now. */
  private async pay(id: string): Promise<boolean> {
    const session = await this.updateOpenSession(id, (one) => ({ ...one, state: 'paid' }));
    if (session?.state !== 'paid') return false;
    await this.createSubscription(session);
    return true;
  }

  /** The subscription's id derives from the session's, so pressing twice, or again after a crash, buys once. */
  private async createSubscription({ id, customerId, email, tier }: SandboxSession): Promise<void> {
    const subscriptionId = `sub_sandbox_${this.deps.secrets.fingerprint(`sandbox sub ${id}`).slice(0, ID_LENGTH)}`;
    const currentPeriodEnd = this.deps.clock.now() + PERIOD_MS;
    const subscription = {
      id: subscriptionId,
      customerId,
      email,
      tier,
      state: 'active',
      cancelAtPeriodEnd: false,
      nextTier: null,
      currentPeriodEnd,
    } as const;
    if (!(await this.store.subscriptions.add(subscriptionId, customerId, subscription))) return;
    await this.webhooks.emit('customer.subscription.created', subscriptionId, subscriptionId);
    await this.webhooks.emit('checkout.session.completed', subscriptionId, subscriptionId);
  }

  private async expire(id: string): Promise<void> {
    const session = await this.updateOpenSession(id, (one) => ({ ...one, state: 'expired' }));
    if (session?.state === 'expired') await this.webhooks.emit('checkout.session.expired', id, null);
  }

  /** Changes a session that is still open. */
  private updateOpenSession(
    id: string,
    change: (session: SandboxSession) => SandboxSession,
  ): Promise<SandboxSession | undefined> {
    return this.store.sessions.update(id, (one) => (this.isOpen(one) ? change(one) : undefined));
  }

  /** Changes a subscription that has not ended, and sends the event. */
  private async updateAndEmit(id: string, { event, change }: SubscriptionAction): Promise<void> {
    const now = this.deps.clock.now();
    let changed = false;
    await this.store.subscriptions.update(id, (one) => {
      const present = renewedAt(one, now);
      const next = present.state === 'ended' ? undefined : change(present, now);
      changed = next !== undefined;
      return next;
    });
    if (changed) await this.webhooks.emit(event, id, id);
  }

  private async resend(id: string, count: number): Promise<void> {
    for (const event of await this.store.events.listByOwner(id, count)) await this.webhooks.send(event);
  }

  private isOpen({ state, expiresAt }: SandboxSession): boolean {
    return state === 'open' && expiresAt > this.deps.clock.now();
  }

  private stateOf(session: SandboxSession): CheckoutView['state'] {
    if (session.state === 'open' && !this.isOpen(session)) return 'expired';
    return session.state === 'open' && session.declined ? 'declined' : session.state;
  }

  private price({ tier }: Pick<SandboxSession, 'tier'>) {
    return { price: getPrice(tier, this.deps.prices), currency: this.deps.prices.currency };
  }
}
