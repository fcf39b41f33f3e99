import type { Tier } from '../../../src/shared/tiers.ts';
import fc from 'fast-check';

import { ChangeConfig } from '../../../src/domain/admin/change-config.ts';
import { GetConfig } from '../../../src/domain/admin/get-config.ts';
import type { ModelConfig, RateLimits, TierModel } from '../../../src/domain/billing/ports.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { InMemoryConfigStore } from '../../fakes/admin.ts';
import { RecordingServerEventLog } from '../../fakes/operations.ts';
import { FixedClock, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { allInMemory, someLimits } from '../../fakes/settings.ts';

type Paired = 'rate-limits' | 'model-config';
type Step =
  | { readonly kind: 'primary'; readonly tier: Tier; readonly id: string }
  | { readonly kind: 'limit'; readonly tier: Tier; readonly id: string; readonly messages: number }
  | { readonly kind: 'list'; readonly tier: Tier; readonly id: string; readonly messages: number }
  | { readonly kind: 'mark'; readonly tier: Tier; readonly at: number }
  | { readonly kind: 'drop'; readonly tier: Tier; readonly at: number }
  | { readonly kind: 'undo'; readonly name: Paired; readonly at: number };

const SETTINGS = { numRuns: 80, seed: 20_261_122 };
const tier = fc.constantFrom<Tier>('free', 'basic', 'premium');
const id = fc.constantFrom('new/one', 'new/two', 'new/three', 'gemma2-9b-it', 'moonshotai/kimi-k2-instruct');
const messages = fc.integer({ min: 0, max: 50 });
const at = fc.nat(20);
const ofRates = [
  fc.record({ kind: fc.constant('primary' as const), tier, id }),
  fc.record({ kind: fc.constant('limit' as const), tier, id, messages }),
  fc.record({ kind: fc.constant('undo' as const), name: fc.constant('rate-limits' as const), at }),
];
const ofModels = [
  fc.record({ kind: fc.constant('list' as const), tier, id, messages }),
  fc.record({ kind: fc.constant('mark' as const), tier, at }),
  fc.record({ kind: fc.constant('drop' as const), tier, at }),
  fc.record({ kind: fc.constant('undo' as const), name: fc.constant('model-config' as const), at }),
];

const TIERS = ['free', 'basic', 'premium'] as const;
const author = { admin: { uid: 'ada', name: 'Ada' }, reason: 'Because' };

type Limit = Extract<Step, { kind: 'limit' }>;

const withPrimary = (of: Tier, primary: string) => ({ subscriptions: { [of]: { models: { primary } } } });

const withLimit = ({ tier: of, id: model, messages: most }: Limit) => ({
  subscriptions: { [of]: { lifetime: { modelLimits: { [model]: most } } } },
});

const pick = <T>(list: readonly T[], number: number): T | undefined => list[number % list.length];

/** Two admins' panels over fakes: what they do, and what the product then reads. */
class Installation {
  /** By tier and id: the models that an admin listed, limited, marked or unmarked by hand. */
  readonly touched = new Set<string>();
  private readonly store = new InMemoryConfigStore();
  private readonly settings = allInMemory().settings;
  private readonly change: ChangeConfig;
  private readonly read: GetConfig;

  constructor() {
    const { store, settings } = this;
    const work = new InMemoryUnitOfWork(store);
    this.change = new ChangeConfig({
      store,
      settings,
      work,
      clock: new FixedClock(),
      events: new RecordingServerEventLog(),
      audit: new RecordingAuditLog(),
    });
    this.read = new GetConfig(store, settings);
  }

  async version(name: Paired): Promise<number> {
    return (await this.store.newest(name))?.version ?? 0;
  }

  undo(name: Paired, version: number): Promise<number> {
    return this.change.restore(name, author, { version });
  }

  /** What the product reads, as admins see it: the rights of everybody. */
  async rights(): Promise<{ 'rate-limits': RateLimits; 'model-config': ModelConfig }> {
    const models = this.settings.of('model-config');
    return {
      'rate-limits': await this.settings.of('rate-limits').current(),
      'model-config': models.document.toVisible(await models.current()),
    };
  }

  async perform(step: Step): Promise<void> {
    if (step.kind === 'undo') return void (await this.undo(step.name, step.at % ((await this.version(step.name)) + 1)));
    if (step.kind === 'primary') return this.save('rate-limits', withPrimary(step.tier, step.id));
    if (step.kind === 'limit') return this.save('rate-limits', withLimit(step));
    // A form is filled with what is shown, and sent whole.
    const { document } = await this.read.getCurrent('model-config');
    const wished = this.edited(document.tiers[step.tier].models, step);
    return this.save('model-config', { tiers: { ...document.tiers, [step.tier]: { models: wished } } });
  }

  private edited(
    list: readonly TierModel[],
    step: Extract<Step, { kind: 'list' | 'mark' | 'drop' }>,
  ): readonly TierModel[] {
    const touch = (...ids: readonly (string | undefined)[]): void =>
      ids.forEach((each) => this.touched.add(`${step.tier} ${each}`));
    if (step.kind === 'list') {
      touch(step.id);
      const old = list.find((model) => model.id === step.id);
      const own = { displayName: 'By hand', messageLimit: step.messages, unlimited: false };
      const entry = { id: step.id, isPrimary: old?.isPrimary ?? false, ...own };
      return [...list.filter((model) => model.id !== step.id), entry];
    }
    const chosen = pick(list, step.at);
    if (step.kind === 'drop') return list.filter((model) => model.isPrimary || model !== chosen);
    touch(chosen?.id, list.find(({ isPrimary }) => isPrimary)?.id);
    return list.map((model) => ({ ...model, isPrimary: model === chosen }));
  }

  private async save(name: Paired, updates: object): Promise<void> {
    await this.change.save(name, author, updates);
  }
}

const listing = ({ tiers }: ModelConfig): string[] =>
  TIERS.flatMap((of) => tiers[of].models.map((model) => `${of} ${model.id}`));

test('a primary that is undone leaves no right to its model behind', async () => {
  const product = new Installation();
  const before = await product.rights();
  await product.perform({ kind: 'primary', tier: 'free', id: 'new/one' });
  expect(listing((await product.rights())['model-config'])).toContain('free new/one');
  await product.undo('rate-limits', 0);
  expect(await product.rights()).toEqual(before);
});

test('nor does one that is set back by hand, nor one that another document was saved beside', async () => {
  const product = new Installation();
  const before = await product.rights();
  await product.perform({ kind: 'primary', tier: 'free', id: 'new/one' });
  await product.perform({ kind: 'list', tier: 'basic', id: 'new/two', messages: 3 });
  const { primary } = before['rate-limits'].subscriptions.free.models;
  await product.perform({ kind: 'primary', tier: 'free', id: primary });
  expect((await product.rights())['model-config'].tiers.free).toEqual(before['model-config'].tiers.free);
});

test('a model that an admin limits while it is the primary is theirs: it stays, with their limit', async () => {
  const product = new Installation();
  await product.perform({ kind: 'primary', tier: 'free', id: 'new/one' });
  await product.perform({ kind: 'list', tier: 'free', id: 'new/one', messages: 3 });
  await product.undo('rate-limits', 0);
  const { models } = (await product.rights())['model-config'].tiers.free;
  expect(models.find((model) => model.id === 'new/one')).toMatchObject({
    messageLimit: 3,
    unlimited: false,
    isPrimary: false,
  });
});

const onlyOf = (name: Paired, steps: readonly fc.Arbitrary<Step>[]): void => {
  test(`whatever was done to ${name}, undone to a version everything is as it was with that version`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(...steps), { maxLength: 12 }), at, async (done, back) => {
        const product = new Installation();
        const seen = [await product.rights()];
        for (const step of done) {
          await product.perform(step);
          seen.push(await product.rights());
        }
        const version = back % seen.length;
        await product.undo(name, version);
        expect(await product.rights()).toEqual(seen[version]);
      }),
      SETTINGS,
    );
  });
};
onlyOf('rate-limits', ofRates);
onlyOf('model-config', ofModels);

const PAIRED = ['rate-limits', 'model-config'] as const;

test.each(PAIRED)('with both changed, an undo of %s gives its version and no right that nobody gave', async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(...ofRates, ...ofModels), { maxLength: 14 }), at, async (done, back) => {
      const product = new Installation();
      const seen = new Map([[0, await product.rights()]]);
      const given = new Set(listing(someLimits().modelConfig));
      for (const step of done) {
        await product.perform(step);
        // A version that only follows is told apart by its number: what stood beside it stands beside it still.
        seen.set(await product.version(name), await product.rights());
      }
      const versions = [...seen.keys()];
      const version = pick(versions, back) ?? 0;
      await product.undo(name, version);
      const now = await product.rights();
      expect(now[name]).toEqual(seen.get(version)?.[name]);
      for (const each of TIERS) {
        const primary = now['rate-limits'].subscriptions[each].models.primary;
        const { models } = now['model-config'].tiers[each];
        expect(models.filter(({ isPrimary }) => isPrimary).map((model) => model.id)).toEqual([primary]);
        const others = models.filter((model) => model.id !== primary).map((model) => `${each} ${model.id}`);
        expect(others.filter((model) => !given.has(model) && !product.touched.has(model))).toEqual([]);
      }
    }),
    SETTINGS,
  );
});
