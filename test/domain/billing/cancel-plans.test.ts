import { GetCancellationState } from '../../../src/domain/billing/get-cancellation-state.ts';
import { aBillingWorld } from '../../support/billing-world.ts';
import { NOON } from '../../support/builders.ts';

describe('the subscription of somebody who is suspended', () => {
  const paying = async (more = {}) => {
    const world = await aBillingWorld();
    world.has('s', more);
    await world.told('s');
    const at = (id = 's') => world.payments.subscriptions.get(id);
    return { ...world, at };
  };
  const never = new AbortController().signal;
  const MINUTE = 60_000;

  test('is not charged again, and keeps its plan until then', async () => {
    const { cancel, at, tiers, payments, cancellations } = await paying();
    await cancel('period-end');
    expect(at()).toMatchObject({ state: 'active', cancelAtPeriodEnd: true });
    expect([tiers.of('ann'), payments.closed]).toEqual(['basic', ['customer-of-ann']]);
    expect(await cancellations.find('ann')).toMatchObject({ doneAt: NOON, dueAt: null, leasedUntil: 0 });
  });

  test('ends at once, or goes on, where an admin chose that', async () => {
    const { cancel, at } = await paying();
    await cancel('keep');
    expect(at()).toMatchObject({ state: 'active', cancelAtPeriodEnd: false });
    await cancel('now');
    expect(at()).toMatchObject({ state: 'ended' });
  });

  test('renews again when the suspension is lifted, to the lower plan that was asked for', async () => {
    const { cancel, at, plans, cancellations } = await paying({ tier: 'premium', nextTier: 'basic' });
    await cancel('period-end');
    expect(at()).toMatchObject({ cancelAtPeriodEnd: true, nextTier: null });
    await plans.restore('ann');
    await plans.carryOut('ann');
    expect(at()).toMatchObject({ state: 'active', cancelAtPeriodEnd: false, nextTier: 'basic' });
    expect(await cancellations.find('ann')).toBeUndefined();
  });

  test('renews again when another admin decides to keep it', async () => {
    const { cancel, at } = await paying();
    await cancel('period-end');
    await cancel('keep');
    expect(at()).toMatchObject({ cancelAtPeriodEnd: false });
  });

  test('that the person had cancelled, or that has ended meanwhile, does not come back', async () => {
    const { cancel, at, plans, has, told, payments } = await paying({ cancelAtPeriodEnd: true });
    has('t', { tier: 'premium', state: 'suspended' });
    await told('t');
    await cancel('period-end');
    payments.change('t', { state: 'ended', cancelAtPeriodEnd: false });
    await plans.restore('ann');
    await plans.carryOut('ann');
    expect([at()?.cancelAtPeriodEnd, at('t')?.state]).toEqual([true, 'ended']);
  });

  test('is ended after a minute or two where the provider does not answer, and admins are told once', async () => {
    const { cancel, at, payments, plans, cancellations, clock, log } = await paying();
    payments.down = true;
    await cancel('period-end');
    await expect(new GetCancellationState(cancellations).execute()).rejects.toThrow(
      /^1 account waits .* since 2026-01-15 12:00 UTC$/,
    );
    await clock.advance(MINUTE);
    await plans.sweep(never);
    await clock.advance(MINUTE);
    payments.down = false;
    await plans.sweep(never);
    expect(at()?.cancelAtPeriodEnd).toBe(false);
    await clock.advance(MINUTE);
    await plans.sweep(never);
    expect(at()?.cancelAtPeriodEnd).toBe(true);
    expect([await new GetCancellationState(cancellations).execute(), log.events.length]).toEqual(['nothing waits', 1]);
  });

  test('goes on when the suspension is lifted before the provider answered', async () => {
    const { cancel, at, payments, plans, cancellations } = await paying();
    payments.down = true;
    await cancel('period-end');
    payments.down = false;
    await plans.restore('ann');
    await plans.carryOut('ann');
    expect([at()?.cancelAtPeriodEnd, await cancellations.find('ann')]).toEqual([false, undefined]);
  });

  test('goes on when the suspension is lifted while the provider is asked', async () => {
    const { cancel, at, payments, plans, cancellations } = await paying();
    const cancelThere = payments.cancelAtPeriodEnd.bind(payments);
    payments.cancelAtPeriodEnd = async (id) => {
      await plans.restore('ann');
      await plans.carryOut('ann'); // somebody is at it
      await cancelThere(id);
    };
    await cancel('period-end');
    expect(at()?.cancelAtPeriodEnd).toBe(true);
    await plans.sweep(never);
    expect([at()?.cancelAtPeriodEnd, await cancellations.find('ann')]).toEqual([false, undefined]);
  });

  test('that is bought or taken up again meanwhile is ended too', async () => {
    const { cancel, at, payments, plans, has, told } = await paying();
    await cancel('period-end');
    payments.change('s', { cancelAtPeriodEnd: false });
    await told('s');
    await plans.sweep(never);
    expect(at()?.cancelAtPeriodEnd).toBe(true);
    await cancel('now');
    has('t');
    await told('t');
    await plans.sweep(never);
    expect(at('t')?.state).toBe('ended');
  });

  test('of which no event has told is ended too, also after the account is gone', async () => {
    const { cancel, at, has, tiers, plans, clock, payments, log } = await aBillingWorld().then((world) => ({
      ...world,
      at: (id: string) => world.payments.subscriptions.get(id),
    }));
    has('s');
    payments.down = true;
    await cancel('delete');
    // The event is told, and does not name who is gone.
    expect(log.events).toMatchObject([{ kind: 'provider error', uid: null }]);
    tiers.remove('ann');
    payments.down = false;
    await clock.advance(MINUTE);
    await plans.sweep(never);
    expect(at('s')?.state).toBe('ended');
  });
});
