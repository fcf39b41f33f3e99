import { ChangeConfig } from '../../../src/domain/admin/change-config.ts';
import { GetConfig } from '../../../src/domain/admin/get-config.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { InMemoryConfigStore } from '../../fakes/admin.ts';
import { RecordingServerEventLog } from '../../fakes/operations.ts';
import { FixedClock, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { allInMemory, someLimits } from '../../fakes/settings.ts';
import { NOON } from '../../support/builders.ts';

const ada = { uid: 'ada', name: 'Ada' };
const bea = { uid: 'bea', name: 'Bea' };

const world = () => {
  const store = new InMemoryConfigStore();
  const { byName, settings } = allInMemory();
  const events = new RecordingServerEventLog();
  const work = new InMemoryUnitOfWork(store, ...Object.values(byName));
  const audit = new RecordingAuditLog();
  const change = new ChangeConfig({ store, settings, work, clock: new FixedClock(), events, audit });
  return { store, settings, byName, events, change, read: new GetConfig(store, settings) };
};

const withGrace = (graceMessages: number) => ({ features: { graceMessages } });

test('a version and what the product reads are saved together, and the event comes after', async () => {
  const { change, settings, events, read } = world();
  expect(await change.save('rate-limits', { admin: ada, reason: 'Spring', seenVersion: 0 }, withGrace(9))).toBe(1);
  const document = someLimits({ graceMessages: 9 }).rateLimits;
  expect(await settings.of('rate-limits').current()).toEqual(document);
  expect(await read.getCurrent('rate-limits')).toMatchObject({
    document,
    version: 1,
    updatedAt: NOON,
    updatedBy: 'Ada',
    reason: 'Spring',
  });
  expect(events.events).toEqual([
    { kind: 'admin change', level: 'info', uid: 'ada', detail: 'rate-limits version 1: features.graceMessages' },
  ]);
});

test('what was saved since is told to whoever saves a stale form, and nothing is changed', async () => {
  const { change, store } = world();
  await change.save('rate-limits', { admin: bea, reason: 'One' }, withGrace(1));
  await change.save('rate-limits', { admin: bea, reason: 'Two' }, withGrace(2));
  const stale = change.save('rate-limits', { admin: ada, reason: 'Mine', seenVersion: 0 }, withGrace(3));
  await expect(stale).rejects.toMatchObject({
    kind: 'conflict',
    details: { version: 2, changes: [{ reason: 'One' }, { reason: 'Two' }] },
  });
  await expect(
    change.save('rate-limits', { admin: ada, reason: 'Ahead', seenVersion: 7 }, withGrace(3)),
  ).rejects.toMatchObject({ kind: 'conflict' });
  expect((await store.newest('rate-limits'))?.reason).toBe('Two');
});

test('when the product cannot take a document, no version is left of it', async () => {
  const { change, store, byName, events } = world();
  byName['rate-limits'].change = async () => {
    throw new Error('the disk is full');
  };
  await expect(change.save('rate-limits', { admin: ada, reason: 'Spring' }, withGrace(9))).rejects.toThrow(
    'the disk is full',
  );
  expect(events.events).toEqual([]);
  expect(await store.newest('rate-limits')).toBeUndefined();
});

test('a primary that moves in one document moves in the other, in the same save and by the same admin', async () => {
  const { change, store, settings } = world();
  const updates = { subscriptions: { free: { models: { primary: 'new/model' } } } };
  await change.save('rate-limits', { admin: ada, reason: 'Better' }, updates);
  const models = await store.newest('model-config');
  const aModel = { id: 'new/model', displayName: 'new/model', isPrimary: true, messageLimit: -1, unlimited: true };
  expect(models).toMatchObject({ version: 1, by: ada, reason: 'Better', follows: true });
  const { tiers } = await settings.of('model-config').current();
  expect(tiers.free.models.filter(({ isPrimary }) => isPrimary)).toEqual([{ ...aModel, addedAsPrimary: true }]);
  expect(tiers.basic.models.find(({ isPrimary }) => isPrimary)?.id).not.toBe('new/model');
  expect(models?.document).toEqual({ tiers });
});

test('a document that asks for a reason is not changed without one, and none to an invalid value', async () => {
  const { change, store } = world();
  const noReason = change.save('agents', { admin: ada, reason: ' ' }, { premiumOnly: false });
  await expect(noReason).rejects.toMatchObject({ details: { field: 'reason' } });
  await expect(change.save('vision', { admin: ada, reason: '' }, { enabled: 'perhaps' })).rejects.toThrow('enabled');
  await change.save('vision', { admin: ada, reason: '' }, { enabled: false });
  expect([await store.newest('agents'), (await store.newest('vision'))?.version]).toEqual([undefined, 1]);
});

test('a version that an earlier product saved is read with what it did not know as the product has it', async () => {
  const { read, store, change } = world();
  const by = { version: 1, by: ada, at: NOON, reason: 'Old', restored: null, follows: false, changes: [] };
  const document = { subscriptions: { free: { lifetime: { modelLimits: {} } } }, gone: true };
  await store.add('rate-limits', { ...by, document });
  const { subscriptions, features } = someLimits().rateLimits;
  const { free } = subscriptions;
  const whole = {
    subscriptions: { ...subscriptions, free: { ...free, lifetime: { ...free.lifetime, modelLimits: {} } } },
    features,
  };
  expect((await read.getCurrent('rate-limits')).document).toEqual(whole);
  await change.save('rate-limits', { admin: ada, reason: 'New' }, withGrace(5));
  expect((await store.newest('rate-limits'))?.document).toEqual(whole);
});
