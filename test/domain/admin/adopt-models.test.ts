import { ChangeConfig } from '../../../src/domain/admin/change-config.ts';
import { adoptModels } from '../../../src/domain/admin/setup/adopt-models.ts';
import { SETTINGS_NAMES } from '../../../src/shared/settings/documents.ts';
import { mapTiers } from '../../../src/shared/tiers.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { InMemoryConfigStore } from '../../fakes/admin.ts';
import { RecordingServerEventLog } from '../../fakes/operations.ts';
import { FixedClock, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { allInMemory } from '../../fakes/settings.ts';

const ada = { uid: 'ada', name: 'Ada' };
const LOST = 'lost/model';

const world = () => {
  const store = new InMemoryConfigStore();
  const { byName, settings } = allInMemory();
  const events = new RecordingServerEventLog();
  const work = new InMemoryUnitOfWork(store, ...Object.values(byName));
  const changeConfig = new ChangeConfig({
    store,
    settings,
    work,
    clock: new FixedClock(),
    events,
    audit: new RecordingAuditLog(),
  });
  const save = (name: (typeof SETTINGS_NAMES)[number], update: object) =>
    changeConfig.save(name, { admin: ada, reason: 'Before' }, update);
  const adopt = () =>
    adoptModels({ changeConfig, settings }, { offered: new Set(['tide', 'ebb']), model: 'tide' }, ada);
  return { settings, events, save, adopt };
};

const listed = (id: string, more: object = {}) => ({
  id,
  displayName: id,
  isPrimary: false,
  messageLimit: 7,
  unlimited: false,
  ...more,
});

test('each document that named a lost model names the one that is offered, in one change', async () => {
  const { settings, events, save, adopt } = world();
  const models = { primary: LOST, fallback: LOST };
  await save('rate-limits', { subscriptions: mapTiers(() => ({ models })) });
  await save('freemium', { freemiumPrimaryModel: LOST, freemiumFallbackModel: LOST });
  await save('vision', { model: LOST });
  await save('model-config', {
    tiers: mapTiers(() => ({ models: [listed(LOST, { isPrimary: true }), listed('ebb')] })),
  });
  await save('agents', { modelConfig: { code_agent: { model: LOST } } });
  const before = events.events.length;
  await adopt();
  expect(events.events.length - before).toBe(1);
  const documents = await Promise.all(SETTINGS_NAMES.map((name) => settings.of(name).current()));
  expect(JSON.stringify(documents)).not.toContain(LOST);
  const { tiers } = await settings.of('model-config').current();
  expect(tiers.free.models).toMatchObject([
    { id: 'tide', isPrimary: true, messageLimit: 7, unlimited: false },
    { id: 'ebb', isPrimary: false },
  ]);
});

test('the limit over an account’s life moves to the model that takes the place', async () => {
  const { settings, save, adopt } = world();
  const subscription = (limits: object) => ({
    subscriptions: { free: { models: { primary: LOST }, lifetime: { modelLimits: limits } } },
  });
  const limits = async () => (await settings.of('rate-limits').current()).subscriptions.free.lifetime.modelLimits;
  await save('rate-limits', subscription({ [LOST]: 30 }));
  await adopt();
  expect(Object.entries(await limits()).filter(([id]) => [LOST, 'tide'].includes(id))).toEqual([['tide', 30]]);
  await save('rate-limits', subscription({ [LOST]: 50 }));
  await adopt();
  expect(Object.entries(await limits()).filter(([id]) => [LOST, 'tide'].includes(id))).toEqual([['tide', 30]]);
});

test('nothing is changed where all models are offered', async () => {
  const { settings, events, adopt } = world();
  await adopt();
  const { length } = events.events;
  await adopt();
  expect(events.events.length).toBe(length);
  expect((await settings.of('vision').current()).model).toBe('tide');
});
