import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SandboxStore } from '../../../src/adapters/payments/sandbox/store.ts';
import { WebhookSender } from '../../../src/adapters/payments/sandbox/webhook-sender.ts';
import { SandboxPayments } from '../../../src/adapters/payments/sandbox/sandbox-payments.ts';
import { sign } from '../../../src/adapters/payments/sandbox/signature.ts';
import { SandboxCheckoutPage } from '../../../src/adapters/payments/sandbox/checkout-page.ts';
import { StripePayments } from '../../../src/adapters/payments/stripe-payments.ts';
import { stripe } from '../../../src/adapters/payments/stripe.ts';
import { behavesLikePayments, type PaymentsFixture } from '../../contracts/payments.ts';
import { InMemorySandboxRecords } from '../../fakes/payments.ts';
import { CountingIds, FixedClock, InMemoryOutbox, PlainSecrets } from '../../fakes/kernel.ts';
import { StripeServer } from '../../vendors/stripe-server.ts';

const PRICES = { payments: true, sandbox: true, currency: 'USD', basic: 4.99, premium: 9.99 };

/** Takes messages like a product, and keeps them. */
const mailbox = async () => {
  const taken: { body: string; signature: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      taken.push({ body, signature: String(request.headers['parley-signature']) });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { taken, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
};

/** Fingerprints that differ early, as real ones do. */
class ShortSecrets extends PlainSecrets {
  override fingerprint(text: string): string {
    return Buffer.from(text).toString('hex').split('').toReversed().join('');
  }
}

const sandboxWorld = async (): Promise<PaymentsFixture & { checkoutPage: SandboxCheckoutPage }> => {
  const box = await mailbox();
  const clock = new FixedClock();
  const secrets = new ShortSecrets();
  const tools = {
    clock,
    secrets,
    ids: new CountingIds(),
    outbox: new InMemoryOutbox(),
    records: new InMemorySandboxRecords(),
    prices: PRICES,
    addresses: { app: 'http://parley.test', internal: box.url },
  };
  const books = new SandboxStore(tools.records, clock);
  const courier = new WebhookSender(books, tools);
  const payments = new SandboxPayments(books, courier, tools);
  const checkoutPage = new SandboxCheckoutPage(books, courier, tools);
  return {
    payments,
    checkoutPage,
    async pay(sessionId) {
      const session = await books.sessions.find(sessionId);
      if ((await checkoutPage.handleCheckout(sessionId, 'pay')) !== '/?checkout=success')
        throw new Error('This session is not open.');
      const all = await payments.listByCustomer(session?.customerId ?? '');
      return all[0]?.id ?? '';
    },
    renew: async (id) => void (await checkoutPage.handleSubscription(id, 'renew')),
    lapse: async (id) => void (await checkoutPage.handleSubscription(id, 'lapse')),
    fail: async (id) => void (await checkoutPage.handleSubscription(id, 'fail')),
    messages: async () => box.taken,
    emailOf: async (id) => (await books.customers.find(id))?.email,
    forge: (body, { ageMs = 0, secret = secrets.fingerprint('sandbox payment events') }) =>
      sign(body, clock.now() - ageMs, secret),
    close: box.close,
  };
};

const stripeWorld = async (): Promise<PaymentsFixture & { vendor: StripeServer }> => {
  const clock = new FixedClock();
  const vendor = await new StripeServer(undefined, () => clock.now()).start();
  const payments = new StripePayments({
    secretKey: 'sk_test_of_the_tests',
    webhookSecret: vendor.secret,
    prices: {
      basic: { sold: 'price_b', former: ['price_b_of_2025', 'price_b_of_2024'] },
      premium: { sold: 'price_p', former: [] },
    },
    apiBase: vendor.url,
    clock,
    addresses: { app: 'http://parley.test', internal: '' },
    timeoutMs: 300,
  });
  const signature = (body: string, ageMs = 0, secret = vendor.secret) =>
    vendor.sign(body, { at: Math.floor((clock.now() - ageMs) / 1000), secret });
  return {
    payments,
    vendor,
    pay: async (sessionId) => vendor.pay(sessionId),
    renew: async (id) => vendor.renew(id),
    lapse: async (id) => vendor.change(id, { status: 'canceled' }, 'customer.subscription.deleted'),
    fail: async (id) => vendor.change(id, { status: 'past_due' }, 'invoice.payment_failed'),
    emailOf: async (id) => vendor.customers.get(id)?.['email'],
    messages: async () => vendor.events.map(({ payload }) => ({ body: payload, signature: signature(payload) })),
    forge: (body, { ageMs, secret }) => signature(body, ageMs, secret),
    close: () => vendor.close(),
  };
};

behavesLikePayments('Stripe', stripeWorld);
behavesLikePayments('the sandbox', sandboxWorld);

describe('Stripe', () => {
  let world: Awaited<ReturnType<typeof stripeWorld>>;
  beforeEach(async () => {
    world = await stripeWorld();
  });
  afterEach(() => world.close());

  const order = async (attempt = 1) =>
    ({
      uid: 'ann',
      customerId: await world.payments.createCustomer({ uid: 'ann', email: null }),
      tier: 'basic',
      attempt,
    }) as const;

  test('is asked with the key, a pinned version and a key per order; a return proves nothing', async () => {
    await world.payments.createCheckout(await order());
    const made = world.vendor.calls.find(({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions');
    expect([made?.authorization, made?.version, made?.key]).toEqual([
      'Bearer sk_test_of_the_tests',
      '2026-10-28.endive',
      'checkout-ann-basic-1',
    ]);
    expect(Object.fromEntries(made?.form ?? [])).toMatchObject({
      mode: 'subscription',
      'line_items[0][price]': 'price_b',
      'metadata[uid]': 'ann',
      success_url: 'http://parley.test/?checkout=success',
      cancel_url: 'http://parley.test/?checkout=cancelled',
    });
  });

  test.each([
    [402, 402],
    [429, 429],
    [500, 500],
    ['hang', 'hang'],
  ] as const)('that answers %s leaves a plain failure, and no word of what it said', async (...replies) => {
    const asked = await order();
    world.vendor.enqueue(...replies);
    await expect(world.payments.createCheckout(asked)).rejects.toMatchObject({
      kind: 'bad_upstream',
      message: 'Failed to start checkout process',
      details: {},
    });
    world.vendor.clearQueue();
    expect((await world.payments.createCheckout({ ...asked, attempt: 2 })).sessionId).toMatch(/^cs_/);
  });

  test('is asked a second time when it fails once', async () => {
    const asked = await order();
    world.vendor.enqueue(500);
    expect((await world.payments.createCheckout(asked)).sessionId).toMatch(/^cs_/);
  });

  test('gives the plan for a price that is no longer sold, until it changes to another plan', async () => {
    const { customerId } = await order();
    const id = world.vendor.addSubscription(customerId, 'price_b_of_2024');
    expect(await world.payments.find(id)).toMatchObject({ tier: 'basic', nextTier: null });
    world.vendor.change(id, { price: 'price_b' });
    expect(await world.payments.find(id)).toMatchObject({ tier: 'basic', nextTier: null });
  });

  test('knows as which plan a subscription was sold when its price is of none any more', async () => {
    const { sessionId } = await world.payments.createCheckout(await order());
    const sold = world.vendor.pay(sessionId);
    world.vendor.change(sold, { price: 'price_forgotten' });
    expect(await world.payments.find(sold)).toMatchObject({ tier: 'free', soldAs: 'basic' });
    const elsewhere = world.vendor.addSubscription((await order()).customerId, 'price_forgotten');
    expect(await world.payments.find(elsewhere)).toMatchObject({ tier: 'free', soldAs: undefined });
  });

  test.each([
    ['price_b', 'price_p', []],
    [' price_b , price_old', 'price_p,price_p_old', []],
    ['price_b,', 'price_p', ['STRIPE_PRICE_BASIC: must be ids separated by commas']],
    ['price_b price_old', 'price_p', ['STRIPE_PRICE_BASIC: must be ids separated by commas']],
    ['price_b,price_p', 'price_new,price_p', ['STRIPE_PRICE_PREMIUM: must not be a price of the basic plan']],
  ])('is set up with the prices %j and %j', (basic, premium, faults) => {
    const env = { STRIPE_SECRET_KEY: 'sk', STRIPE_PRICE_BASIC: basic, STRIPE_PRICE_PREMIUM: premium };
    expect(stripe.parse(env).faults).toEqual(faults);
  });

  test.each([
    ['active', 'true'],
    ['past_due', 'false'],
    ['unpaid', 'false'],
    ['incomplete', 'false'],
  ] as const)('is asked to credit the unused time of what is %s: %s', async (status, isCredited) => {
    const { customerId } = await order();
    const id = world.vendor.addSubscription(customerId, 'price_b');
    world.vendor.change(id, { status });
    await world.payments.cancelImmediately(id);
    const ended = world.vendor.calls.find(({ method }) => method === 'DELETE');
    expect([ended?.form.get('prorate'), ended?.form.get('invoice_now')]).toEqual([isCredited, isCredited]);
  });

  test('gives nothing for a price that is none of ours, nor for one that is not paid', async () => {
    const { customerId } = await order();
    const foreign = world.vendor.addSubscription(customerId, 'price_of_something_else');
    const unpaid = world.vendor.addSubscription(customerId, 'price_p');
    world.vendor.change(unpaid, { status: 'incomplete' });
    expect([await world.payments.find(foreign), await world.payments.find(unpaid)]).toMatchObject([
      { tier: 'free' },
      { tier: 'premium', state: 'pending' },
    ]);
    world.vendor.change(unpaid, { status: 'unpaid' });
    expect(await world.payments.find(unpaid)).toMatchObject({ state: 'suspended' });
  });

  test.each([
    ['charge.refunded', { id: 'ch_1', customer: 'cus_1', refunded: true }, 'refunded'],
    ['charge.refunded', { id: 'ch_1', customer: { id: 'cus_1' }, refunded: false }, 'partly-refunded'],
    ['charge.dispute.created', { id: 'dp_1', charge: 'ch_1', status: 'needs_response' }, 'disputed'],
    ['charge.dispute.closed', { id: 'dp_1', charge: { id: 'ch_1' }, status: 'won' }, 'dispute-won'],
    ['charge.dispute.closed', { id: 'dp_1', charge: 'ch_1', status: 'lost' }, 'dispute-lost'],
    ['charge.dispute.closed', { id: 'dp_1', charge: 'ch_1', status: 'warning_closed' }, undefined],
    ['charge.updated', { id: 'ch_1', customer: 'cus_1', refunded: true }, undefined],
    ['toString', { id: 'ch_1', customer: 7, refunded: 'yes', status: {} }, undefined],
  ])('says by %s of %j that a payment is %s', (type, object, kind) => {
    const { payload } = world.vendor.emit(type, object);
    const { notice, subscriptionId } = world.payments.parseEvent(payload, world.forge(payload, {}));
    expect([notice?.kind, subscriptionId]).toEqual([kind, undefined]);
    if (notice)
      expect(notice).toMatchObject({ paymentId: 'ch_1', customerId: 'customer' in object ? 'cus_1' : undefined });
  });
});
