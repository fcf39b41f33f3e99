import { z } from 'zod';

import { CustomerNotFound, InvalidSignature, NoActiveSubscription } from '../../../domain/billing/errors.ts';
import { type Account, type Checkout, type Order, type PaymentEvent, Payments } from '../../../domain/billing/ports.ts';
import { SANDBOX_PAYMENTS } from '../../../domain/billing/require-payments.ts';
import type { ProviderSubscription } from '../../../domain/billing/subscription.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import { PLAN_NAMES, type PaidTier } from '../../../shared/tiers.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import type { SandboxStore, SandboxSession, SandboxSubscription } from './store.ts';
import { type WebhookSender, SIGNATURE_HEADER, signingSecret } from './webhook-sender.ts';
import { renewedAt, type SubscriptionChange, toCanceled, toDowngraded, toKept, toResumed } from './renewal.ts';
import { isSigned } from './signature.ts';

const SESSION_TTL_MS = 86_400_000;
const MAX_RECORDS = 100;
const ID_LENGTH = 32;

const eventSchema = z.object({
  id: z.string().max(100),
  type: z.string().max(200),
  created: z.number(),
  subscription: z.string().max(100).nullable(),
});

/** The provider's side of the sandbox. Ids derive from the server's secret, so they are unguessable. */
export class SandboxPayments extends Payments {
  readonly provider = SANDBOX_PAYMENTS;
  readonly signatureHeader = SIGNATURE_HEADER;

  constructor(
    private readonly store: SandboxStore,
    private readonly webhooks: WebhookSender,
    private readonly deps: PaymentDeps,
  ) {
    super();
  }

  async createCustomer({ uid, email }: Pick<Account, 'uid' | 'email'>, lost?: string): Promise<string> {
    const id = this.id('cus', lost === undefined ? uid : `${uid} ${lost}`);
    await this.store.customers.add(id, uid, { id, email });
    return id;
  }

  async changeEmail(customerId: string, email: string): Promise<void> {
    await this.store.customers.update(customerId, (customer) => ({ ...customer, email }));
  }

  async createCheckout({ uid, customerId, tier, attempt }: Order): Promise<Checkout> {
    const { email } = await this.customer(customerId);
    const open = await this.openSessions(customerId);
    const same = open.find((one) => one.tier === tier);
    for (const other of open) if (other !== same) await this.store.sessions.update(other.id, expireIfOpen);
    if (same) return this.page(same.id);
    const id = this.id('cs', `${uid} ${tier} ${attempt}`);
    const session: SandboxSession = {
      id,
      customerId,
      email,
      tier,
      state: 'open',
      declined: false,
      expiresAt: this.deps.clock.now() + SESSION_TTL_MS,
    };
    if (await this.store.sessions.add(id, customerId, session)) await this.addToOutbox(session);
    return this.page(id);
  }

  async closeCheckouts(customerId: string): Promise<void> {
    for (const { id } of await this.openSessions(customerId)) await this.store.sessions.update(id, expireIfOpen);
  }

  async find(subscriptionId: string): Promise<ProviderSubscription | undefined> {
    const found = await this.store.subscriptions.find(subscriptionId);
    return found && this.toProviderSubscription(found);
  }

  async listByCustomer(customerId: string): Promise<readonly ProviderSubscription[]> {
    return (await this.store.subscriptions.listByOwner(customerId, MAX_RECORDS)).map((one) =>
      this.toProviderSubscription(one),
    );
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.change(subscriptionId, toCanceled);
  }

  async resume(subscriptionId: string): Promise<void> {
    await this.change(subscriptionId, toResumed);
  }

  async scheduleDowngrade(subscriptionId: string, tier: PaidTier): Promise<void> {
    await this.change(subscriptionId, toDowngraded(tier));
  }

  async cancelDowngrade(subscriptionId: string): Promise<void> {
    await this.change(subscriptionId, toKept);
  }

  async cancelImmediately(subscriptionId: string): Promise<void> {
    await this.store.subscriptions.update(subscriptionId, (one) => ({
      ...one,
      state: 'ended',
      cancelAtPeriodEnd: false,
      nextTier: null,
    }));
    this.emit('customer.subscription.deleted', subscriptionId);
  }

  async createPortalUrl(customerId: string): Promise<string> {
    await this.customer(customerId);
    const all = await this.listByCustomer(customerId);
    const shown = all.find(({ state }) => state !== 'ended') ?? all[0];
    if (!shown) throw new NoActiveSubscription();
    return `${this.deps.addresses.app}/sandbox/subscription/${shown.id}`;
  }

  parseEvent(body: string, signature: string): PaymentEvent {
    if (!isSigned(body, signature, { now: this.deps.clock.now(), secret: signingSecret(this.deps) }))
      throw new InvalidSignature();
    const parsed = eventSchema.safeParse(parseJson(body));
    if (!parsed.success) throw new InvalidInput('The message is not an event', 'body');
    const { id, type, created, subscription } = parsed.data;
    return { id, type, at: created * 1000, subscriptionId: subscription ?? undefined };
  }

  private async customer(id: string) {
    const customer = await this.store.customers.find(id);
    if (!customer) throw new CustomerNotFound();
    return customer;
  }

  private async openSessions(customerId: string): Promise<readonly SandboxSession[]> {
    const now = this.deps.clock.now();
    const sessions = await this.store.sessions.listByOwner(customerId, MAX_RECORDS);
    return sessions.filter((one) => one.state === 'open' && one.expiresAt > now);
  }

  private toProviderSubscription(subscription: SandboxSubscription): ProviderSubscription {
    const { email: _, cancelAtPeriodEnd, ...present } = renewedAt(subscription, this.deps.clock.now());
    return { ...present, cancelAtPeriodEnd: cancelAtPeriodEnd && present.state !== 'ended' };
  }

  /** Changes a subscription that has not ended, and sends the event. */
  private async change(subscriptionId: string, change: SubscriptionChange): Promise<void> {
    const now = this.deps.clock.now();
    await this.store.subscriptions.update(subscriptionId, (one) => {
      const present = renewedAt(one, now);
      return present.state === 'ended' ? undefined : change(present, now);
    });
    this.emit('customer.subscription.updated', subscriptionId);
  }

  private id(prefix: string, of: string): string {
    return `${prefix}_sandbox_${this.deps.secrets.fingerprint(`sandbox ${prefix} ${of}`).slice(0, ID_LENGTH)}`;
  }

  private page(sessionId: string): Checkout {
    return { url: `${this.deps.addresses.app}/sandbox/checkout/${sessionId}`, sessionId };
  }

  private async addToOutbox({ id, email, tier }: SandboxSession): Promise<void> {
    const { clock, ids, outbox } = this.deps;
    await outbox.add({
      id: ids.next(),
      kind: 'checkout',
      recipient: email ?? '',
      subject: `Checkout: ${PLAN_NAMES[tier]}`,
      body: this.page(id).url,
      html: null,
      at: clock.now(),
    });
  }

  /** Not awaited: callers read the new state, and the daily comparison makes up for a lost event. */
  private emit(type: string, subscriptionId: string): void {
    void this.webhooks.emit(type, subscriptionId, subscriptionId).catch(() => undefined);
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const expireIfOpen = (session: SandboxSession): SandboxSession | undefined =>
  session.state === 'open' ? { ...session, state: 'expired' } : undefined;
