import { jest } from '@jest/globals';

import { type Caller, newPerson } from '../../../product/client.ts';
import { type Product, startProduct } from '../../../support/parley.ts';
import { StripeServer } from '../../../vendors/stripe-server.ts';

jest.setTimeout(60_000);

const view = async (person: Caller) => {
  const { tier, status, nextTier, cancelAtPeriodEnd } = (await person.get('/api/stripe/subscription')).json;
  expect((await person.get('/api/auth/me')).json.user.subscription).toBe(tier);
  return { tier, status, nextTier, cancelAtPeriodEnd };
};
const PREMIUM = { tier: 'premium', status: 'active', nextTier: null, cancelAtPeriodEnd: false };
const STEPPING = { ...PREMIUM, nextTier: 'basic' };
const downgrade = (person: Caller, tier: unknown = 'basic') => person.post('/api/stripe/downgrade', { tier });
const keep = (person: Caller) => person.send('DELETE', '/api/stripe/downgrade');

/** The same by every provider of payments. */
const behavesLikeDowngrades = (of: {
  readonly buyPremium: () => Promise<Caller>;
  readonly renew: (person: Caller) => Promise<void>;
}): void => {
  test('until the end of the period everything of Premium stays, then the plan is Pro', async () => {
    const ann = await of.buyPremium();
    const { models, currentPeriodEnd } = (await ann.get('/api/stripe/subscription')).json;
    expect(await downgrade(ann)).toMatchObject({
      status: 200,
      json: { success: true, nextTier: 'basic', currentPeriodEnd },
    });
    expect(await view(ann)).toEqual(STEPPING);
    expect((await ann.get('/api/stripe/subscription')).json.models).toEqual(models);
    expect((await ann.post('/api/account/api-key')).status).toBe(201);
    await of.renew(ann);
    expect(await view(ann)).toEqual({ ...PREMIUM, tier: 'basic' });
    expect((await ann.post('/api/account/api-key')).status).toBe(403);
  });

  test('it is taken back until then, and either may be asked for twice, or twenty times at once', async () => {
    const ann = await of.buyPremium();
    const answers = await Promise.all(Array.from({ length: 20 }, () => downgrade(ann)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await view(ann)).toEqual(STEPPING);
    for (const answer of [await keep(ann), await keep(ann)])
      expect([answer.status, answer.json.nextTier]).toEqual([200, null]);
    expect(await view(ann)).toEqual(PREMIUM);
    await of.renew(ann);
    expect(await view(ann)).toEqual(PREMIUM);
  });

  test('a cancellation takes its place, and what is cancelled must be resumed before it', async () => {
    const ann = await of.buyPremium();
    await downgrade(ann);
    expect((await ann.post('/api/stripe/cancel')).json.status).toBe('canceling');
    const canceling = { ...PREMIUM, status: 'canceling', cancelAtPeriodEnd: true };
    expect(await view(ann)).toEqual(canceling);
    expect(await downgrade(ann)).toMatchObject({
      status: 400,
      json: { error: 'This subscription is cancelled. Resume it first.' },
    });
    expect(await view(ann)).toEqual(canceling);
    await ann.post('/api/stripe/resume');
    expect(await view(ann)).toEqual(PREMIUM);
  });

  test.each(['premium', 'free', 'gold', 7, null])('to %j there is none', async (tier) => {
    const ann = await of.buyPremium();
    expect(await downgrade(ann, tier)).toMatchObject({ status: 400, json: { code: 'VALIDATION_ERROR' } });
    expect(await view(ann)).toEqual(PREMIUM);
  });
};

describe('a step down by Stripe', () => {
  let vendor: StripeServer;
  let product: Product;
  beforeAll(async () => {
    vendor = await new StripeServer().start();
    product = await startProduct('sqlite::memory:', {
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: vendor.secret,
      STRIPE_PRICE_BASIC: 'price_b',
      STRIPE_PRICE_PREMIUM: 'price_p',
      STRIPE_API_BASE: vendor.url,
    });
  }, 60_000);
  afterAll(async () => {
    await product.stop();
    await vendor.close();
  });

  /** Brings what the vendor tells meanwhile. */
  const told = async (act: () => void) => {
    const from = vendor.events.length;
    act();
    for (const event of vendor.events.slice(from)) expect((await vendor.deliver(event, product.url)).status).toBe(200);
  };
  const idOf = async (person: Caller) =>
    (await person.get('/api/stripe/subscription')).json.stripeSubscriptionId as string;
  const buyPremium = async () => {
    const ann = await newPerson(product.url);
    const { sessionId } = (await ann.post('/api/stripe/create-checkout', { tier: 'premium' })).json;
    await told(() => void vendor.pay(sessionId));
    return ann;
  };
  const renew = async (person: Caller) => {
    const id = await idOf(person);
    await told(() => vendor.renew(id));
  };

  behavesLikeDowngrades({ buyPremium, renew });

  test('what was arranged at the provider’s own page is heard of, and its end too', async () => {
    const ann = await buyPremium();
    const id = await idOf(ann);
    await downgrade(ann);
    const schedule = vendor.subscriptions.get(id)?.schedule ?? '';
    const released = () => vendor.events.filter(({ type }) => type === 'subscription_schedule.released');
    expect(vendor.calls.some(({ path }) => path === `/v1/subscription_schedules/${schedule}`)).toBe(true);
    await fetch(`${vendor.url}/v1/subscription_schedules/${schedule}/release`, { method: 'POST' });
    const event = released().at(-1);
    expect(await view(ann)).toEqual(STEPPING);
    if (event) await vendor.deliver(event, product.url);
    expect(await view(ann)).toEqual(PREMIUM);
  });

  test('a provider that does not answer leaves everything as it was', async () => {
    const ann = await buyPremium();
    vendor.enqueue(500, 500, 500, 500);
    expect(await downgrade(ann)).toMatchObject({ status: 502, json: { error: 'Failed to change the plan' } });
    vendor.clearQueue();
    expect(await view(ann)).toEqual(PREMIUM);
  });
});

describe('a step down in the sandbox', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct('sqlite::memory:');
  }, 60_000);
  afterAll(() => product.stop());

  const press = (path: string) => fetch(product.url + path, { method: 'POST', redirect: 'manual' });
  const pageOf = async (person: Caller) =>
    `/sandbox/subscription/${(await person.get('/api/stripe/subscription')).json.stripeSubscriptionId}`;
  const buyPremium = async () => {
    const ann = await newPerson(product.url);
    const { sessionId } = (await ann.post('/api/stripe/create-checkout', { tier: 'premium' })).json;
    await press(`/sandbox/checkout/${sessionId}/pay`);
    return ann;
  };
  const renew = async (person: Caller) => void (await press(`${await pageOf(person)}/renew`));

  behavesLikeDowngrades({ buyPremium, renew });

  test('the page that stands for the portal says and does the same', async () => {
    const ann = await buyPremium();
    const page = await pageOf(ann);
    const shown = async () => (await ann.get(page)).text;
    expect(await shown()).toContain(`${page}/downgrade"`);
    await press(`${page}/downgrade`);
    expect(await view(ann)).toEqual(STEPPING);
    expect(await shown()).toMatch(/Pro from \d/);
    await press(`${page}/keep`);
    expect(await view(ann)).toEqual(PREMIUM);
    await press(`${page}/downgrade`);
    await press(`${page}/cancel`);
    expect(await view(ann)).toMatchObject({ status: 'canceling', nextTier: null });
    await press(`${page}/downgrade`);
    expect(await view(ann)).toMatchObject({ status: 'canceling', nextTier: null });
  });
});
