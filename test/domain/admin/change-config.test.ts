import { ChangeConfig } from '../../../src/domain/admin/change-config.ts';
import type { ConfigDocuments, ConfigName, Configurations } from '../../../src/domain/admin/ports.ts';
import { GetConfig } from '../../../src/domain/admin/get-config.ts';
import { InMemoryConfigStore, RecordingAuditLog } from '../../fakes/admin.ts';
import { someLimits } from '../../fakes/billing.ts';
import { FixedClock, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { NOON } from '../../support/builders.ts';

const ada = { uid: 'ada', name: 'Ada' };
const bea = { uid: 'bea', name: 'Bea' };

const world = () => {
  const store = new InMemoryConfigStore();
  const applied: [ConfigName, unknown][] = [];
  const { rateLimits, modelConfig } = someLimits();
  const disk = { full: false };
  const on = <N extends ConfigName>(name: N, base: ConfigDocuments[N]) => ({
    defaults: base,
    environment: [],
    current: async () => base,
    change: async (document: ConfigDocuments[N]) => {
      if (disk.full) throw new Error('the disk is full');
      applied.push([name, document]);
    },
  });
  const configured = {
    sources: { 'rate-limits': on('rate-limits', rateLimits), 'model-config': on('model-config', modelConfig) },
  } as unknown as Configurations;
  const events = new RecordingAuditLog();
  const change = new ChangeConfig({
    store,
    configured,
    work: new InMemoryUnitOfWork(store),
    clock: new FixedClock(),
    events,
  });
  return { store, disk, applied, events, change, read: new GetConfig(store, configured), rateLimits };
};

const withGrace = (graceMessages: number) => (now: ConfigDocuments['rate-limits']) => ({
  ...now,
  features: { ...now.features, graceMessages },
});

test('a version and what the product reads are saved together, and the event comes after', async () => {
  const { change, applied, events, read, rateLimits } = world();
  expect(await change.save('rate-limits', { admin: ada, reason: 'Spring', seenVersion: 0 }, withGrace(9))).toBe(1);
  const document = withGrace(9)(rateLimits);
  expect(applied).toEqual([['rate-limits', document]]);
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
  const { change, store, disk, events } = world();
  disk.full = true;
  await expect(change.save('rate-limits', { admin: ada, reason: 'Spring' }, withGrace(9))).rejects.toThrow(
    'the disk is full',
  );
  expect(events.events).toEqual([]);
  expect(await store.newest('rate-limits')).toBeUndefined();
});

test('a primary that moves in one document moves in the other, in the same save and by the same admin', async () => {
  const { change, store } = world();
  await change.save('rate-limits', { admin: ada, reason: 'Better' }, (now) => {
    const { free } = now.subscriptions;
    return {
      ...now,
      subscriptions: { ...now.subscriptions, free: { ...free, models: { ...free.models, primary: 'new/model' } } },
    };
  });
  const models = await store.newest('model-config');
  const aModel = { id: 'new/model', displayName: 'new/model', isPrimary: true, messageLimit: -1, unlimited: true };
  expect(models).toMatchObject({ version: 1, by: ada, reason: 'Better', follows: true });
  expect(models?.document.tiers.free.models.filter(({ isPrimary }) => isPrimary)).toEqual([
    { ...aModel, addedAsPrimary: true },
  ]);
  expect(models?.document.tiers.basic.models.find(({ isPrimary }) => isPrimary)?.id).not.toBe('new/model');
});
