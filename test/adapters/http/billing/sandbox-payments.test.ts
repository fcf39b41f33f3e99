import { jest } from '@jest/globals';

import { PAYMENTS } from '../../../../src/adapters/payments/providers.ts';
import { selectProvider } from '../../../../src/platform/provider-registry.ts';
import { Caller, newPerson } from '../../../product/client.ts';
import { startProduct } from '../../../support/parley.ts';

jest.setTimeout(60_000);

describe('a product that sells in the sandbox', () => {
  let product: Awaited<ReturnType<typeof startProduct>>;
  beforeAll(async () => {
    product = await startProduct('sqlite::memory:');
  });
  afterAll(() => product.stop());

  const nobody = () => new Caller(product.url);
  const press = (path: string) => fetch(product.url + path, { method: 'POST', redirect: 'manual' });
  const goesTo = async (path: string) => {
    const answer = await press(path);
    return [answer.status, answer.headers.get('location')];
  };
  const standing = async (person: Caller) => {
    const { tier, status } = (await person.get('/api/stripe/subscription')).json;
    expect((await person.get('/api/auth/me')).json.user.tier).toBe(tier);
    return [tier, status];
  };
  const open = async (person: Caller, tier: string) => {
    const { url, sessionId } = (await person.post('/api/stripe/create-checkout', { tier })).json;
    expect(url).toBe(`${product.running.url}/sandbox/checkout/${sessionId}`);
    return `/sandbox/checkout/${sessionId}`;
  };
  const buy = async (person: Caller, tier: string) => {
    expect(await goesTo(`${await open(person, tier)}/pay`)).toEqual([303, '/?checkout=success']);
    return `/sandbox/subscription/${(await person.get('/api/stripe/subscription')).json.stripeSubscriptionId}`;
  };

  test('shows the plans and says that no money moves', async () => {
    expect((await nobody().get('/api/plans')).json).toEqual({
      payments: true,
      sandbox: true,
      currency: 'USD',
      plans: [
        { tier: 'free', price: 0, dailyLimit: 30 },
        { tier: 'basic', price: 4.99, dailyLimit: -1 },
        { tier: 'premium', price: 9.99, dailyLimit: -1 },
      ],
    });
    const page = await nobody().get(await open(await newPerson(product.url, 'ann@example.org'), 'premium'));
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const text of ['No money moves', '$9.99', 'Premium', 'ann@example.org']) expect(page.text).toContain(text);
    expect(page.text).not.toMatch(/<script|style=|https?:/);
    expect((await nobody().get('/sandbox/payments.css')).headers.get('content-type')).toContain('text/css');
  });

  test('a plan is bought, raised, cancelled and comes to its end', async () => {
    const ann = await newPerson(product.url);
    await buy(ann, 'basic');
    expect(await standing(ann)).toEqual(['basic', 'active']);
    const page = await buy(ann, 'premium');
    expect(await standing(ann)).toEqual(['premium', 'active']);
    expect((await ann.post('/api/stripe/portal')).json.url).toBe(product.running.url + page);
    expect((await ann.post('/api/stripe/cancel')).json.status).toBe('canceling');
    expect(await standing(ann)).toEqual(['premium', 'canceling']);
    expect((await nobody().get(page)).text).toContain('Cancelled');
    expect((await ann.post('/api/stripe/resume')).json).toMatchObject({ success: true, cancelAtPeriodEnd: false });
    expect(await standing(ann)).toEqual(['premium', 'active']);
    // The same from the page that stands for the provider's portal.
    for (const [action, status] of [
      ['cancel', 'canceling'],
      ['resume', 'active'],
    ] as const) {
      expect((await nobody().get(page)).text).toContain(`${page}/${action}"`);
      expect(await goesTo(`${page}/${action}`)).toEqual([303, page]);
      expect(await standing(ann)).toEqual(['premium', status]);
    }
    expect(await goesTo(`${page}/lapse`)).toEqual([303, page]);
    expect(await standing(ann)).toEqual(['free', 'canceled']);
    expect((await ann.post('/api/stripe/resume')).json.error).toBe('No active subscription');
    for (const action of ['renew', 'fail', 'lapse', 'cancel', 'resume', 'reverse', 'resend'])
      await press(`${page}/${action}`);
    expect(await standing(ann)).toEqual(['free', 'canceled']);
  });

  test('names a plan as the page does, wherever it names one', async () => {
    const pia = await newPerson(product.url);
    const checkout = await open(pia, 'basic');
    expect((await nobody().get(checkout)).text).toContain('Parley Pro');
    expect(await product.database.connection('outbox').where({ kind: 'checkout' }).pluck('subject')).toContain(
      'Checkout: Pro',
    );
    expect((await nobody().get('/sandbox')).text).not.toMatch(/Checkout: (basic|premium)/);
  });

  test('a card that is declined, a page that is left and a page that has expired buy nothing', async () => {
    const ben = await newPerson(product.url);
    const page = await open(ben, 'basic');
    expect(await goesTo(`${page}/decline`)).toEqual([303, page]);
    expect((await nobody().get(page)).text).toContain('declined');
    expect(await goesTo(`${page}/cancel`)).toEqual([303, '/?checkout=cancelled']);
    expect(await goesTo(`${page}/expire`)).toEqual([303, page]);
    expect(await goesTo(`${page}/pay`)).toEqual([303, page]);
    expect((await nobody().get(page)).text).toContain('expired');
    expect(await standing(ben)).toEqual(['free', 'none']);
    expect(await open(ben, 'basic')).not.toBe(page);
  });

  test('whoever presses Pay ten times buys once', async () => {
    const carl = await newPerson(product.url);
    const page = await open(carl, 'basic');
    await Promise.all(Array.from({ length: 10 }, () => press(`${page}/pay`)));
    expect(await standing(carl)).toEqual(['basic', 'active']);
    const { stripeSubscriptionId, stripeCustomerId } = (await carl.get('/api/stripe/subscription')).json;
    expect(
      await product.database.connection('subscriptions').where({ customer_id: stripeCustomerId }).pluck('id'),
    ).toEqual([stripeSubscriptionId]);
  });

  test('failed and paid renewals are told; messages sent again or in reverse order change nothing', async () => {
    const dora = await newPerson(product.url);
    const page = await buy(dora, 'basic');
    const before = (await dora.get('/api/stripe/subscription')).json.currentPeriodEnd;
    await press(`${page}/fail`);
    expect(await standing(dora)).toEqual(['basic', 'past_due']);
    await press(`${page}/renew`);
    expect(await standing(dora)).toEqual(['basic', 'active']);
    expect(Date.parse((await dora.get('/api/stripe/subscription')).json.currentPeriodEnd)).toBeGreaterThan(
      Date.parse(before),
    );
    const seen = (await dora.get('/api/stripe/subscription')).json;
    for (const action of ['resend', 'reverse', 'reverse']) await press(`${page}/${action}`);
    expect((await dora.get('/api/stripe/subscription')).json).toEqual(seen);
    expect(await product.database.connection('outbox').where({ kind: 'event' }).pluck('subject')).toEqual(
      expect.arrayContaining(['invoice.paid', 'invoice.payment_failed']),
    );
  });

  test('a message of somebody else’s making is refused, and what nobody was given is not found', async () => {
    const eve = await newPerson(product.url);
    const page = await buy(eve, 'basic');
    const body = {
      id: 'evt_x',
      type: 'customer.subscription.created',
      created: Math.floor(Date.now() / 1000),
      subscription: page.split('/').at(-1),
    };
    for (const headers of [{}, { 'Parley-Signature': 't=1,v1=0' }]) {
      const answer = await nobody().post('/api/stripe/webhook', body, headers);
      expect([answer.status, answer.json]).toEqual([400, { error: 'Invalid signature' }]);
    }
    for (const path of [
      '/sandbox/checkout/cs_sandbox_0',
      '/sandbox/subscription/sub_sandbox_0',
      `${page}x`,
      `${page}/renew`,
      '/sandbox/checkout/__proto__',
    ])
      expect((await nobody().get(path)).status).toBe(404);
    for (const path of [
      '/sandbox/checkout/cs_sandbox_0/pay',
      '/sandbox/subscription/sub_sandbox_0/lapse',
      `${page}/pay`,
      `${page}/toString`,
    ])
      expect((await press(path)).status).toBe(404);
    expect(await standing(eve)).toEqual(['basic', 'active']);
  });
});

describe('a product that sells nothing', () => {
  test('offers no plan, refuses to sell, takes no message, and its limits hold', async () => {
    const product = await startProduct('sqlite::memory:', { PAYMENTS: 'off' });
    const ann = await newPerson(product.url);
    expect((await ann.get('/api/plans')).json).toEqual({
      payments: false,
      sandbox: false,
      currency: 'USD',
      plans: [{ tier: 'free', price: 0, dailyLimit: 30 }],
    });
    for (const [path, body] of [
      ['create-checkout', { tier: 'basic' }],
      ['cancel', {}],
      ['portal', {}],
      ['webhook', {}],
    ] as const) {
      const { status, json } = await ann.post(`/api/stripe/${path}`, body);
      expect([path, status, json]).toEqual([path, 404, { error: 'Payments are not available' }]);
    }
    expect((await ann.get('/api/stripe/subscription')).json).toMatchObject({
      tier: 'free',
      price: 0,
      status: 'none',
      dailyLimit: 30,
    });
    expect((await ann.get('/sandbox/checkout/x')).status).toBe(404);
    await product.stop();
  });
});

describe('which payments serve', () => {
  const KEYS = {
    STRIPE_SECRET_KEY: 'sk',
    STRIPE_WEBHOOK_SECRET: 'wh',
    STRIPE_PRICE_BASIC: 'b',
    STRIPE_PRICE_PREMIUM: 'p',
  };
  const chosen = (env: Record<string, string>, sandboxes = true) => {
    const { provider, faults } = selectProvider(PAYMENTS, env, sandboxes);
    return provider?.id ?? faults.join('; ');
  };

  test('follows from the variables that are set, or from the name', async () => {
    expect([
      chosen({}),
      chosen(KEYS),
      chosen({ ...KEYS, PAYMENTS: 'off' }),
      chosen({ PAYMENTS: 'sandbox' }, true),
      chosen(KEYS, false),
    ]).toEqual(['sandbox', 'stripe', 'off', 'sandbox', 'stripe']);
  });

  test('is refused by naming what is missing or wrong, and never a value', async () => {
    expect(chosen({}, false)).toMatch(/^PAYMENTS is not chosen: set STRIPE_SECRET_KEY.*PAYMENTS=off.*SANDBOX=on/);
    expect(chosen({ PAYMENTS: 'sandbox' }, false)).toMatch(
      /^PAYMENTS: the sandbox .*SANDBOX=on; set STRIPE_SECRET_KEY or PAYMENTS=off$/,
    );
    expect(chosen({ PAYMENTS: 'canary' })).toBe('PAYMENTS must be one of: stripe, off, sandbox');
    expect(chosen({ PAYMENTS: 'stripe' })).toBe(
      'STRIPE_SECRET_KEY is not set; STRIPE_PRICE_BASIC is not set; STRIPE_PRICE_PREMIUM is not set',
    );
    expect(chosen({ ...KEYS, STRIPE_PRICE_PREMIUM: 'b' })).toMatch(/^STRIPE_PRICE_PREMIUM: /);
    expect(chosen({ ...KEYS, STRIPE_SECRET_KEY: 'canary key', STRIPE_API_BASE: 'canary' })).toMatch(
      /^STRIPE_SECRET_KEY: (?!.*canary).*STRIPE_API_BASE/,
    );
  });

  test('takes no messages without a secret to know them by, and says so at start', async () => {
    const { STRIPE_WEBHOOK_SECRET: _without, ...keys } = KEYS;
    const found = selectProvider(PAYMENTS, keys, false);
    expect(found.provider && found.label).toContain('STRIPE_WEBHOOK_SECRET');
    const product = await startProduct('sqlite::memory:', keys);
    expect((await new Caller(product.url).post('/api/stripe/webhook', {})).status).toBe(404);
    await product.stop();
  });
});
