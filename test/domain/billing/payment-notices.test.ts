import { aBillingWorld } from '../../support/billing-world.ts';

const notice = (more = {}) => ({ kind: 'refunded', paymentId: 'ch_1', customerId: 'customer-of-ann', ...more });

describe('what happened to a payment', () => {
  test.each([
    ['refunded', 'info', /^A payment was refunded; the plan goes on .* \(ch_1\)$/],
    ['partly-refunded', 'info', /in part \(ch_1\)$/],
    ['disputed', 'warn', /is disputed; the plan goes on/],
    ['dispute-won', 'info', /was won/],
    ['dispute-lost', 'warn', /was lost; the plan goes on/],
  ])('as %s is told to admins once, and leaves the plan', async (kind, level, detail) => {
    const { has, told, sent, log, tiers } = await aBillingWorld();
    has('s');
    await told('s');
    for (let times = 0; times < 2; times += 1) await sent({ id: 'evt', notice: notice({ kind }) });
    expect(log.events).toEqual([{ kind: 'payment', level, uid: 'ann', detail: expect.stringMatching(detail) }]);
    expect(tiers.of('ann')).toBe('basic');
  });

  test('names nobody where the customer is not known, not said, or of a deleted account', async () => {
    const { sent, log, tiers } = await aBillingWorld();
    tiers.remove('ann');
    for (const [id, customerId] of [['1', 'customer-of-ann'], ['2', 'cus_of_nobody'], ['3']])
      await sent({ id, notice: notice({ customerId }) });
    expect(log.events.map(({ uid }) => uid)).toEqual([null, null, null]);
  });
});

describe('a checkout whose event does not come', () => {
  const MINUTE = 60_000;
  const never = new AbortController().signal;

  test('is looked at every ten minutes for an hour, by one process', async () => {
    const { checkout, has, reconcile, tiers, clock } = await aBillingWorld();
    await checkout.execute({ uid: 'ann', email: null, tier: 'free', isAdmin: false }, 'basic');
    expect([await reconcile.checkRecent(never), await reconcile.checkRecent(never)]).toEqual([true, false]);
    has('s');
    await clock.advance(10 * MINUTE);
    expect([await reconcile.checkRecent(never), tiers.of('ann')]).toEqual([true, 'basic']);
  });

  test('is left to the daily check after that', async () => {
    const { checkout, has, reconcile, tiers, clock } = await aBillingWorld();
    await checkout.execute({ uid: 'ann', email: null, tier: 'free', isAdmin: false }, 'basic');
    has('s');
    await clock.advance(61 * MINUTE);
    expect([await reconcile.checkRecent(never), tiers.of('ann')]).toEqual([true, 'free']);
    expect([await reconcile.runIfDue(never), tiers.of('ann')]).toEqual([true, 'basic']);
  });
});
