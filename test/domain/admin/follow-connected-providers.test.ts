import { FollowConnectedProviders } from '../../../src/domain/admin/providers/follow-connected-providers.ts';
import {
  type ConnectedProvider,
  ProviderSwitch,
  type StoredProvider,
} from '../../../src/domain/admin/providers/ports.ts';
import type { ProviderNeed } from '../../../src/shared/providers.ts';
import { aProvider } from '../../contracts/connected-providers.ts';
import { InMemoryConnectedProviders } from '../../fakes/connected-providers.ts';
import { FixedClock } from '../../fakes/kernel.ts';

/** A store whose reads end when the test says so. */
class SlowConnectedProviders extends InMemoryConnectedProviders {
  readonly reads: (() => void)[] = [];

  override async list(): Promise<readonly StoredProvider[]> {
    const found = await super.list();
    await new Promise<void>((resolve) => void this.reads.push(resolve));
    return found;
  }
}

class RecordingSwitch extends ProviderSwitch {
  readonly kinds = [];
  readonly configured = [];
  readonly fixedBy = undefined;
  readonly used: string[][] = [];

  constructor(readonly need: ProviderNeed) {
    super();
  }

  test = async () => [];

  use(next: readonly ConnectedProvider[]): void {
    this.used.push(next.map(({ name }) => name));
  }
}

test('a slow reading never brings a provider back that was replaced meanwhile', async () => {
  const [models, store] = [new RecordingSwitch('models'), new SlowConnectedProviders()];
  const follow = new FollowConnectedProviders({ all: [models] }, store, new FixedClock(), () => undefined);
  await store.save(aProvider({ name: 'old' }));
  const slow = follow.update();
  await Promise.resolve();
  await store.save(aProvider({ name: 'new' }));
  const updated = follow.update();
  for (let turn = 0; turn < 20; turn += 1) {
    store.reads.splice(0).forEach((end) => end());
    await Promise.resolve();
  }
  await Promise.all([slow, updated]);
  expect(models.used.at(-1)).toEqual(['new']);
});

test('each need gets its own providers, and one whose key cannot be decrypted serves nobody', async () => {
  const [models, mails, store] = [
    new RecordingSwitch('models'),
    new RecordingSwitch('mail'),
    new InMemoryConnectedProviders(),
  ];
  const list = store.list.bind(store);
  store.list = async () => (await list()).map((each) => ({ ...each, isLocked: each.name === 'locked' }));
  for (const [id, need] of [
    ['a', 'models'],
    ['locked', 'models'],
    ['m', 'mail'],
  ] as const)
    await store.save(aProvider({ id, need, name: id }));
  await new FollowConnectedProviders({ all: [models, mails] }, store, new FixedClock(), () => undefined).update();
  expect([models.used, mails.used]).toEqual([[['a']], [['m']]]);
});

/** A switch that cannot connect anything while it is broken. */
class BreakableSwitch extends RecordingSwitch {
  isBroken = true;

  override use(next: readonly ConnectedProvider[]): void {
    if (this.isBroken) throw new Error('no certificate');
    super.use(next);
  }
}

test('a provider that cannot be connected is tried again, reported once, and blocks no other', async () => {
  const [mails, searches, store] = [
    new BreakableSwitch('mail'),
    new RecordingSwitch('search'),
    new InMemoryConnectedProviders(),
  ];
  for (const need of ['mail', 'search'] as const) await store.save(aProvider({ id: need, need, name: need }));
  const reports: string[] = [];
  const failed = (what: string) => void reports.push(what);
  const follow = new FollowConnectedProviders({ all: [mails, searches] }, store, new FixedClock(), failed);
  await follow.update();
  await follow.update();
  expect([reports, mails.used, searches.used.at(-1)]).toEqual([['connecting the provider of mail'], [], ['search']]);
  mails.isBroken = false;
  await follow.update();
  expect(mails.used).toEqual([['mail']]);
});
