import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Status =
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired';

interface Session {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  status: 'open' | 'complete' | 'expired';
  readonly tier: string;
  /** The price as the product noted it. */
  readonly soldPrice: string;
  readonly subscriptionMetadata: Readonly<Record<string, string>>;
  readonly successUrl: string;
}
interface Subscription {
  readonly id: string;
  readonly customer: string;
  price: string;
  status: Status;
  cancelAtPeriodEnd: boolean;
  /** In seconds; by the portal or an operator. */
  cancelAt?: number | null;
  trialEnd?: number | null;
  /** Ids of discounts and of tax rates. */
  discounts?: readonly string[];
  taxRates?: readonly string[];
  /** Prices of further items, which an operator put before ours. */
  addOns?: readonly string[];
  periodEnd: number;
  readonly uid: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The id of the schedule that rules it. */
  schedule?: string | null;
}
interface Phase {
  readonly price: string;
  readonly discounts: readonly string[];
  readonly taxRates: readonly string[];
  readonly trialEnd: number | null;
  readonly start: number;
  readonly end: number;
}
interface Schedule {
  readonly id: string;
  readonly subscription: string;
  status: 'active' | 'released' | 'canceled';
  phases: readonly Phase[];
}
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** An event as the vendor has it; `payload` is what it signs. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly payload: string;
}

export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly version: string | undefined;
}

const MONTH_S = 30 * 86_400;
const missing = (id: string): Reply => ({
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such object: '${id}'` } },
});
/** Of a customer that is named in a field, not in the path. */
const missingCustomer = (id: string): Reply => ({
  status: 400,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      param: 'customer',
      message: `No such customer: '${id}'`,
    },
  },
});
/** A path with `:id` for what is named in it. */
const placeOf = ([group = '', second = '', third = '', fourth = '']: readonly string[]): string => {
  const [kind, id, action] = second === 'sessions' ? ['sessions', third, fourth] : ['', second, third];
  return [group, kind, id && ':id', action].filter(Boolean).join('/');
};

const refused = (status: number, type: string, message: string): Reply => ({
  status,
  body: { error: { type, message } },
});

/**
 * A small Stripe: customers, checkout sessions, subscriptions, portal, idempotency keys and signed
 * events, in its wire format.
 */
export class StripeServer {
  readonly calls: RecordedCall[] = [];
  readonly events: StripeEvent[] = [];
  readonly subscriptions = new Map<string, Subscription>();
  readonly sessions = new Map<string, Session>();
  readonly schedules = new Map<string, Schedule>();
  readonly customers = new Map<string, Record<string, string>>();
  /** Prices that an operator has archived. */
  readonly archivedPrices = new Set<string>();
  private readonly idempotentReplies = new Map<string, Reply>();
  private readonly scripted: (Reply | 'hang')[] = [];
  private readonly failures = new Map<string, Reply[]>();
  private readonly server = createServer((request, response) => void this.serve(request, response));
  private count = 0;
  readonly secret: string;

  constructor(
    secret = 'whsec_of_the_tests',
    public now: () => number = Date.now,
  ) {
    this.secret = secret;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The next calls are answered so, whatever they ask. */
  enqueue(...replies: readonly (number | 'hang')[]): void {
    const types: Record<number, string> = { 402: 'card_error', 429: 'rate_limit_error' };
    for (const reply of replies)
      this.scripted.push(reply === 'hang' ? 'hang' : refused(reply, types[reply] ?? 'api_error', 'planned'));
  }

  /** The next calls of one kind, such as `POST checkout/sessions`, fail so; a path has `:id` for what it names. */
  fail(call: string, ...statuses: readonly number[]): void {
    const planned = statuses.map((status) => refused(status, 'api_error', 'planned'));
    this.failures.set(call, [...(this.failures.get(call) ?? []), ...planned]);
  }

  /** Drops what was planned and not yet used. */
  clearQueue(): void {
    this.scripted.length = 0;
    this.failures.clear();
  }

  /** The person pays. */
  pay(sessionId: string): string {
    const session = this.sessions.get(sessionId);
    if (session?.status !== 'open') throw new Error('This session is not open.');
    session.status = 'complete';
    const id = this.next('sub');
    this.subscriptions.set(id, {
      id,
      customer: session.customer,
      price: session.price,
      status: 'active',
      cancelAtPeriodEnd: false,
      periodEnd: this.seconds() + MONTH_S,
      uid: '',
      metadata: session.subscriptionMetadata,
    });
    this.emit('customer.subscription.created', this.toWire(id));
    this.emit('checkout.session.completed', { id: sessionId, object: 'checkout.session', subscription: id });
    return id;
  }

  /** An operator deletes a customer in the dashboard: the subscriptions end with it. */
  deleteCustomer(id: string): void {
    this.customers.delete(id);
    for (const one of this.subscriptions.values())
      if (one.customer === id && one.status !== 'canceled')
        this.change(one.id, { status: 'canceled' }, 'customer.subscription.deleted');
  }

  /** Somebody else changes a subscription at the vendor's. */
  change(id: string, change: Partial<Subscription>, type = 'customer.subscription.updated'): void {
    const found = this.subscriptions.get(id);
    if (!found) throw new Error(`no ${id}`);
    this.subscriptions.set(id, { ...found, ...change });
    if (type.startsWith('invoice.'))
      this.emit(type, {
        id: this.next('in'),
        object: 'invoice',
        parent: { subscription_details: { subscription: id } },
      });
    else this.emit(type, this.toWire(id));
  }

  /** The next period begins, with the price that a schedule has for it; a schedule at its last phase lets go. */
  renew(id: string): void {
    const { periodEnd, price, schedule } = this.subscriptions.get(id) as Subscription;
    const phase = this.schedules.get(schedule ?? '')?.phases.find(({ start }) => start >= periodEnd);
    this.enterPhase(id, phase);
    this.change(id, { price: phase?.price ?? price, periodEnd: periodEnd + MONTH_S });
    if (schedule && !phase) this.release(schedule);
  }

  /** A subscription that was not bought here, or by nobody we know. */
  addSubscription(customer: string, price: string): string {
    const id = this.next('sub');
    this.subscriptions.set(id, {
      id,
      customer,
      price,
      status: 'active',
      cancelAtPeriodEnd: false,
      periodEnd: this.seconds() + MONTH_S,
      uid: '',
      metadata: {},
    });
    return id;
  }

  emit(type: string, object: unknown): StripeEvent {
    const id = this.next('evt');
    const event = {
      id,
      type,
      payload: JSON.stringify({ id, object: 'event', type, created: this.seconds(), data: { object } }),
    };
    this.events.push(event);
    return event;
  }

  sign(payload: string, { at = this.seconds(), secret = this.secret } = {}): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
  }

  /** Brings an event to a webhook address. */
  deliver(event: StripeEvent, url: string, signature = this.sign(event.payload)): Promise<Response> {
    return fetch(`${url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body: event.payload,
    });
  }

  private seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  private next(prefix: string): string {
    this.count += 1;
    return `${prefix}_test_${this.count}`;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '/', 'http://stripe');
    const form = request.method === 'GET' || request.method === 'DELETE' ? url.searchParams : new URLSearchParams(body);
    const key = request.headers['idempotency-key'] as string | undefined;
    const { authorization, 'stripe-version': version } = request.headers as Record<string, string | undefined>;
    this.calls.push({ method: request.method ?? '', path: url.pathname, form, key, authorization, version });
    const reply = this.reply(request.method ?? '', url.pathname, form, key);
    if (reply === 'hang') return;
    response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': this.next('req') });
    response.end(JSON.stringify(reply.body));
  }

  /** As the vendor does, the answer to a key is remembered, also a bad one. */
  private reply(method: string, path: string, form: URLSearchParams, key: string | undefined): Reply | 'hang' {
    const replayed = key === undefined ? undefined : this.idempotentReplies.get(key);
    if (replayed) return replayed;
    const parts = path.replace('/v1/', '').split('/');
    const scripted = this.nextScripted(`${method} ${placeOf(parts)}`);
    if (scripted === 'hang' || scripted?.status === 429) return scripted;
    const reply = scripted ?? this.route(method, parts, form);
    if (key !== undefined && method === 'POST') this.idempotentReplies.set(key, reply);
    return reply;
  }

  /** What a test planned for the call, else for any. */
  private nextScripted(call: string): Reply | 'hang' | undefined {
    return this.failures.get(call)?.shift() ?? this.scripted.shift();
  }

  private route(method: string, path: readonly string[], form: URLSearchParams): Reply {
    const [, second = '', third = ''] = path;
    const id = second === 'sessions' ? third : second;
    const served: Record<string, () => Reply> = {
      'POST customers': () => this.addCustomer(form),
      'POST customers/:id': () => this.updateCustomer(id, form),
      'POST checkout/sessions': () => this.addSession(form),
      'GET checkout/sessions': () => this.listSessions(form),
      'POST checkout/sessions/:id/expire': () => this.expire(id),
      'POST billing_portal/sessions': () => this.portal(form.get('customer') ?? ''),
      'GET subscriptions': () =>
        this.list(
          [...this.subscriptions.values()]
            .filter(({ customer }) => customer === form.get('customer'))
            .map((one) => this.toWire(one.id, form.get('expand[0]') === 'data.schedule')),
        ),
      'POST subscription_schedules': () => this.addSchedule(form.get('from_subscription') ?? ''),
      'POST subscription_schedules/:id': () => this.updateSchedule(id, form),
      'POST subscription_schedules/:id/release': () => this.release(id),
      'GET subscriptions/:id': () => this.subscription(method, id, form),
      'POST subscriptions/:id': () => this.subscription(method, id, form),
      'DELETE subscriptions/:id': () => this.subscription(method, id, form),
    };
    const place = placeOf(path);
    return served[`${method} ${place}`]?.() ?? missing(path.join('/'));
  }

  private portal(customer: string): Reply {
    return this.customers.has(customer)
      ? { status: 200, body: { id: this.next('bps'), url: `https://billing.stripe.test/${customer}` } }
      : missingCustomer(customer);
  }

  private addCustomer(form: URLSearchParams): Reply {
    const id = this.next('cus');
    this.customers.set(id, Object.fromEntries(form));
    return { status: 200, body: { id, object: 'customer' } };
  }

  private updateCustomer(id: string, form: URLSearchParams): Reply {
    const found = this.customers.get(id);
    if (!found) return missing(id);
    this.customers.set(id, { ...found, ...Object.fromEntries(form) });
    return { status: 200, body: { id, object: 'customer' } };
  }

  private addSession(form: URLSearchParams): Reply {
    const customer = form.get('customer') ?? '';
    if (!this.customers.has(customer)) return missingCustomer(customer);
    if (this.archivedPrices.has(form.get('line_items[0][price]') ?? ''))
      return refused(400, 'invalid_request_error', 'The price specified is inactive.');
    const id = this.next('cs');
    const session: Session = {
      id,
      customer,
      price: form.get('line_items[0][price]') ?? '',
      status: 'open',
      tier: form.get('metadata[tier]') ?? '',
      soldPrice: form.get('metadata[price]') ?? '',
      subscriptionMetadata: { tier: form.get('subscription_data[metadata][tier]') ?? '' },
      successUrl: form.get('success_url') ?? '',
    };
    this.sessions.set(id, session);
    return { status: 200, body: this.wireSession(session) };
  }

  private listSessions(form: URLSearchParams): Reply {
    const named = form.get('customer') ?? '';
    if (!this.customers.has(named)) return missingCustomer(named);
    const found = [...this.sessions.values()].filter(
      ({ customer, status }) => customer === named && status === form.get('status'),
    );
    return this.list(found.map((session) => this.wireSession(session)));
  }

  private expire(id: string): Reply {
    const session = this.sessions.get(id);
    if (session?.status !== 'open')
      return refused(400, 'invalid_request_error', 'Only Checkout Sessions with a status in ["open"] can be expired.');
    session.status = 'expired';
    return { status: 200, body: this.wireSession(session) };
  }

  private subscription(method: string, id: string, form: URLSearchParams): Reply {
    const found = this.subscriptions.get(id);
    if (!found || (method !== 'GET' && found.status === 'canceled')) return missing(id);
    if (method === 'POST' && found.schedule)
      return refused(400, 'invalid_request_error', 'The subscription is managed by a subscription schedule.');
    if (method === 'POST')
      this.change(
        id,
        form.has('cancel_at')
          ? { cancelAt: Number(form.get('cancel_at')) || null }
          : { cancelAtPeriodEnd: form.get('cancel_at_period_end') === 'true' },
      );
    if (method === 'DELETE')
      this.change(
        id,
        { status: 'canceled', cancelAtPeriodEnd: false, schedule: null },
        'customer.subscription.deleted',
      );
    return { status: 200, body: this.toWire(id, form.get('expand[0]') === 'schedule') };
  }

  private addSchedule(subscription: string): Reply {
    const found = this.subscriptions.get(subscription);
    if (!found) return missing(subscription);
    if (found.schedule) return refused(400, 'invalid_request_error', 'The subscription already has a schedule.');
    const id = this.next('sub_sched');
    const { price, discounts = [], taxRates = [], trialEnd = null, periodEnd } = found;
    const present = { price, discounts, taxRates, trialEnd, start: periodEnd - MONTH_S, end: periodEnd };
    this.schedules.set(id, { id, subscription, status: 'active', phases: [present] });
    this.change(subscription, { schedule: id });
    return { status: 200, body: this.wireSchedule(id) };
  }

  /**
   * Phases follow each other without a gap; the present one cannot be moved. What it does not name any more is taken
   * from the subscription, also its discounts, tax rates and trial.
   */
  private updateSchedule(id: string, form: URLSearchParams): Reply {
    const found = this.schedules.get(id);
    if (found?.status !== 'active') return missing(id);
    const [present] = found.phases;
    const given = (index: number, field: string) => form.get(`phases[${index}][${field}]`);
    const price = (index: number) => given(index, 'items][0][price') ?? '';
    const isSame = present?.start === Number(given(0, 'start_date')) && present.end === Number(given(0, 'end_date'));
    if (!isSame || form.get('end_behavior') !== 'release' || given(1, 'duration][interval') !== 'month')
      return refused(400, 'invalid_request_error', 'The current phase cannot be changed so.');
    const listed = (index: number, field: string) =>
      [...form].filter(([name]) => name.startsWith(`phases[${index}][${field}]`)).map(([, id]) => id);
    const phase = (index: number, start: number, end: number): Phase => ({
      price: price(index),
      discounts: listed(index, 'discounts'),
      taxRates: listed(index, 'default_tax_rates'),
      trialEnd: Number(given(index, 'trial_end')) || null,
      start,
      end,
    });
    found.phases = [phase(0, present.start, present.end), phase(1, present.end, present.end + MONTH_S)];
    this.enterPhase(found.subscription, found.phases[0]);
    this.emit('subscription_schedule.updated', this.wireSchedule(id));
    return { status: 200, body: this.wireSchedule(id) };
  }

  private enterPhase(subscription: string, phase: Phase | undefined): void {
    const found = this.subscriptions.get(subscription);
    if (!found || !phase) return;
    const { price, discounts, taxRates, trialEnd } = phase;
    const status = found.status === 'trialing' && trialEnd === null ? 'active' : found.status;
    this.subscriptions.set(subscription, { ...found, price, discounts, taxRates, trialEnd, status });
  }

  private release(id: string): Reply {
    const found = this.schedules.get(id);
    if (found?.status !== 'active') return missing(id);
    found.status = 'released';
    this.change(found.subscription, { schedule: null });
    this.emit('subscription_schedule.released', this.wireSchedule(id));
    return { status: 200, body: this.wireSchedule(id) };
  }

  private wireSchedule(id: string) {
    const { subscription, status, phases } = this.schedules.get(id) as Schedule;
    const isReleased = status === 'released';
    return {
      id,
      object: 'subscription_schedule',
      status,
      subscription: isReleased ? null : subscription,
      released_subscription: isReleased ? subscription : null,
      current_phase: phases[0] && { start_date: phases[0].start, end_date: phases[0].end },
      phases: phases.map(({ price, start, end }) => ({ items: [{ price }], start_date: start, end_date: end })),
    };
  }

  private list(data: readonly unknown[]): Reply {
    return { status: 200, body: { object: 'list', data, has_more: false, url: '/v1/list' } };
  }

  private wireSession({ id, customer, status, tier, soldPrice }: Session) {
    return {
      id,
      object: 'checkout.session',
      customer,
      status,
      metadata: { tier, price: soldPrice },
      url: status === 'open' ? `https://checkout.stripe.test/${id}` : null,
    };
  }

  private toWire(id: string, expanded = false) {
    const found = this.subscriptions.get(id) as Subscription;
    const { customer, price, status, cancelAtPeriodEnd, periodEnd, metadata, schedule = null } = found;
    const { cancelAt = null, trialEnd = null, discounts = [], taxRates = [], addOns = [] } = found;
    return {
      id,
      object: 'subscription',
      customer,
      status,
      metadata,
      cancel_at: cancelAt,
      trial_end: trialEnd,
      discounts,
      default_tax_rates: taxRates.map((rate) => ({ id: rate, object: 'tax_rate' })),
      cancel_at_period_end: cancelAtPeriodEnd,
      schedule: expanded && schedule ? this.wireSchedule(schedule) : schedule,
      items: {
        object: 'list',
        data: [...addOns, price].map((each) => ({
          id: `si_${id}_${each}`,
          object: 'subscription_item',
          quantity: 1,
          current_period_start: periodEnd - MONTH_S,
          current_period_end: periodEnd,
          price: { id: each, object: 'price' },
        })),
      },
    };
  }
}
