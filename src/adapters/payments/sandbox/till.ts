import { priceOf } from '../../../domain/billing/plans.ts';
import type { PaymentTools } from '../tools.ts';
import type { SandboxBooks, SandboxSession, SandboxSubscription } from './books.ts';
import type { Courier } from './courier.ts';
import { asOf, PERIOD_MS } from './periods.ts';

const SUCCESS = '/?checkout=success';
const CANCELLED = '/?checkout=cancelled';
/** How many of the last events are sent again in reverse order. */
const REVERSED = 5;
const ID_LENGTH = 32;

export interface CheckoutView {
  readonly id: string;
  readonly tier: 'basic' | 'premium';
  readonly email: string | null;
  readonly state: 'open' | 'declined' | 'paid' | 'expired';
  readonly price: number;
  readonly currency: string;
}

export interface SubscriptionView {
  readonly id: string;
  readonly tier: 'basic' | 'premium';
  readonly email: string | null;
  readonly state: 'active' | 'canceling' | 'past_due' | 'ended';
  readonly price: number;
  readonly currency: string;
  readonly currentPeriodEnd: number;
  /** Newest first. */
  readonly events: readonly { readonly type: string; readonly at: number }[];
}

type Change = (subscription: SandboxSubscription) => SandboxSubscription | undefined;

/** What a person does on the sandbox's pages. Answers of undefined: there is no such thing. */
export class SandboxTill {
  private readonly books: SandboxBooks;
  private readonly courier: Courier;
  private readonly tools: Pick<PaymentTools, 'clock' | 'secrets' | 'prices'>;

  constructor(books: SandboxBooks, courier: Courier, tools: Pick<PaymentTools, 'clock' | 'secrets' | 'prices'>) {
    this.books = books;
    this.courier = courier;
    this.tools = tools;
  }

  async checkout(id: string): Promise<CheckoutView | undefined> {
    const session = await this.books.sessions.find(id);
    return (
      session && { id, tier: session.tier, email: session.email, state: this.stateOf(session), ...this.price(session) }
    );
  }

  async subscription(id: string): Promise<SubscriptionView | undefined> {
    const found = await this.books.subscriptions.find(id);
    if (!found) return undefined;
    const { tier, email, state, cancelAtPeriodEnd, currentPeriodEnd } = asOf(found, this.tools.clock.now());
    const events = (await this.books.events.ofOwner(id, REVERSED)).map(({ type, created }) => ({
      type,
      at: created * 1000,
    }));
    return {
      id,
      tier,
      email,
      state: cancelAtPeriodEnd && state !== 'ended' ? 'canceling' : state,
      currentPeriodEnd,
      events,
      ...this.price(found),
    };
  }

  /** Does what a button of the checkout says; answers where to go next. What is not open any more stays as it is. */
  async atCheckout(id: string, action: string): Promise<string | undefined> {
    if (!(await this.books.sessions.find(id))) return undefined;
    const page = `/sandbox/checkout/${id}`;
    if (action === 'cancel') return CANCELLED;
    if (action === 'pay') return (await this.pay(id)) ? SUCCESS : page;
    if (action === 'decline') await this.change(id, (one) => ({ ...one, declined: true }));
    else if (action === 'expire') await this.expire(id);
    else return undefined;
    return page;
  }

  /** Does what a button of the subscription's page says; answers where to go next. */
  async atSubscription(id: string, action: string): Promise<string | undefined> {
    if (!(await this.books.subscriptions.find(id))) return undefined;
    const page = `/sandbox/subscription/${id}`;
    if (action === 'renew')
      await this.apply(id, 'invoice.paid', (one) => ({
        ...one,
        state: 'active',
        currentPeriodEnd: one.currentPeriodEnd + PERIOD_MS,
      }));
    else if (action === 'fail')
      await this.apply(id, 'invoice.payment_failed', (one) => ({ ...one, state: 'past_due' }));
    else if (action === 'lapse')
      await this.apply(id, 'customer.subscription.deleted', (one) => ({
        ...one,
        state: 'ended',
        currentPeriodEnd: this.tools.clock.now(),
      }));
    else if (action === 'resend') await this.sendAgain(id, 1);
    else if (action === 'reverse') await this.sendAgain(id, REVERSED);
    else return undefined;
    return page;
  }

  /** Whether it is paid afterwards. */
  private async pay(id: string): Promise<boolean> {
    const session = await this.change(id, (one) => ({ ...one, state: 'paid' }));
    if (session?.state !== 'paid') return false;
    await this.begin(session);
    return true;
  }

  /** The subscription's id follows from the session's: whoever presses twice, or again after a crash, buys once. */
  private async begin({ id, customerId, email, tier }: SandboxSession): Promise<void> {
    const subscriptionId = `sub_sandbox_${this.tools.secrets.fingerprint(`sandbox sub ${id}`).slice(0, ID_LENGTH)}`;
    const currentPeriodEnd = this.tools.clock.now() + PERIOD_MS;
    const subscription = {
      id: subscriptionId,
      customerId,
      email,
      tier,
      state: 'active',
      cancelAtPeriodEnd: false,
      currentPeriodEnd,
    } as const;
    if (!(await this.books.subscriptions.add(subscriptionId, customerId, subscription))) return;
    await this.courier.tell('customer.subscription.created', subscriptionId, subscriptionId);
    await this.courier.tell('checkout.session.completed', subscriptionId, subscriptionId);
  }

  private async expire(id: string): Promise<void> {
    const session = await this.change(id, (one) => ({ ...one, state: 'expired' }));
    if (session?.state === 'expired') await this.courier.tell('checkout.session.expired', id, null);
  }

  /** Changes a session that is still open. */
  private change(id: string, change: (session: SandboxSession) => SandboxSession): Promise<SandboxSession | undefined> {
    return this.books.sessions.change(id, (one) => (this.isOpen(one) ? change(one) : undefined));
  }

  /** Changes a subscription that has not ended, and tells of it. */
  private async apply(id: string, type: string, change: Change): Promise<void> {
    const now = this.tools.clock.now();
    let changed = false;
    await this.books.subscriptions.change(id, (one) => {
      const present = asOf(one, now);
      changed = present.state !== 'ended';
      return changed ? change(present) : undefined;
    });
    if (changed) await this.courier.tell(type, id, id);
  }

  private async sendAgain(id: string, count: number): Promise<void> {
    for (const event of await this.books.events.ofOwner(id, count)) await this.courier.send(event);
  }

  private isOpen({ state, expiresAt }: SandboxSession): boolean {
    return state === 'open' && expiresAt > this.tools.clock.now();
  }

  private stateOf(session: SandboxSession): CheckoutView['state'] {
    if (session.state === 'open' && !this.isOpen(session)) return 'expired';
    return session.state === 'open' && session.declined ? 'declined' : session.state;
  }

  private price({ tier }: { tier: 'basic' | 'premium' }) {
    return { price: priceOf(tier, this.tools.prices), currency: this.tools.prices.currency };
  }
}
