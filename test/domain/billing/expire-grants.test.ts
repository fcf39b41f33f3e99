import { ExpireGrants } from '../../../src/domain/billing/expire-grants.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { FixedClock, TwiceUnitOfWork } from '../../fakes/kernel.ts';
import { InMemoryAccountTiers, InMemorySubscriptions } from '../../fakes/payments.ts';
import { until } from '../chat/harness.ts';

const DAY_MS = 86_400_000;

const setup = async (expiresIn: number | null) => {
  const clock = new FixedClock();
  const tiers = new InMemoryAccountTiers('ann');
  const audit = new RecordingAuditLog();
  const subscriptions = new InMemorySubscriptions();
  const work = new TwiceUnitOfWork(tiers, audit);
  const failed: unknown[] = [];
  const expire = new ExpireGrants({
    tiers,
    subscriptions,
    audit,
    work,
    clock,
    failed: (_, error) => failed.push(error),
  });
  const now = clock.now();
  const grant = { tier: 'premium', by: 'ada', byName: 'Ada', at: now, reason: 'By invitation' } as const;
  const give = async (ms: number | null) => {
    await tiers.grant('ann', { ...grant, expiresAt: ms === null ? null : now + ms });
    await tiers.set('ann', 'free');
  };
  await give(expiresIn);
  return { clock, tiers, audit, expire, give, failed };
};

test('a granted plan ends at its time, which is recorded once', async () => {
  const { clock, tiers, audit, expire, failed } = await setup(30 * DAY_MS);
  const abort = new AbortController();
  const running = expire.execute(abort.signal);
  await until(() => clock.sleeping === 1);
  await clock.advance(30 * DAY_MS - 120_000);
  expect(tiers.of('ann')).toBe('premium');
  await clock.advance(180_000);
  await until(() => tiers.of('ann') === 'free');
  await clock.advance(180_000);
  abort.abort();
  await running;
  expect([await tiers.findGrant('ann'), failed]).toEqual([undefined, []]);
  expect(audit.events).toMatchObject([
    { action: 'user.set-tier', target: { id: 'ann' }, details: { from: 'premium', to: null } },
  ]);
});

test('one without an end, or with a later one by now, stays', async () => {
  const { clock, tiers, expire, give } = await setup(null);
  await clock.advance(3650 * DAY_MS);
  await expire.sweep();
  expect(tiers.of('ann')).toBe('premium');
  await give(3651 * DAY_MS);
  await expire.sweep();
  expect(tiers.of('ann')).toBe('premium');
  await clock.advance(DAY_MS);
  await expire.sweep();
  expect(tiers.of('ann')).toBe('free');
});
