import { ExpireChats } from '../../../../src/domain/chat/conversations/expire-chats.ts';
import type { UserRequester } from '../../../../src/domain/chat/replies/ports/requesters.ts';
import { STORAGE_LIMITS } from '../../../../src/domain/files/settings.ts';
import { DEFAULT_STORAGE_LIMITS } from '../../../../src/shared/settings/storage-limits.ts';
import type { Tier } from '../../../../src/shared/tiers.ts';
import { RecordingAuditLog } from '../../../fakes/audit.ts';
import { ChatStore, InMemoryChatAges, InMemoryChatRepository } from '../../../fakes/chats.ts';
import { FixedClock, InMemoryUnitOfWork } from '../../../fakes/kernel.ts';
import { InMemoryJobLocks } from '../../../fakes/payments.ts';
import { inMemorySettings } from '../../../fakes/settings.ts';
import { aChat, chatIdOf, NOON } from '../../../support/builders.ts';

const DAY_MS = 86_400_000;
const TIERS: Readonly<Record<string, { tier: Tier; verified: boolean }>> = {
  ann: { tier: 'free', verified: true },
  bob: { tier: 'premium', verified: true },
  eve: { tier: 'free', verified: false },
};

class FixedOwners {
  async find(uid: string): Promise<UserRequester | undefined> {
    const account = TIERS[uid];
    return account && { kind: 'user', uid, isAdmin: false, ...account };
  }
}

const world = async (days: Partial<Record<'unverified' | Tier, number>> = {}) => {
  const store = new ChatStore();
  const chats = new InMemoryChatRepository(store);
  const ages = new InMemoryChatAges(store);
  const audit = new RecordingAuditLog();
  const settings = inMemorySettings(STORAGE_LIMITS);
  const clock = new FixedClock();
  const chatRetention = { ...DEFAULT_STORAGE_LIMITS.chatRetention };
  for (const group of ['unverified', 'free', 'basic', 'premium'] as const)
    chatRetention[group] = { unusedDays: days[group] ?? 0 };
  await settings.change({ ...DEFAULT_STORAGE_LIMITS, chatRetention });
  const failures: unknown[] = [];
  const deps = {
    ages,
    chats,
    settings,
    owners: new FixedOwners(),
    jobLocks: new InMemoryJobLocks(),
    work: new InMemoryUnitOfWork(),
    audit,
    clock,
    failed: (_: string, error: unknown) => failures.push(error),
  };
  const add = (name: string, more: Parameters<typeof aChat>[0] = {}) =>
    chats.create(aChat({ key: name, id: chatIdOf(name), ...more }));
  const left = () =>
    store.chats
      .all()
      .map(({ key }) => key)
      .toSorted();
  return { ...deps, add, left, failures, job: new ExpireChats(deps), startProcess: () => new ExpireChats(deps) };
};

const never = new AbortController().signal;

test('chats are deleted once they were not used for as long as the tier of their owner says', async () => {
  const { add, job, left, audit } = await world({ free: 90, unverified: 7 });
  await add('old', { usedAt: NOON - 90 * DAY_MS - 1 });
  await add('young', { usedAt: NOON - 90 * DAY_MS });
  await add('premium', { ownerId: 'bob', usedAt: 0 });
  await add('unverified', { ownerId: 'eve', usedAt: NOON - 8 * DAY_MS });
  await add('orphan', { ownerId: 'nobody', usedAt: 0 });
  await job.sweep(never);
  expect(left()).toEqual(['orphan', 'premium', 'young']);
  expect(audit.events).toEqual([{ action: 'chat.expire', details: { free: 1, unverified: 1 } }]);
});

test('by default nothing is ever deleted but temporary chats', async () => {
  const { add, job, left, audit } = await world();
  await add('old', { usedAt: 0 });
  await add('over', { expiresAt: NOON - 1 });
  await add('alive', { expiresAt: NOON + 1 });
  await job.sweep(never);
  expect(left()).toEqual(['alive', 'old']);
  expect(audit.events).toEqual([{ action: 'chat.expire', details: { temporary: 1 } }]);
  await job.sweep(never);
  expect(audit.events).toHaveLength(1); // nothing was deleted, so there is nothing to say
});

test('a shared chat stays until its link is revoked', async () => {
  const { add, job, left, ages } = await world({ free: 1 });
  await add('shared', { usedAt: 0 });
  ages.shared.add('shared');
  await job.sweep(never);
  expect(left()).toEqual(['shared']);
  ages.shared.clear();
  await job.sweep(never);
  expect(left()).toEqual([]);
});

test('a pinned chat stays until it is unpinned, an archived one does not', async () => {
  const { add, job, left, chats } = await world({ free: 1 });
  await add('pinned', { usedAt: 0, pinnedAt: 1 });
  await add('archived', { usedAt: 0, archived: true });
  await add('late', { usedAt: 0 });
  const lock = chats.lock.bind(chats);
  chats.lock = async (ownerId, id) => {
    await chats.organize({ key: 'late', pinnedAt: NOON, archived: false, usedAt: 0 });
    return lock(ownerId, id);
  };
  await job.sweep(never);
  expect(left()).toEqual(['late', 'pinned']);
  chats.lock = lock;
  for (const key of ['late', 'pinned']) await chats.organize({ key, pinnedAt: null, archived: false, usedAt: 0 });
  await job.sweep(never);
  expect(left()).toEqual([]);
});

test('many are deleted in small transactions, and all of them', async () => {
  const { add, job, left, audit, work } = await world({ free: 1 });
  for (let count = 0; count < 95; count += 1) await add(`c${count}`, { usedAt: count });
  const run = work.run.bind(work);
  let transactions = 0;
  work.run = (inner) => {
    transactions += 1;
    return run(inner);
  };
  await job.sweep(never);
  expect(left()).toEqual([]);
  expect(transactions).toBe(5);
  expect(audit.events).toEqual([{ action: 'chat.expire', details: { free: 95 } }]);
});

test('chats that are listed but cannot be deleted do not keep the job busy for ever', async () => {
  const { add, job, left, chats } = await world({ free: 1 });
  await add('stuck', { usedAt: 0 });
  chats.remove = () => Promise.resolve(false);
  await job.sweep(never);
  expect(left()).toEqual(['stuck']);
});

test('a chat that is used while the job runs stays', async () => {
  const { add, job, left, chats } = await world({ free: 1 });
  await add('used', { usedAt: 0 });
  const lock = chats.lock.bind(chats);
  chats.lock = async (ownerId, id) => {
    await chats.markUsed('used', NOON);
    return lock(ownerId, id);
  };
  await job.sweep(never);
  expect(left()).toEqual(['used']);
});

test('one process does it at a time, again and again, until it is told to stop', async () => {
  const { add, startProcess, clock, left, audit } = await world();
  const abort = new AbortController();
  const ended = [startProcess(), startProcess()].map((job) => job.execute(abort.signal));
  await add('first', { expiresAt: NOON + 1000 });
  await add('second', { expiresAt: NOON + 30 * 60_000 });
  await clock.advance(11 * 60_000);
  expect(left()).toEqual(['second']);
  await clock.advance(40 * 60_000);
  expect(left()).toEqual([]);
  expect(audit.events).toHaveLength(2);
  abort.abort();
  await Promise.all(ended);
});

test('a run that fails is reported, and the next one follows at its time', async () => {
  const { add, job, clock, left, chats, failures } = await world();
  const abort = new AbortController();
  const ended = job.execute(abort.signal);
  await add('over', { expiresAt: NOON - 1 });
  const remove = chats.remove.bind(chats);
  chats.remove = () => Promise.reject(new Error('away'));
  await clock.advance(10 * 60_000);
  expect(failures).toHaveLength(1);
  chats.remove = remove;
  await clock.advance(11 * 60_000);
  expect(left()).toEqual([]);
  abort.abort();
  await ended;
});
