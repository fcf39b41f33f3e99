import { AuditTrail } from '../../../src/domain/audit/audit-trail.ts';
import { detailsJson } from '../../../src/domain/audit/details.ts';
import type { AuditOrigin } from '../../../src/domain/audit/entry.ts';
import { AuditRefusals } from '../../../src/domain/audit/refusals.ts';
import { AuditRetention } from '../../../src/domain/audit/retention.ts';
import { AUDIT } from '../../../src/domain/audit/settings.ts';
import { VerifyAudit } from '../../../src/domain/audit/verify-audit.ts';
import { append, behavesLikeAnAuditStore, chain } from '../../contracts/audit.ts';
import { InMemoryAuditStore, TestAuditContext } from '../../fakes/audit.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';
import { FixedClock, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import { NOON } from '../../support/builders.ts';

const DAY_MS = 86_400_000;
const STRANGER: AuditOrigin = { actor: { kind: 'stranger', uid: null }, way: 'password', address: '192.0.2.0/24' };

behavesLikeAnAuditStore('in memory', async () => new InMemoryAuditStore());

const world = () => {
  const clock = new FixedClock();
  const store = new InMemoryAuditStore();
  const context = new TestAuditContext();
  const trail = new AuditTrail(store, chain, context, clock);
  const refusals = new AuditRefusals(trail, context, clock, (what, error) => {
    throw new Error(what, { cause: error });
  });
  const settings = inMemorySettings(AUDIT);
  const work = new InMemoryUnitOfWork();
  const retention = new AuditRetention({
    store,
    audit: trail,
    settings,
    jobLocks: new InMemoryJobLocks(),
    work,
    clock,
    failed: (what) => {
      throw new Error(what);
    },
  });
  const refuse = (uid: string | undefined, times = 1) =>
    context.run(STRANGER, async () => {
      if (uid !== undefined) trail.concerns({ kind: 'user', id: uid });
      for (let count = 0; count < times; count += 1) refusals.refuse('session.start', 'LoginFailed');
    });
  const lines = () =>
    store.entries.map(({ action, outcome, target, details }) => [action, outcome, target?.id, JSON.parse(details)]);
  return {
    clock,
    store,
    context,
    trail,
    refusals,
    settings,
    retention,
    refuse,
    lines,
    verify: new VerifyAudit(store, chain),
  };
};

test('an entry has the origin of its context, and the person who has just signed in', async () => {
  const { store, context, trail } = world();
  await context.run(STRANGER, () => trail.record({ action: 'session.start', uid: 'ann' }));
  await trail.record({ action: 'plan.change', target: { kind: 'user', id: 'ann' }, details: { to: 'premium' } });
  expect(store.entries).toMatchObject([
    { ...STRANGER, actor: { kind: 'user', uid: 'ann' }, action: 'session.start', outcome: 'done', target: null },
    { actor: { kind: 'system', uid: null }, way: 'job', address: null, details: '{"to":"premium"}' },
  ]);
});

test('no whole address is in details, whatever an admin searched for or gave as reason', () => {
  expect(detailsJson({ search: 'ann@example.org', reason: 'told by Bob <bob.b@corp.example>' })).toBe(
    '{"search":"a•••@example.org","reason":"told by Bob <b•••@corp.example>"}',
  );
  expect(detailsJson({ reason: `${'x'.repeat(290)} bobby.tables@corp.example` })).not.toContain('bobby');
});

test('details are cut to a bounded length', () => {
  expect(detailsJson()).toBe('{}');
  const long = detailsJson({
    reason: 'x'.repeat(10_000),
    list: Array.from({ length: 500 }, () => 'y'),
    deep: [[[[[[[1]]]]]]],
  });
  expect(long.length).toBeLessThan(1000);
  expect(long).toContain('460 more');
  expect(detailsJson(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`z${at}`.repeat(300), at])))).toMatch(
    /^{"omitted":"\d+ characters"}$/,
  );
});

test('long lists do not push out what else is in details', () => {
  const models = Array.from({ length: 40 }, (_, at) => `${at}${'z'.repeat(300)}`);
  const before = { tier: null, models };
  const long = detailsJson({ before, after: { ...before, tier: 'premium' }, reason: 'agreed' });
  expect(long.length).toBeLessThan(8000);
  expect(JSON.parse(long)).toMatchObject({ before: { tier: null }, after: { tier: 'premium' }, reason: 'agreed' });
});

describe('refusals', () => {
  test('the first is an entry at once; equal ones become one more with their number', async () => {
    const { refuse, refusals, lines, clock, store } = world();
    await refuse('ann', 5);
    await refuse('bob');
    await refusals.flush();
    expect(lines()).toEqual([
      ['session.start', 'refused', 'ann', { reason: 'LoginFailed' }],
      ['session.start', 'refused', 'bob', { reason: 'LoginFailed' }],
    ]);
    expect(store.entries[0]).toMatchObject(STRANGER);
    await clock.advance(10 * 60_000);
    await refusals.flush();
    expect(lines().slice(2)).toEqual([['session.start', 'refused', 'ann', { reason: 'LoginFailed', times: 4 }]]);
    await refuse('ann');
    await refusals.flush();
    expect(lines()).toHaveLength(4);
  });

  test('a storm on ever other accounts costs a bounded number of entries, and all are counted', async () => {
    const { refuse, refusals, lines, clock } = world();
    for (let hour = 0; hour < 24; hour += 1) {
      for (let count = 0; count < 1000; count += 1) await refuse(`u${hour}-${count}`);
      await clock.advance(3_600_000);
      await refusals.flush();
    }
    expect(lines().length).toBeLessThan(3100);
    const counted = lines().reduce((sum, [, , , { times = 1 }]) => sum + times, 0);
    expect(counted).toBe(24_000);
  });

  test('what is counted is written when the process ends', async () => {
    const { refuse, refusals, lines, clock } = world();
    await refuse(undefined, 3);
    const end = new AbortController();
    const running = refusals.execute(end.signal);
    end.abort();
    await clock.advance(1000);
    await running;
    expect(lines().map(([, , , details]) => details)).toEqual([
      { reason: 'LoginFailed' },
      { reason: 'LoginFailed', times: 2 },
    ]);
  });
});

describe('retention', () => {
  test('removes the oldest after a year; the removal is an entry, and the chain still verifies', async () => {
    const { store, retention, clock, verify, lines } = world();
    for (const day of [0, 1, 2]) await append(store, { at: NOON + day * DAY_MS });
    await retention.sweep();
    expect(store.entries).toHaveLength(3);
    const second = store.entries[1];
    await clock.advance(366 * DAY_MS + 1);
    await retention.sweep();
    expect(store.entries.map(({ sequence }) => sequence)).toEqual([3, 4]);
    expect(lines()[1]).toEqual([
      'audit.sweep',
      'done',
      undefined,
      { through: 2, hash: second?.hash, retentionDays: 365 },
    ]);
    expect(await verify.execute()).toMatchObject({ checked: 2, first: 3, fault: null });
    await clock.advance(400 * DAY_MS);
    await retention.sweep();
    expect(await verify.execute()).toMatchObject({ checked: 1, first: 5, fault: null });
  });

  test('follows the setting', async () => {
    const { store, retention, settings, clock } = world();
    await append(store);
    await settings.change({ retentionDays: 30 });
    await clock.advance(31 * DAY_MS);
    await retention.sweep();
    expect(store.entries.map(({ action }) => action)).toEqual(['audit.sweep']);
  });

  test('a removal by hand shows, also with a forged anchor', async () => {
    const { store, verify } = world();
    for (const day of [0, 1, 2]) await append(store, { at: NOON + day * DAY_MS });
    const [first] = store.entries;
    if (first) await store.removeThrough(first);
    expect((await verify.execute()).fault).toEqual({ sequence: 2, kind: 'anchor' });
  });
});

test('entries of an earlier secret hold as long as a later one covers them', async () => {
  const { store, verify } = world();
  await append(store);
  store.entries = store.entries.map((entry) => ({ ...entry, seal: 'of an earlier secret', sealKey: 'earlier' }));
  expect((await verify.execute()).fault).toEqual({ sequence: 1, kind: 'seal' });
  await append(store);
  expect((await verify.execute()).fault).toBeNull();
});

test('a forged removal that cannot be read is a fault, and does not end the walk', async () => {
  const { store, verify } = world();
  await append(store, { action: 'audit.sweep', details: 'no JSON' });
  store.entries = store.entries.map((entry) => ({ ...entry, seal: 'forged', sealKey: 'made up' }));
  expect((await verify.execute()).fault).toEqual({ sequence: 1, kind: 'seal' });
});
