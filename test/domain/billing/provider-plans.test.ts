import { GrantProviderPlans } from '../../../src/domain/billing/provider-plans.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { InMemoryAccountTiers, InMemorySubscriptions } from '../../fakes/payments.ts';

const CORP = { id: 'corp', label: 'Corp' };

const setup = () => {
  const tiers = new InMemoryAccountTiers('ann');
  const audit = new RecordingAuditLog();
  return { tiers, audit, plans: new GrantProviderPlans(tiers, new InMemorySubscriptions(), new FixedClock(), audit) };
};

test('a plan by a provider’s claims is recorded when it comes and when it goes, not at every sign-in', async () => {
  const { tiers, audit, plans } = setup();
  for (const tier of ['premium', 'premium', null, null] as const) await plans.set('ann', tier, CORP);
  expect(tiers.of('ann')).toBe('free');
  const target = { kind: 'user', id: 'ann' };
  expect(audit.events).toMatchObject([
    { action: 'user.set-tier', target, details: { from: null, to: 'premium', provider: 'corp' } },
    { action: 'user.set-tier', target, details: { from: 'premium', to: null, provider: 'corp' } },
  ]);
});

test('what an admin granted stays beside it, and the higher one counts', async () => {
  const { tiers, audit, plans } = setup();
  const grant = { tier: 'basic', by: 'ada', byName: 'Ada', at: 0, reason: 'Friend', expiresAt: null } as const;
  await tiers.grant('ann', grant);
  const counting: unknown[] = [];
  for (const [tier, provider] of [
    ['premium', CORP],
    ['basic', { id: 'other', label: 'Other' }],
    [null, CORP],
  ] as const) {
    await plans.set('ann', tier, provider);
    counting.push(tiers.of('ann'));
  }
  expect([counting, await tiers.findGrant('ann')]).toEqual([['premium', 'premium', 'basic'], grant]);
  expect(audit.events.map(({ details }) => details)).toEqual([
    { from: null, to: 'premium', provider: 'corp' },
    { from: null, to: 'basic', provider: 'other' },
    { from: 'premium', to: null, provider: 'corp' },
  ]);
});
