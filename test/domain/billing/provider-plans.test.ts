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

test('one that an admin granted stays, and nothing is recorded', async () => {
  const { tiers, audit, plans } = setup();
  const grant = { tier: 'basic', by: 'ada', byName: 'Ada', at: 0, reason: 'Friend', expiresAt: null } as const;
  await tiers.grant('ann', grant);
  for (const tier of ['premium', null] as const) await plans.set('ann', tier, CORP);
  expect([await tiers.findGrant('ann'), audit.events]).toEqual([grant, []]);
});
