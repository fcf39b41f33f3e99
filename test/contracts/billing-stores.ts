import type { JobLocks } from '../../src/domain/kernel/ports.ts';
import type {
  AccountTiers,
  Customer,
  PaymentCustomers,
  PaymentEvents,
  SandboxRecord,
  SandboxRecords,
  Subscriptions,
} from '../../src/domain/billing/ports.ts';
import type { PlanCancellations } from '../../src/domain/billing/ports/plan-cancellations.ts';
import type { Subscription } from '../../src/domain/billing/subscription.ts';
import { NOON } from '../support/builders.ts';
import type { Tier } from '../../src/shared/tiers.ts';

export const aSubscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: 'sub-1',
  provider: 'stripe',
  uid: 'ann',
  customerId: 'customer-of-ann',
  tier: 'basic',
  state: 'active',
  cancelAtPeriodEnd: false,
  nextTier: null,
  currentPeriodEnd: NOON + 1000,
  createdAt: NOON,
  stateAt: NOON,
  revision: 1,
  ...more,
});

const aCustomer = (uid: string, more: Partial<Customer> = {}): Customer => ({
  provider: 'stripe',
  uid,
  customerId: `customer-of-${uid}`,
  attempts: 0,
  ...more,
});
const aRecord = (more: Partial<SandboxRecord> = {}): SandboxRecord => ({
  kind: 'session',
  id: 'one',
  owner: 'ann',
  body: '{"open":true}',
  revision: 1,
  at: NOON,
  ...more,
});

interface Stores {
  readonly subscriptions: Subscriptions;
  readonly customers: PaymentCustomers;
  readonly events: PaymentEvents;
  readonly cancellations: PlanCancellations;
  readonly chores: JobLocks;
  readonly records: SandboxRecords;
  /** Of an account `ann` that is free. */
  readonly tiers: AccountTiers;
  tierOfAnn(): Promise<Tier | undefined>;
}

/** What all stores of payments must do. */
export const behavesLikeBillingStores = (name: string, create: () => Promise<Stores>): void => {
  describe(`${name}: subscriptions`, () => {
    test('are found by provider and id, and by account', async () => {
      const { subscriptions } = await create();
      const canceling = aSubscription({
        id: 'sub-2',
        currentPeriodEnd: null,
        cancelAtPeriodEnd: true,
        createdAt: NOON + 1,
      });
      const stepping = aSubscription({ id: 'sub-4', uid: 'cem', tier: 'premium', nextTier: 'basic' });
      for (const one of [canceling, aSubscription(), aSubscription({ id: 'sub-3', uid: 'bob' }), stepping])
        expect(await subscriptions.save(one)).toBe(true);
      expect(await subscriptions.find('stripe', 'sub-2')).toEqual(canceling);
      expect(await subscriptions.find('stripe', 'sub-4')).toEqual(stepping);
      expect(await subscriptions.save({ ...stepping, nextTier: null, revision: 2 })).toBe(true);
      expect((await subscriptions.find('stripe', 'sub-4'))?.nextTier).toBeNull();
      expect(await subscriptions.find('sandbox', 'sub-2')).toBeUndefined();
      expect(await subscriptions.listByUser('ann')).toEqual([aSubscription(), canceling]);
      expect(await subscriptions.listByUser('nobody')).toEqual([]);
    });

    test('are saved only on top of the revision that was seen', async () => {
      const { subscriptions } = await create();
      const next = aSubscription({ state: 'past_due', revision: 2 });
      expect(await subscriptions.save(next)).toBe(false);
      expect([await subscriptions.save(aSubscription()), await subscriptions.save(aSubscription())]).toEqual([
        true,
        false,
      ]);
      const saved = await Promise.all(
        ['past_due', 'ended', 'active'].map((state) =>
          subscriptions.save({ ...next, state: state as Subscription['state'] }),
        ),
      );
      expect(saved.filter(Boolean)).toHaveLength(1);
      expect((await subscriptions.find('stripe', 'sub-1'))?.revision).toBe(2);
    });

    test('of other providers are stranded once their period is long over, unless they ended', async () => {
      const { subscriptions } = await create();
      const old = aSubscription({ provider: 'another' });
      for (const one of [
        old,
        aSubscription(),
        aSubscription({ provider: 'another', id: 'ended', state: 'ended' }),
        aSubscription({ provider: 'another', id: 'endless', currentPeriodEnd: null }),
      ]) {
        await subscriptions.save(one);
      }
      expect(await subscriptions.listOrphaned('stripe', NOON + 1001, 10)).toEqual([old]);
      expect(await subscriptions.listOrphaned('stripe', NOON + 1000, 10)).toEqual([]);
    });

    test('of the sandbox are stranded as soon as another provider takes money', async () => {
      const { subscriptions } = await create();
      const left = aSubscription({ provider: 'sandbox' });
      await subscriptions.save(left);
      await subscriptions.save(aSubscription({ provider: 'sandbox', id: 'ended', state: 'ended' }));
      expect(await subscriptions.listOrphaned('stripe', 0, 10)).toEqual([left]);
      expect(await subscriptions.listOrphaned('sandbox', 0, 10)).toEqual([]);
    });
  });

  describe(`${name}: customers of payment providers`, () => {
    test('are one per account and provider; the first one added stays', async () => {
      const { customers } = await create();
      expect(await customers.add(aCustomer('ann'))).toEqual(aCustomer('ann'));
      expect(await customers.add(aCustomer('ann', { customerId: 'second' }))).toEqual(aCustomer('ann'));
      await customers.add(aCustomer('ann', { provider: 'sandbox', customerId: 'other' }));
      expect([
        await customers.findUid('stripe', 'customer-of-ann'),
        await customers.findUid('stripe', 'other'),
      ]).toEqual(['ann', undefined]);
      expect([await customers.find('stripe', 'ann'), await customers.find('stripe', 'bob')]).toEqual([
        aCustomer('ann'),
        undefined,
      ]);
      await expect(customers.add(aCustomer('bob', { customerId: 'customer-of-ann' }))).rejects.toThrow(
        /another account/,
      );
    });

    test('are replaced where the provider lost them, once of two at once; the count of checkouts stays', async () => {
      const { customers } = await create();
      const ann = await customers.add(aCustomer('ann'));
      await customers.recordCheckout({ ...ann, attempts: 2 }, NOON);
      const replaced = aCustomer('ann', { customerId: 'next', attempts: 2 });
      expect(await customers.replace(ann, 'next')).toEqual(replaced);
      expect(await customers.replace(ann, 'another')).toEqual(replaced);
      expect(await customers.findUid('stripe', ann.customerId)).toBeUndefined();
    });

    test('count their checkouts, each once', async () => {
      const { customers } = await create();
      const ann = await customers.add(aCustomer('ann'));
      await customers.recordCheckout({ ...ann, attempts: 2 }, NOON);
      await customers.recordCheckout({ ...ann, attempts: 1 }, NOON);
      expect((await customers.find('stripe', 'ann'))?.attempts).toBe(2);
    });

    test('are to be checked while something is open, page by page', async () => {
      const { customers, subscriptions } = await create();
      for (const uid of ['ann', 'bob', 'carl', 'dora', 'eve']) await customers.add(aCustomer(uid));
      await subscriptions.save(aSubscription({ uid: 'ann' }));
      await subscriptions.save(aSubscription({ uid: 'bob', id: 'sub-b', state: 'ended' }));
      await subscriptions.save(aSubscription({ uid: 'eve', id: 'sub-e', provider: 'sandbox' }));
      await customers.recordCheckout(aCustomer('carl', { attempts: 1 }), NOON);
      await customers.recordCheckout(aCustomer('dora', { attempts: 1 }), NOON - 1);
      const page = async (afterUid: string, limit: number) =>
        (await customers.listToReconcile({ provider: 'stripe', afterUid, since: NOON, limit })).map(({ uid }) => uid);
      expect([await page('', 10), await page('', 1), await page('ann', 10), await page('carl', 10)]).toEqual([
        ['ann', 'carl'],
        ['ann'],
        ['carl'],
        [],
      ]);
      const recent = async (since: number, limit: number) =>
        (await customers.listByCheckout('stripe', since, limit)).map(({ uid }) => uid);
      expect([await recent(NOON - 1, 10), await recent(NOON - 1, 1), await recent(NOON + 1, 10)]).toEqual([
        ['carl', 'dora'],
        ['carl'],
        [],
      ]);
    });
  });

  describe(`${name}: cancellations of plans`, () => {
    test('are one per account; what is asked for later takes its place and keeps what was noted', async () => {
      const { cancellations } = await create();
      await cancellations.ask('ann', 'period-end', NOON);
      const asked = {
        uid: 'ann',
        action: 'period-end',
        renewals: [],
        askedAt: NOON,
        doneAt: null,
        dueAt: NOON,
      } as const;
      const first = { ...asked, leasedUntil: 0, failures: 0, revision: 1 };
      expect([await cancellations.find('ann'), await cancellations.find('bob')]).toEqual([first, undefined]);
      const renewals = [
        { id: 'sub-1', nextTier: 'basic' },
        { id: 'sub-2', nextTier: null },
      ] as const;
      const noted = { ...first, renewals, leasedUntil: NOON + 9, failures: 3, revision: 2 };
      expect([await cancellations.save(noted), await cancellations.save(noted)]).toEqual([true, false]);
      expect(await cancellations.find('ann')).toEqual(noted);
      await cancellations.ask('ann', 'restore', NOON + 1);
      const next = { ...noted, action: 'restore', askedAt: NOON + 1, dueAt: NOON + 1, failures: 0, revision: 3 };
      expect(await cancellations.find('ann')).toEqual(next);
      await cancellations.remove(noted);
      expect(await cancellations.find('ann')).toEqual(next);
      await cancellations.remove({ uid: 'ann', revision: 3 });
      expect(await cancellations.find('ann')).toBeUndefined();
    });

    test('are due in their order until they are done, and not while somebody is at them', async () => {
      const { cancellations } = await create();
      expect(await cancellations.countFailing()).toEqual({ count: 0, since: null });
      for (const [at, uid] of ['later', 'leased', 'done', 'now', 'first'].entries())
        await cancellations.ask(uid, 'delete', NOON - at);
      const change = async (uid: string, more: object) => {
        const cancellation = await cancellations.find(uid);
        if (cancellation) await cancellations.save({ ...cancellation, ...more, revision: 2 });
      };
      await change('later', { dueAt: NOON + 1, failures: 2 });
      await change('leased', { leasedUntil: NOON + 1, failures: 1 });
      await change('done', { doneAt: NOON, dueAt: null, failures: 1 });
      expect([await cancellations.listDue(NOON, 9), await cancellations.listDue(NOON, 1)]).toEqual([
        ['first', 'now'],
        ['first'],
      ]);
      expect(await cancellations.listDue(NOON + 1, 9)).toEqual(['first', 'now', 'leased', 'later']);
      expect(await cancellations.countFailing()).toEqual({ count: 2, since: NOON - 1 });
    });
  });

  test(`${name}: a payment event is taken once, also by twenty at once, until it is swept`, async () => {
    const { events } = await create();
    const taken = await Promise.all(Array.from({ length: 20 }, () => events.add('stripe', 'event', NOON)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect([
      await events.add('sandbox', 'event', NOON),
      await events.has('stripe', 'event'),
      await events.has('stripe', 'EVENT'),
    ]).toEqual([true, true, false]);
    await events.sweep(NOON);
    expect(await events.has('stripe', 'event')).toBe(true);
    await events.sweep(NOON + 1);
    expect(await events.has('stripe', 'event')).toBe(false);
  });

  test(`${name}: a chore that is due is taken by one of twenty, and again when it is due again`, async () => {
    const { chores } = await create();
    const take = async (now: number) =>
      (await Promise.all(Array.from({ length: 20 }, () => chores.acquire('count', now, now + 10)))).filter(Boolean)
        .length;
    expect([await take(NOON), await take(NOON + 9), await take(NOON + 10)]).toEqual([1, 0, 1]);
    await chores.reschedule('count', NOON + 100);
    expect([await take(NOON + 99), await chores.acquire('other', NOON, NOON + 1), await take(NOON + 100)]).toEqual([
      0,
      true,
      1,
    ]);
    expect([
      await chores.isHeld('count', NOON + 109),
      await chores.isHeld('count', NOON + 110),
      await chores.isHeld('nothing', NOON),
    ]).toEqual([true, false, false]);
  });

  test(`${name}: a clock that was years ahead for a moment stops no chore for years`, async () => {
    const { chores } = await create();
    const year = 365 * 24 * 3_600_000;
    await chores.acquire('backup', NOON + year, NOON + year + 1000);
    expect(await chores.isHeld('backup', NOON)).toBe(false);
    expect(await chores.acquire('backup', NOON, NOON + 1000)).toBe(true);
    expect(await chores.acquire('backup', NOON, NOON + 1000)).toBe(false);
  });

  test(`${name}: the plan of an account is set, and that of nobody is not`, async () => {
    const { tiers, tierOfAnn } = await create();
    expect([await tiers.lock('ann'), await tiers.lock('nobody')]).toEqual([true, false]);
    await tiers.set('ann', 'premium');
    await tiers.set('nobody', 'premium');
    expect(await tierOfAnn()).toBe('premium');
  });

  test(`${name}: a granted plan counts while it is higher than the paid one, whatever is told of that`, async () => {
    const { tiers, tierOfAnn } = await create();
    const grant = {
      tier: 'basic',
      by: 'an-admin',
      byName: 'Ada',
      at: NOON,
      reason: 'a friend',
      expiresAt: null,
    } as const;
    expect(await tiers.findGrant('ann')).toBeUndefined();
    await tiers.grant('ann', { ...grant, tier: 'premium' });
    await tiers.grant('ann', grant);
    expect(await tiers.findGrant('ann')).toEqual(grant);
    const paid = async (tier: 'free' | 'basic' | 'premium') => {
      await tiers.set('ann', tier);
      return tierOfAnn();
    };
    expect([await paid('free'), await paid('premium'), await paid('free')]).toEqual(['basic', 'premium', 'basic']);
    await tiers.grant('ann', null);
    expect(await tiers.findGrant('ann')).toBeUndefined();
    expect(await paid('free')).toBe('free');
  });

  test(`${name}: grants that have ended are listed`, async () => {
    const { tiers } = await create();
    const grant = { tier: 'basic', by: 'an-admin', byName: 'Ada', at: NOON, reason: 'a friend' } as const;
    const expiredAt = (now: number) => tiers.listExpired(now, 1);
    await tiers.grant('ann', { ...grant, expiresAt: null });
    expect(await expiredAt(NOON * 2)).toEqual([]);
    await tiers.grant('ann', { ...grant, expiresAt: NOON + 1 });
    expect(await tiers.findGrant('ann')).toEqual({ ...grant, expiresAt: NOON + 1 });
    expect([await expiredAt(NOON), await expiredAt(NOON + 1)]).toEqual([[], ['ann']]);
  });

  test(`${name}: each provider claims a plan beside the granted one, and the highest of all counts`, async () => {
    const { tiers, tierOfAnn } = await create();
    const grant = { tier: 'basic', by: 'a', byName: 'Ada', at: NOON, reason: 'a friend', expiresAt: null } as const;
    const corp = { provider: 'corp', label: 'Corp', tier: 'basic', at: NOON } as const;
    const other = { ...corp, provider: 'other', tier: 'premium' } as const;
    const tierNow = async () => {
      await tiers.set('ann', 'free');
      return tierOfAnn();
    };
    await tiers.claim('ann', { ...corp, tier: 'premium' });
    expect(await tierNow()).toBe('premium');
    for (const plan of [corp, other]) await tiers.claim('ann', plan);
    expect([await tiers.listClaimed('ann'), await tierNow()]).toEqual([[corp, other], 'premium']);
    await tiers.grant('ann', grant);
    await tiers.removeClaimed('ann', 'other');
    await tiers.removeClaimed('ann', 'corp');
    expect([await tiers.listClaimed('ann'), await tiers.findGrant('ann'), await tierNow()]).toEqual([
      [],
      grant,
      'basic',
    ]);
  });

  test(`${name}: plans by sign-in providers are listed, but for those that are named`, async () => {
    const { tiers } = await create();
    const grant = { tier: 'basic', byName: 'Ada', at: NOON, reason: 'a friend', expiresAt: null } as const;
    const page = { providers: ['other'], after: undefined, limit: 9 };
    await tiers.grant('ann', { ...grant, by: 'an-admin' });
    expect(await tiers.listByOtherProviders(page)).toEqual([]);
    await tiers.claim('ann', { provider: 'corp', label: 'Corp', tier: 'basic', at: NOON });
    const corp = { uid: 'ann', provider: 'corp' };
    expect(await tiers.listByOtherProviders(page)).toEqual([corp]);
    expect(await tiers.listByOtherProviders({ ...page, providers: ['corp'] })).toEqual([]);
    expect(await tiers.listByOtherProviders({ ...page, after: corp })).toEqual([]);
  });

  test(`${name}: sandbox records change only on top of what was seen, and are listed newest first`, async () => {
    const { records } = await create();
    const newer = aRecord({ id: 'two', at: NOON + 1 });
    expect([
      await records.save(aRecord()),
      await records.save(aRecord()),
      await records.save(newer),
      await records.save(aRecord({ owner: 'bob', id: 'three' })),
    ]).toEqual([true, false, true, true]);
    const changed = aRecord({ body: 'changed', revision: 2 });
    expect([await records.save(changed), await records.save(changed)]).toEqual([true, false]);
    expect([await records.find('session', 'one'), await records.find('event', 'one')]).toEqual([changed, undefined]);
    expect([await records.listByOwner('session', 'ann', 10), await records.listByOwner('session', 'ann', 1)]).toEqual([
      [newer, changed],
      [newer],
    ]);
  });
};
