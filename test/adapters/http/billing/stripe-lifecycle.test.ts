import { jest } from '@jest/globals';

import { BillingContacts } from '../../../../src/domain/accounts/email-change/ports.ts';
import { newAdmin } from '../../../product/admin.ts';
import { startStripeProduct } from '../../../support/stripe-product.ts';

jest.setTimeout(60_000);

let world: Awaited<ReturnType<typeof startStripeProduct>>;
beforeAll(async () => {
  world = await startStripeProduct();
}, 60_000);
afterAll(() => world.stop());

const view = async (person: Awaited<ReturnType<typeof world.person>>) =>
  (await person.get('/api/stripe/subscription')).json;

describe('a plan whose event never came', () => {
  test('is not sold again: the provider is asked before the next checkout', async () => {
    const ann = await world.person();
    world.vendor.pay(await world.open(ann, 'basic'));
    expect(await world.standing(ann)).toEqual(['free', 'none']);
    const again = await world.checkout(ann, 'basic');
    expect([again.status, again.json.field]).toEqual([400, 'tier']);
    expect(await world.standing(ann)).toEqual(['basic', 'active']);
  });

  test('is ended when a higher one was bought meanwhile', async () => {
    const ann = await world.person();
    const basic = world.vendor.pay(await world.open(ann, 'basic'));
    const premium = await world.buy(ann, 'premium');
    expect([basic, premium].map((id) => world.vendor.subscriptions.get(id)?.status)).toEqual(['canceled', 'active']);
    expect(await world.standing(ann)).toEqual(['premium', 'active']);
  });

  test('can be bought again where it has ended unheard', async () => {
    const ann = await world.person();
    const id = await world.buy(ann, 'basic');
    world.vendor.change(id, { status: 'canceled' }, 'customer.subscription.deleted');
    expect((await world.checkout(ann, 'basic')).status).toBe(200);
    expect(await world.standing(ann)).toEqual(['free', 'canceled']);
  });

  test('is not sold while the provider cannot say what there is', async () => {
    const ann = await world.person();
    world.vendor.pay(await world.open(ann, 'basic'));
    world.vendor.fail('GET subscriptions', 500, 500);
    const refused = await world.checkout(ann, 'basic');
    expect([refused.status, refused.json]).toEqual([502, { error: 'Failed to start checkout process' }]);
  });
});

test('a provider that failed while it made a customer is asked again by the next try', async () => {
  const ann = await world.person();
  world.vendor.fail('POST customers', 500, 500);
  expect((await world.checkout(ann, 'basic')).status).toBe(502);
  expect((await world.checkout(ann, 'basic')).status).toBe(200);
});

describe('a trial', () => {
  test('gives its plan, can be stepped down to the lower one, and stays a trial until its end', async () => {
    const ann = await world.person();
    const id = await world.buy(ann, 'premium');
    const trialEnd = world.vendor.subscriptions.get(id)?.periodEnd ?? 0;
    await world.told(() => world.vendor.change(id, { status: 'trialing', trialEnd }));
    expect(await world.standing(ann)).toEqual(['premium', 'active']);
    expect((await ann.post('/api/stripe/downgrade', { tier: 'basic' })).status).toBe(200);
    expect(await view(ann)).toMatchObject({ tier: 'premium', nextTier: 'basic' });
    expect(world.vendor.subscriptions.get(id)).toMatchObject({ status: 'trialing', trialEnd });
  });

  test('that ends without a card gives no plan', async () => {
    const ann = await world.person();
    const id = await world.buy(ann, 'premium');
    await world.told(() => world.vendor.change(id, { status: 'paused' }));
    expect((await view(ann)).tier).toBe('free');
  });
});

test('a discount and tax rates stay through a downgrade that is taken back, and through one that comes', async () => {
  const ann = await world.person();
  const id = await world.buy(ann, 'premium');
  const given = { discounts: ['di_half'], taxRates: ['txr_vat'] };
  world.vendor.change(id, given);
  await ann.post('/api/stripe/downgrade', { tier: 'basic' });
  expect(world.vendor.subscriptions.get(id)).toMatchObject(given);
  await ann.send('DELETE', '/api/stripe/downgrade');
  expect(world.vendor.subscriptions.get(id)).toMatchObject({ ...given, price: 'price_p' });
  await ann.post('/api/stripe/downgrade', { tier: 'basic' });
  await world.told(() => world.vendor.renew(id));
  expect(world.vendor.subscriptions.get(id)).toMatchObject({ ...given, price: 'price_b' });
});

describe('a first payment', () => {
  test('that waits for the bank gives nothing; one that never came ends as if nothing was bought', async () => {
    const ann = await world.person();
    const session = await world.open(ann, 'basic');
    const { customer = '' } = world.vendor.sessions.get(session) ?? {};
    const id = world.vendor.addSubscription(customer, 'price_b');
    await world.told(() => world.vendor.change(id, { status: 'incomplete' }, 'customer.subscription.created'));
    expect(await world.standing(ann)).toEqual(['free', 'none']);
    await world.told(() => world.vendor.change(id, { status: 'incomplete_expired' }));
    expect(await view(ann)).toMatchObject({ tier: 'free', status: 'none', stripeSubscriptionId: null });
  });

  test('that the bank allows later gives the plan', async () => {
    const ann = await world.person();
    const { customer = '' } = world.vendor.sessions.get(await world.open(ann, 'basic')) ?? {};
    const id = world.vendor.addSubscription(customer, 'price_b');
    await world.told(() => world.vendor.change(id, { status: 'incomplete' }));
    await world.told(() => world.vendor.change(id, { status: 'active' }, 'invoice.paid'));
    expect(await world.standing(ann)).toEqual(['basic', 'active']);
  });
});

describe('a plan that is not paid any more', () => {
  test('can be bought anew: the unpaid subscription ends, without credit', async () => {
    const ann = await world.person();
    const unpaid = await world.buy(ann, 'basic');
    await world.told(() => world.vendor.change(unpaid, { status: 'unpaid' }));
    expect(await world.standing(ann)).toEqual(['free', 'past_due']);
    await world.buy(ann, 'basic');
    expect(await world.standing(ann)).toEqual(['basic', 'active']);
    expect(world.vendor.subscriptions.get(unpaid)?.status).toBe('canceled');
    const ended = world.vendor.calls.find(({ method, path }) => method === 'DELETE' && path.endsWith(unpaid));
    expect(ended?.form.get('prorate')).toBe('false');
  });
});

describe('what is done on the provider’s own page', () => {
  test('a cancellation by date is one, and is taken back from here', async () => {
    const ann = await world.person();
    const id = await world.buy(ann, 'basic');
    const cancelAt = world.vendor.subscriptions.get(id)?.periodEnd ?? 0;
    await world.told(() => world.vendor.change(id, { cancelAt }));
    expect(await view(ann)).toMatchObject({ tier: 'basic', status: 'canceling' });
    expect((await ann.post('/api/stripe/resume')).status).toBe(200);
    expect(world.vendor.subscriptions.get(id)?.cancelAt).toBeNull();
  });

  test.each([
    ['price_b', 'price_p', 'premium'],
    ['price_p', 'price_b', 'basic'],
  ])('a switch from %s to %s is the plan %s', async (from, to, tier) => {
    const ann = await world.person();
    const id = await world.buy(ann, from === 'price_b' ? 'basic' : 'premium');
    await world.told(() => world.vendor.change(id, { price: to }));
    expect(await world.standing(ann)).toEqual([tier, 'active']);
  });

  test('a further item, before or after ours, leaves the plan', async () => {
    const ann = await world.person();
    const id = await world.buy(ann, 'premium');
    await world.told(() => world.vendor.change(id, { addOns: ['price_of_support'] }));
    await world.told(() => world.vendor.change(id, { price: 'price_b' }));
    expect(await world.standing(ann)).toEqual(['basic', 'active']);
  });
});

describe('prices that change', () => {
  test('an archived price is told as a failure, and sells again once it is replaced', async () => {
    const ann = await world.person();
    world.vendor.archivedPrices.add('price_b');
    expect(await world.checkout(ann, 'basic')).toMatchObject({
      status: 502,
      json: { error: 'Failed to start checkout process' },
    });
    world.vendor.archivedPrices.clear();
    expect((await world.checkout(ann, 'basic')).status).toBe(200);
  });
});

test('a checkout that was opened at a former price is closed: the present one is sold', async () => {
  const ann = await world.person();
  const former = await world.open(ann, 'basic');
  const session = world.vendor.sessions.get(former);
  if (session) world.vendor.sessions.set(former, { ...session, soldPrice: 'price_b_of_2025' });
  const next = await world.open(ann, 'basic');
  expect(next).not.toBe(former);
  expect([former, next].map((id) => world.vendor.sessions.get(id)?.status)).toEqual(['expired', 'open']);
});

describe('a plan that an admin gives to a paying person', () => {
  const given = async (tier: string) => {
    const ann = await world.person();
    const id = await world.buy(ann, 'basic');
    const { uid } = (await ann.get('/api/auth/me')).json.user;
    const admin = await newAdmin(world.product);
    const grant = (next: string | null) => admin.post(`/api/admin/user/${uid}/tier`, { tier: next, reason: 'Thanks' });
    expect((await grant(tier)).status).toBe(200);
    const row = async () => (await admin.get(`/api/admin/users?search=${uid}`)).json.users[0];
    return { ann, id, grant, row };
  };

  test('is not sold again; what is paid goes on, is named, and can be cancelled', async () => {
    const { ann, id, grant, row } = await given('premium');
    expect(await view(ann)).toMatchObject({ tier: 'premium', price: 4.99, granted: { paidTier: 'basic', ends: null } });
    expect(await row()).toMatchObject({ tier: 'premium', paid: { tier: 'basic', status: 'active', renews: true } });
    expect((await world.checkout(ann, 'premium')).json.field).toBe('tier');
    expect((await ann.post('/api/stripe/cancel')).status).toBe(200);
    expect(world.vendor.subscriptions.get(id)?.cancelAtPeriodEnd).toBe(true);
    await world.told(() => world.vendor.change(id, { status: 'canceled' }, 'customer.subscription.deleted'));
    expect((await view(ann)).tier).toBe('premium');
    expect((await row()).paid).toBeNull();
    await grant(null);
    expect(await world.standing(ann)).toEqual(['free', 'canceled']);
  });

  test('lower than the paid one changes nothing, also when it is taken back', async () => {
    const { ann, grant } = await given('basic');
    await world.buy(ann, 'premium');
    expect(await world.standing(ann)).toEqual(['premium', 'active']);
    await grant(null);
    expect(await world.standing(ann)).toEqual(['premium', 'active']);
  });
});

describe('two tabs', () => {
  test('that begin to buy at once pay for one plan, the higher', async () => {
    const ann = await world.person();
    const both = await Promise.all([world.open(ann, 'basic'), world.open(ann, 'premium')]);
    for (const session of both)
      if (world.vendor.sessions.get(session)?.status === 'open') await world.told(() => world.vendor.pay(session));
    const { customer = '' } = world.vendor.sessions.get(both[0]) ?? {};
    const own = [...world.vendor.subscriptions.values()].filter((one) => one.customer === customer);
    expect(own.filter(({ status }) => status === 'active')).toHaveLength(1);
  });
});

test('invoices follow the address of an account that ever bought, and of an unknown customer none', async () => {
  const ann = await world.person();
  const billing = world.product.running.container.get(BillingContacts);
  const { uid } = (await ann.get('/api/auth/me')).json.user;
  await billing.changeEmail(uid, 'early@example.org');
  const { customer = '' } = world.vendor.sessions.get(await world.open(ann, 'basic')) ?? {};
  await billing.changeEmail(uid, 'new@example.org');
  expect(world.vendor.customers.get(customer)?.['email']).toBe('new@example.org');
  world.vendor.deleteCustomer(customer);
  await billing.changeEmail(uid, 'newer@example.org');
});

describe('events of other versions', () => {
  test.each([
    ['an invoice of before 2025', (id: string) => ({ id: 'in_1', object: 'invoice', subscription: id })],
    ['an invoice with the whole subscription', (id: string) => ({ object: 'invoice', subscription: { id } })],
    ['an invoice of today', (id: string) => ({ parent: { subscription_details: { subscription: id } } })],
  ])('%s is understood', async (_name, object) => {
    const ann = await world.person();
    const id = await world.buy(ann, 'basic');
    world.vendor.subscriptions.set(id, {
      ...(world.vendor.subscriptions.get(id) as never as object),
      status: 'past_due',
    } as never);
    expect((await world.send(world.vendor.emit('invoice.payment_failed', object(id)))).status).toBe(200);
    expect(await world.standing(ann)).toEqual(['basic', 'past_due']);
  });

  test.each([
    ['charge.refunded', { id: 'ch_1', object: 'charge', customer: 'cus_1', amount: 499, amount_refunded: 499 }],
    ['charge.dispute.created', { id: 'dp_1', object: 'dispute', charge: 'ch_1', status: 'needs_response' }],
    ['charge.dispute.closed', { id: 'dp_1', object: 'dispute', charge: 'ch_1', status: 'lost' }],
    ['customer.deleted', { id: 'cus_1', object: 'customer' }],
    ['invoice.upcoming', { object: 'invoice', subscription: null }],
  ])('%s is taken', async (type, object) => {
    expect((await world.send(world.vendor.emit(type, object))).status).toBe(200);
  });
});
