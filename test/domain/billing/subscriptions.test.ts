import { PaymentsFailed } from '../../../src/domain/billing/errors.ts';
import { findCurrent, getPaidTier, toStatus, findSuperseded } from '../../../src/domain/billing/subscription.ts';
import { aSubscription } from '../../contracts/billing-stores.ts';
import { ScriptedPayments } from '../../fakes/payments.ts';
import { aGroup } from '../../fakes/groups.ts';
import { NOON } from '../../support/builders.ts';
import { aBillingWorld as setup, ANN } from '../../support/billing-world.ts';

const DAY = 86_400_000;

describe('the state of a subscription', () => {
  test('is the newest that the provider told, however slow the answer to an older question is', async () => {
    const { payments, has, told, tiers, subscriptions } = await setup();
    has('s');
    let first = true;
    payments.meanwhile = async () => {
      if (!first) return;
      first = false;
      payments.change('s', { state: 'ended' }); // it ends while the answer "active" is on its way
      await told('s');
    };
    await told('s');
    expect([tiers.of('ann'), (await subscriptions.find('scripted', 's'))?.state]).toEqual(['free', 'ended']);
  });

  test('is applied once for an event that comes twice at once', async () => {
    const { has, told, subscriptions } = await setup();
    has('s');
    await Promise.all([told('s', 'same'), told('s', 'same'), told('s', 'same')]);
    expect((await subscriptions.find('scripted', 's'))?.revision).toBe(1);
  });

  test('never comes back from its end', async () => {
    const { has, told, tiers } = await setup();
    has('s', { state: 'ended' });
    await told('s');
    has('s');
    await told('s');
    expect(tiers.of('ann')).toBe('free');
  });

  test('leaves no trace of an event that failed half-way, so that it can come again', async () => {
    const { has, told, tiers, events } = await setup();
    has('s');
    const set = tiers.set.bind(tiers);
    tiers.set = async () => Promise.reject(new Error('the power is gone'));
    await expect(told('s', 'e')).rejects.toThrow('the power is gone');
    expect(await events.has('scripted', 'e')).toBe(false);
    tiers.set = set;
    await told('s', 'e');
    expect(tiers.of('ann')).toBe('basic');
  });

  test('at a price that is no longer sold keeps its plan, can be cancelled, and tells the operator once', async () => {
    const { has, told, tiers, payments, renewal, warnings } = await setup();
    has('s');
    await told('s');
    payments.change('s', { tier: 'free' }); // the price is of no plan
    await told('s');
    await told('s');
    expect(tiers.of('ann')).toBe('basic');
    expect(warnings).toEqual([expect.stringContaining('the subscription s has a price of no plan')]);
    expect(await renewal.cancel(ANN)).toMatchObject({ id: 's', tier: 'basic', cancelAtPeriodEnd: true });
  });

  test('bought at a price that is no longer sold has the plan as which it was sold, and can be cancelled', async () => {
    const { has, told, tiers, renewal, warnings, subscriptions } = await setup();
    has('s', { tier: 'free', soldAs: 'premium' });
    await told('s');
    await told('s');
    expect(tiers.of('ann')).toBe('premium');
    expect(warnings).toEqual([expect.stringContaining('the subscription s has a price of no plan')]);
    expect(await subscriptions.find('scripted', 's')).not.toHaveProperty('soldAs');
    expect(await renewal.cancel(ANN)).toMatchObject({ id: 's', tier: 'premium', cancelAtPeriodEnd: true });
  });

  describe('that the provider does not know, as with the key of another account', () => {
    const unknown = async () => {
      const world = await setup();
      world.has('s', { currentPeriodEnd: NOON + 10 * DAY });
      await world.told('s');
      world.payments.subscriptions.delete('s');
      await world.told('s');
      return world;
    };

    test('gives its plan for the time that is paid, and the operator is told once', async () => {
      const { tiers, told, warnings } = await unknown();
      await told('s');
      expect(tiers.of('ann')).toBe('basic');
      expect(warnings).toEqual([expect.stringContaining('does not know the subscription s')]);
    });

    test('is found again by the right key', async () => {
      const { tiers, told, has, subscriptions } = await unknown();
      has('s', { tier: 'premium' });
      await told('s');
      expect([tiers.of('ann'), (await subscriptions.find('scripted', 's'))?.state]).toEqual(['premium', 'active']);
    });

    test('ends three days after what is paid, and comes back all the same when it is found', async () => {
      const { tiers, told, has, clock, reconcile } = await unknown();
      await clock.advance(14 * DAY);
      await reconcile.runIfDue(new AbortController().signal);
      expect(tiers.of('ann')).toBe('free');
      has('s');
      await told('s');
      expect(tiers.of('ann')).toBe('basic');
    });

    test('is not confirmed as ended for an account that is deleted', async () => {
      const { cancel, cancellations } = await unknown();
      await cancel('delete');
      expect(await cancellations.countFailing()).toMatchObject({ count: 1 });
    });
  });

  test('that was sold elsewhere, at a price of no plan, gives none', async () => {
    const { has, told, tiers, warnings } = await setup();
    has('s', { tier: 'free' });
    await told('s');
    expect([tiers.of('ann'), warnings.length]).toEqual(['free', 1]);
  });

  test('that stepped down keeps the lower plan when its price is no longer sold, whatever it was sold as', async () => {
    const { has, told, tiers, payments } = await setup();
    has('s', { tier: 'basic', soldAs: 'premium' });
    await told('s');
    payments.change('s', { tier: 'free' });
    await told('s');
    expect(tiers.of('ann')).toBe('basic');
  });

  test('at a price that is no longer sold ends when a higher plan takes its place', async () => {
    const { has, told, tiers, payments } = await setup();
    has('s');
    await told('s');
    payments.change('s', { tier: 'free' });
    await told('s');
    has('p', { tier: 'premium' });
    await told('p');
    expect([tiers.of('ann'), payments.subscriptions.get('s')?.state]).toEqual(['premium', 'ended']);
  });

  test('cannot move to another account', async () => {
    const { has, told, tiers } = await setup();
    has('s');
    await told('s');
    has('s', { customerId: 'customer-of-bob', tier: 'premium' });
    await told('s');
    expect([tiers.of('ann'), tiers.of('bob')]).toEqual(['basic', 'free']);
  });

  describe('of an account that was deleted', () => {
    const deleted = async () => {
      const world = await setup();
      const customer = { provider: 'scripted', uid: 'gone', customerId: 'customer-of-gone', attempts: 0 };
      await world.customers.add(customer);
      const has = (id: string, more = {}) => world.has(id, { customerId: 'customer-of-gone', ...more });
      return { ...world, has, stateOf: (id: string) => world.payments.subscriptions.get(id)?.state };
    };

    test.each(['active', 'pending', 'suspended'] as const)(
      'that is %s ends at once: nobody is charged for an account that is gone',
      async (state) => {
        const { has, told, subscriptions, stateOf, warnings } = await deleted();
        has('s', { state });
        await told('s');
        expect([stateOf('s'), subscriptions.all()]).toEqual(['ended', []]);
        expect(warnings).toEqual([expect.stringContaining('the subscription s of a deleted account was ended')]);
      },
    );

    test('that had ended is left alone', async () => {
      const { has, told, warnings } = await deleted();
      has('s', { state: 'ended' });
      await told('s');
      expect(warnings).toEqual([]);
    });

    test('that cannot be ended is tried again with the event', async () => {
      const { has, told, payments, stateOf } = await deleted();
      has('s');
      const end = payments.cancelImmediately.bind(payments);
      payments.cancelImmediately = async () => Promise.reject(new Error('no answer'));
      await expect(told('s', 'e')).rejects.toThrow('no answer');
      payments.cancelImmediately = end;
      await told('s', 'e');
      expect(stateOf('s')).toBe('ended');
    });

    test('that was stored before is stored as ended', async () => {
      const { has, told, tiers, subscriptions } = await deleted();
      tiers.open('gone', 'free');
      has('s');
      await told('s');
      tiers.remove('gone');
      await told('s');
      expect((await subscriptions.find('scripted', 's'))?.state).toBe('ended');
    });
  });
});

test('a plan that another one took the place of is ended, also when the first try to end it failed', async () => {
  const { has, told, tiers, payments } = await setup();
  has('b');
  await told('b');
  has('p', { tier: 'premium' });
  const end = payments.cancelImmediately.bind(payments);
  payments.cancelImmediately = async () => Promise.reject(new Error('no answer'));
  await expect(told('p', 'bought')).rejects.toThrow('no answer');
  expect(tiers.of('ann')).toBe('premium');
  payments.cancelImmediately = end;
  await told('p', 'bought');
  expect(payments.subscriptions.get('b')?.state).toBe('ended');
});

test.each([
  ['cancel', true],
  ['resume', false],
] as const)(
  '%s asks the provider, also when our last news of it says that nothing is to do',
  async (method, wished) => {
    const { has, told, renewal, payments } = await setup();
    has('s', { cancelAtPeriodEnd: wished });
    await told('s');
    payments.change('s', { cancelAtPeriodEnd: !wished }); // on the provider's own page, and the event was lost
    expect((await renewal[method](ANN)).cancelAtPeriodEnd).toBe(wished);
    expect(payments.subscriptions.get('s')?.cancelAtPeriodEnd).toBe(wished);
  },
);

test('when the current subscription turns out to have ended, the one behind it is cancelled', async () => {
  const { has, told, renewal, payments } = await setup();
  has('b');
  await told('b');
  has('p', { tier: 'premium' });
  payments.cancelImmediately = async () => Promise.reject(new Error('no answer'));
  await expect(told('p')).rejects.toThrow('no answer');
  has('p', { tier: 'premium', state: 'ended' });
  expect(await renewal.cancel(ANN)).toMatchObject({ id: 'b', cancelAtPeriodEnd: true });
  expect(payments.subscriptions.get('b')?.cancelAtPeriodEnd).toBe(true);
});

test('a cancelled subscription that ended without our hearing of it is no active one', async () => {
  const { has, told, renewal, tiers } = await setup();
  has('s');
  await told('s');
  has('s', { state: 'ended' });
  await expect(renewal.cancel(ANN)).rejects.toThrow('No active subscription');
  expect(tiers.of('ann')).toBe('free');
});

describe('a step down to a lower plan', () => {
  const premium = async (more = {}) => {
    const world = await setup();
    world.has('p', { tier: 'premium', ...more });
    await world.told('p');
    return world;
  };

  test('waits for the end of the period; until then everything of the higher plan stays', async () => {
    const { renewal, tiers, payments, told, subscriptions } = await premium();
    expect(await renewal.downgrade(ANN, 'basic')).toMatchObject({ tier: 'premium', nextTier: 'basic' });
    expect([tiers.of('ann'), (await subscriptions.find('scripted', 'p'))?.nextTier]).toEqual(['premium', 'basic']);
    payments.change('p', { tier: 'basic', nextTier: null }); // the next period begins
    await told('p');
    expect([tiers.of('ann'), (await subscriptions.find('scripted', 'p'))?.nextTier]).toEqual(['basic', null]);
  });

  test('is found by the daily check, when the news of it was lost', async () => {
    const { renewal, tiers, payments, reconcile } = await premium();
    await renewal.downgrade(ANN, 'basic');
    payments.change('p', { tier: 'basic', nextTier: null });
    await reconcile.runIfDue(new AbortController().signal);
    expect(tiers.of('ann')).toBe('basic');
  });

  test('is taken back until then, and asking twice for either is the same', async () => {
    const { renewal } = await premium();
    await renewal.downgrade(ANN, 'basic');
    expect((await renewal.downgrade(ANN, 'basic')).nextTier).toBe('basic');
    expect((await renewal.cancelDowngrade(ANN)).nextTier).toBeNull();
    expect(await renewal.cancelDowngrade(ANN)).toMatchObject({ tier: 'premium', nextTier: null });
  });

  test('and a cancellation exclude each other: cancelling ends it, and what is cancelled takes none', async () => {
    const { renewal, payments } = await premium();
    await renewal.downgrade(ANN, 'basic');
    expect(await renewal.cancel(ANN)).toMatchObject({ cancelAtPeriodEnd: true, nextTier: null });
    await expect(renewal.downgrade(ANN, 'basic')).rejects.toMatchObject({ kind: 'invalid' });
    expect(payments.subscriptions.get('p')).toMatchObject({ cancelAtPeriodEnd: true, nextTier: null });
    expect(await renewal.resume(ANN)).toMatchObject({ cancelAtPeriodEnd: false, nextTier: null });
    expect((await renewal.downgrade(ANN, 'basic')).nextTier).toBe('basic');
  });

  test('that was asked for while somebody cancelled elsewhere is not said to be done', async () => {
    const { renewal, payments } = await premium();
    const schedule = payments.scheduleDowngrade.bind(payments);
    payments.scheduleDowngrade = async (id, tier) => {
      await payments.cancelAtPeriodEnd(id);
      await schedule(id, tier);
    };
    await expect(renewal.downgrade(ANN, 'basic')).rejects.toThrow('Failed to change the plan');
    await expect(renewal.downgrade(ANN, 'basic')).rejects.toThrow('Resume it first');
  });

  test.each([
    [{ tier: 'basic' }, 'basic'],
    [{ tier: 'basic' }, 'premium'],
    [{ tier: 'premium' }, 'premium'],
  ] as const)('from %j to %s is none', async (of, tier) => {
    const { renewal } = await premium(of);
    await expect(renewal.downgrade(ANN, tier)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('needs a plan that is paid', async () => {
    const { renewal } = await premium({ state: 'past_due' });
    await expect(renewal.downgrade(ANN, 'basic')).rejects.toThrow('No active subscription');
    await expect(renewal.downgrade({ uid: 'bob' }, 'basic')).rejects.toThrow('No active subscription');
  });

  test('that the provider refuses says so, and changes nothing', async () => {
    const { renewal, payments, subscriptions } = await premium();
    payments.scheduleDowngrade = async () => Promise.reject(new PaymentsFailed('no'));
    await expect(renewal.downgrade(ANN, 'basic')).rejects.toThrow('Failed to change the plan');
    expect((await subscriptions.find('scripted', 'p'))?.nextTier).toBeNull();
  });
});

test('every checkout has a number of its own, a failed one too, and two at once the same', async () => {
  const { checkout, payments } = await setup();
  await Promise.all([checkout.execute(ANN, 'basic'), checkout.execute(ANN, 'basic')]);
  payments.failingCheckouts = 1;
  await expect(checkout.execute(ANN, 'basic')).rejects.toThrow();
  await checkout.execute(ANN, 'premium');
  expect(payments.orders.map(({ attempt }) => attempt)).toEqual([1, 1, 2, 3]);
});

test('a purchase after the provider lost the customer is by a new one, which stays', async () => {
  const { checkout, payments, customers } = await setup();
  payments.deletedCustomers.add('customer-of-ann');
  await checkout.execute(ANN, 'basic');
  await checkout.execute(ANN, 'premium');
  expect(payments.orders.map(({ customerId, attempt }) => [customerId, attempt])).toEqual([
    ['customer-of-ann', 1],
    ['customer-of-ann-again', 2],
    ['customer-of-ann-again', 3],
  ]);
  expect((await customers.find('scripted', 'ann'))?.customerId).toBe('customer-of-ann-again');
});

test('a customer whom the provider loses again is tried no third time', async () => {
  const { checkout, payments } = await setup();
  for (const id of ['customer-of-ann', 'customer-of-ann-again']) payments.deletedCustomers.add(id);
  await expect(checkout.execute(ANN, 'basic')).rejects.toThrow('Choose a plan to subscribe again');
  expect(payments.orders).toHaveLength(2);
});

test('a plan of a customer that was replaced still ends', async () => {
  const { checkout, has, told, payments, tiers } = await setup();
  has('s');
  await told('s');
  payments.deletedCustomers.add('customer-of-ann');
  await checkout.execute({ ...ANN, tier: 'basic' }, 'premium');
  payments.change('s', { state: 'ended' });
  await told('s');
  expect(tiers.of('ann')).toBe('free');
});

describe('the daily check', () => {
  const never = new AbortController().signal;

  test('runs once a day, and tells of who could not be asked about without stopping there', async () => {
    const { reconcile, has, told, payments, clock, failures, tiers } = await setup();
    has('s');
    await told('s');
    has('t', { customerId: 'customer-of-bob' });
    await told('t');
    payments.change('t', { state: 'ended' });
    const ofCustomer = payments.listByCustomer.bind(payments);
    payments.listByCustomer = (id) =>
      id === 'customer-of-ann' ? Promise.reject(new Error('no answer')) : ofCustomer(id);
    expect([await reconcile.runIfDue(never), await reconcile.runIfDue(never)]).toEqual([true, false]);
    expect([failures, tiers.of('ann'), tiers.of('bob')]).toEqual([['checking a subscription'], 'basic', 'free']);
    await clock.advance(DAY);
    expect(await reconcile.runIfDue(never)).toBe(true);
  });

  test('ends what its provider knows nothing of any more, and what another provider left behind', async () => {
    const { reconcile, has, told, payments, subscriptions, tiers, warnings } = await setup();
    has('s', { tier: 'premium', currentPeriodEnd: NOON - 4 * DAY });
    await told('s');
    payments.subscriptions.clear();
    await subscriptions.save(aSubscription({ provider: 'sandbox', uid: 'bob', currentPeriodEnd: NOON - 4 * DAY }));
    const former = { provider: 'former', id: 'f', uid: 'bob', currentPeriodEnd: NOON - 4 * DAY };
    await subscriptions.save(aSubscription(former));
    await tiers.set('bob', 'basic');
    await reconcile.runIfDue(never);
    expect([tiers.of('ann'), tiers.of('bob')]).toEqual(['free', 'free']);
    expect(warnings.filter((one) => one.includes('not connected'))).toEqual([
      'former is not connected: the subscription f ends here and goes on there',
    ]);
  });
});

describe('what the sandbox left behind when a provider that takes money was connected', () => {
  const leftBehind = async () => {
    const world = await setup();
    await world.subscriptions.save(
      aSubscription({ provider: 'sandbox', id: 'old', uid: 'ann', tier: 'premium', currentPeriodEnd: NOON + DAY }),
    );
    await world.tiers.set('ann', 'premium');
    const stateOf = async () => (await world.subscriptions.find('sandbox', 'old'))?.state;
    return { ...world, stateOf };
  };

  test('ends with the first check, which is due at once, and another plan can be bought', async () => {
    const { reconcile, tiers, checkout, stateOf } = await leftBehind();
    await reconcile.runIfDue(new AbortController().signal);
    expect([tiers.of('ann'), await stateOf()]).toEqual(['free', 'ended']);
    await checkout.execute(ANN, 'basic');
  });

  test('ends with its cancellation: there is nothing to cancel elsewhere', async () => {
    const { renewal, tiers, stateOf } = await leftBehind();
    await expect(renewal.cancel(ANN)).rejects.toThrow('No active subscription');
    expect([tiers.of('ann'), await stateOf()]).toEqual(['free', 'ended']);
  });

  test('ends with the account', async () => {
    const { cancel, stateOf } = await leftBehind();
    await cancel('delete');
    expect(await stateOf()).toBe('ended');
  });
});

test('the check of a provider that was just connected does not wait for the day of another one', async () => {
  const { reconcile, reconcileWith } = await setup();
  const never = new AbortController().signal;
  expect(await reconcile.runIfDue(never)).toBe(true);
  expect(await reconcileWith(new ScriptedPayments('another')).runIfDue(never)).toBe(true);
});

describe('of several subscriptions', () => {
  const basic = aSubscription({ id: 'b' });
  const premium = aSubscription({ id: 'p', tier: 'premium', createdAt: NOON + 1 });

  test('the highest that is live counts, and the others are in its place', () => {
    expect(findCurrent([basic, premium])).toBe(premium);
    expect(findSuperseded([basic, premium])).toEqual([basic]);
    expect(getPaidTier([basic, { ...premium, state: 'suspended' }])).toBe('basic');
    expect(getPaidTier([basic, { ...premium, state: 'past_due' }])).toBe('premium');
    expect(
      getPaidTier([
        { ...basic, state: 'ended' },
        { ...premium, state: 'pending' },
      ]),
    ).toBe('free');
  });

  test('of equals the one known longest counts; a price that is none of ours is left alone', () => {
    const twin = { ...basic, id: 'a', createdAt: NOON + 1 };
    expect(findSuperseded([twin, basic])).toEqual([twin]);
    expect(findSuperseded([basic, { ...twin, tier: 'free' }])).toEqual([]);
  });

  test.each([
    [undefined, 'none'],
    [{ ...basic, state: 'pending' }, 'none'],
    [basic, 'active'],
    [{ ...basic, cancelAtPeriodEnd: true }, 'canceling'],
    [{ ...basic, state: 'past_due' }, 'past_due'],
    [{ ...basic, state: 'past_due', cancelAtPeriodEnd: true }, 'canceling'],
    [{ ...basic, state: 'suspended' }, 'past_due'],
    [{ ...basic, state: 'suspended', cancelAtPeriodEnd: true }, 'past_due'],
    [{ ...basic, state: 'ended' }, 'canceled'],
  ] as const)('people are told how it stands', (subscription, status) => expect(toStatus(subscription)).toBe(status));
});

describe('a plan given by hand', () => {
  const GRANT = { uid: 'ann', admin: { uid: 'ada', name: 'Ada' }, reason: 'a friend' };

  test('outlives what the provider tells, and leaves what is paid for when it goes', async () => {
    const { has, told, payments, tiers, grant, reconcile } = await setup();
    has('s');
    await told('s');
    await grant.execute({ ...GRANT, tier: 'premium' });
    expect(tiers.of('ann')).toBe('premium');
    await told('s');
    await reconcile.runIfDue(new AbortController().signal);
    expect(tiers.of('ann')).toBe('premium');
    await grant.execute({ ...GRANT, tier: null });
    expect(tiers.of('ann')).toBe('basic');
    payments.change('s', { state: 'ended' });
    await told('s');
    expect(tiers.of('ann')).toBe('free');
  });

  test('is given to nobody who has no account', async () => {
    const { grant } = await setup();
    await expect(grant.execute({ ...GRANT, uid: 'nobody', tier: 'basic' })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    });
  });
});

describe('a plan given for a time', () => {
  const RIGHTS = {
    groupIds: ['research'],
    limits: { dailyMessages: null, moonshotDaily: null, agentRequests: null },
    models: null,
    agents: null,
    tools: null,
  };
  const granted = async (expiresAt: number | null = NOON + DAY) => {
    const world = await setup();
    const decision = { by: 'ada', byName: 'Ada', at: NOON, reason: 'By invitation' };
    await world.tiers.grant('ann', { tier: 'premium', expiresAt, ...decision });
    return { ...world, ann: { ...ANN, tier: 'premium' } as const };
  };

  test('can be bought before it ends, and so can a lower one', async () => {
    const { checkout, payments, ann } = await granted();
    await checkout.execute(ann, 'premium');
    await checkout.execute(ann, 'basic');
    expect(payments.orders.map(({ tier }) => tier)).toEqual(['premium', 'basic']);
  });

  test('is not sold where it has no end, nor what is paid for already', async () => {
    const lasting = await granted(null);
    await expect(lasting.checkout.execute(lasting.ann, 'premium')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const { checkout, has, told, ann } = await granted();
    has('s');
    await told('s');
    await expect(checkout.execute(ann, 'basic')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await checkout.execute(ann, 'premium');
  });

  test('is not sold to whom a group gives it after its end', async () => {
    const { checkout, groups, ann } = await granted();
    groups.rows.set('research', aGroup({ tier: 'premium' }));
    const member = { ...ann, rights: RIGHTS };
    await expect(checkout.execute(member, 'premium')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    groups.rows.set('research', aGroup({ tier: 'basic' }));
    await expect(checkout.execute(member, 'basic')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await checkout.execute(member, 'premium');
  });
});

describe('what is paid for by an account that goes', () => {
  test('can no longer begin: an open checkout is closed, and what is not paid yet ends', async () => {
    const { has, told, cancel, payments } = await setup();
    has('s', { state: 'pending' });
    await told('s');
    await cancel('delete');
    expect([payments.closed, payments.subscriptions.get('s')?.state]).toEqual([['customer-of-ann'], 'ended']);
  });

  test('ends at once, and what is of a provider that is not connected waits, for admins to see', async () => {
    const { has, told, cancel, payments, subscriptions, cancellations } = await setup();
    has('s');
    await told('s');
    await cancel('delete');
    expect([payments.subscriptions.get('s')?.state, (await subscriptions.find('scripted', 's'))?.state]).toEqual([
      'ended',
      'ended',
    ]);
    expect(await cancellations.find('ann')).toBeUndefined();
    await subscriptions.save(aSubscription({ provider: 'another', id: 'old', uid: 'ann', revision: 1 }));
    await cancel('delete');
    expect(await cancellations.countFailing()).toEqual({ count: 1, since: NOON });
  });
});
