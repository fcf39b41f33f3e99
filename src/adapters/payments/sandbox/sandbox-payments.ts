import { z } from 'zod';

import { InvalidSignature, NoActiveSubscription } from '../../../domain/billing/errors.ts';
import { type Account, type Checkout, type Order, type PaymentEvent, Payments } from '../../../domain/billing/ports.ts';
import type { ProviderSubscription } from '../../../domain/billing/subscription.ts';
import { InvalidInput } from '../../../domain/kernel/domain-error.ts';
import type { PaymentTools } from '../tools.ts';
import type { SandboxBooks, SandboxSession, SandboxSubscription } from './books.ts';
import { type Courier, SIGNATURE_HEADER, signingSecret } from './courier.ts';
import { asOf } from './periods.ts';
import { isSigned } from './signature.ts';

const SESSION_MS = 86_400_000;
const MOST = 100;
const ID_LENGTH = 32;

const message = z.object({
  id: z.string().max(100),
  type: z.string().max(200),
  created: z.number(),
  subscription: z.string().max(100).nullable(),
});

/** The provider's side of the sandbox. Ids come from the server's secret: whoever knows one was given it. */
export class SandboxPayments extends Payments {
  readonly provider = 'sandbox';
  readonly signatureHeader = SIGNATURE_HEADER;
  private readonly books: SandboxBooks;
  private readonly courier: Courier;
  private readonly tools: PaymentTools;

  constructor(books: SandboxBooks, courier: Courier, tools: PaymentTools) {
    super();
    this.books = books;
    this.courier = courier;
    this.tools = tools;
  }

  async customer({ uid, email }: Pick<Account, 'uid' | 'email'>): Promise<string> {
    const id = this.id('cus', uid);
    await this.books.customers.add(id, uid, { id, email });
    return id;
  }

  async checkout({ uid, customerId, tier, attempt }: Order): Promise<Checkout> {
    const now = this.tools.clock.now();
    const open = (await this.books.sessions.ofOwner(customerId, MOST)).filter(
      (one) => one.state === 'open' && one.expiresAt > now,
    );
    const same = open.find((one) => one.tier === tier);
    for (const other of open) if (other !== same) await this.books.sessions.change(other.id, expired);
    if (same) return this.page(same.id);
    const id = this.id('cs', `${uid} ${tier} ${attempt}`);
    const email = (await this.books.customers.find(customerId))?.email ?? null;
    const session: SandboxSession = {
      id,
      customerId,
      email,
      tier,
      state: 'open',
      declined: false,
      expiresAt: now + SESSION_MS,
    };
    if (await this.books.sessions.add(id, customerId, session)) await this.announce(session);
    return this.page(id);
  }

  async find(subscriptionId: string): Promise<ProviderSubscription | undefined> {
    const found = await this.books.subscriptions.find(subscriptionId);
    return found && this.present(found);
  }

  async ofCustomer(customerId: string): Promise<readonly ProviderSubscription[]> {
    return (await this.books.subscriptions.ofOwner(customerId, MOST)).map((one) => this.present(one));
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.books.subscriptions.change(subscriptionId, (one) => ({
      ...asOf(one, this.tools.clock.now()),
      cancelAtPeriodEnd: true,
    }));
    this.tell('customer.subscription.updated', subscriptionId);
  }

  async end(subscriptionId: string): Promise<void> {
    await this.books.subscriptions.change(subscriptionId, (one) => ({
      ...one,
      state: 'ended',
      cancelAtPeriodEnd: false,
    }));
    this.tell('customer.subscription.deleted', subscriptionId);
  }

  async portal(customerId: string): Promise<string> {
    const all = await this.ofCustomer(customerId);
    const shown = all.find(({ state }) => state !== 'ended') ?? all[0];
    if (!shown) throw new NoActiveSubscription();
    return `${this.tools.addresses.app}/sandbox/subscription/${shown.id}`;
  }

  read(body: string, signature: string): PaymentEvent {
    if (!isSigned(body, signature, { now: this.tools.clock.now(), secret: signingSecret(this.tools) }))
      throw new InvalidSignature();
    const parsed = message.safeParse(json(body));
    if (!parsed.success) throw new InvalidInput('The message is not an event', 'body');
    const { id, type, created, subscription } = parsed.data;
    return { id, type, at: created * 1000, subscriptionId: subscription ?? undefined };
  }

  private present(subscription: SandboxSubscription): ProviderSubscription {
    const { id, customerId, tier, state, cancelAtPeriodEnd, currentPeriodEnd } = asOf(
      subscription,
      this.tools.clock.now(),
    );
    return { id, customerId, tier, state, cancelAtPeriodEnd: cancelAtPeriodEnd && state !== 'ended', currentPeriodEnd };
  }

  private id(prefix: string, of: string): string {
    return `${prefix}_sandbox_${this.tools.secrets.fingerprint(`sandbox ${prefix} ${of}`).slice(0, ID_LENGTH)}`;
  }

  private page(sessionId: string): Checkout {
    return { url: `${this.tools.addresses.app}/sandbox/checkout/${sessionId}`, sessionId };
  }

  private async announce({ id, email, tier }: SandboxSession): Promise<void> {
    const { clock, ids, outbox } = this.tools;
    await outbox.add({
      id: ids.next(),
      kind: 'checkout',
      recipient: email ?? '',
      subject: `Checkout: ${tier}`,
      body: this.page(id).url,
      html: null,
      at: clock.now(),
    });
  }

  /** Nobody waits for it: who asked reads the new state, and a message that is lost is made up for by the daily check. */
  private tell(type: string, subscriptionId: string): void {
    void this.courier.tell(type, subscriptionId, subscriptionId).catch(() => undefined);
  }
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const expired = (session: SandboxSession): SandboxSession | undefined =>
  session.state === 'open' ? { ...session, state: 'expired' } : undefined;
