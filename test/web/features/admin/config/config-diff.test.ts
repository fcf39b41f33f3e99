import { diffRateLimits, rebase, isEqual } from '../../../../../web/features/admin/config/config-diff.ts';
import { addModel, withLimit, makePrimary, removeModel } from '../../../../../web/features/admin/models/tier-models.ts';
import { formatRequestLimit } from '../../../../../web/features/admin/agents/agents-tab.tsx';
import { formatDuration } from '../../../../../web/features/admin/storage/file-ttl-card.tsx';
import { listLeaves } from '../../../../../src/domain/admin/config-diff.ts';
import { SETTINGS_NAMES, VISIBLE_SCHEMAS } from '../../../../../src/shared/settings/documents.ts';
import { findFieldLabel } from '../../../../../web/features/admin/config/field-labels.ts';
import { formatChange } from '../../../../../web/features/admin/config/format-change.ts';
import {
  GEMMA,
  KIMI,
  someAgents,
  someFreemium,
  someModels,
  someNotices,
  someToolSettings,
  someUsageMail,
  someRates,
  someStorage,
  someVision,
} from '../../../support/admin.ts';

const rates = () => {
  const { subscriptions, features } = someRates().config;
  return { subscriptions, features };
};

describe('what is sent of changed rate limits', () => {
  test('is nothing where nothing changed', () => {
    expect(diffRateLimits(rates(), rates())).toEqual({});
  });

  test('is the changed values alone', () => {
    const next = rates();
    next.subscriptions.free.lifetime = { totalMessages: 100, modelLimits: { [KIMI]: 10 } };
    next.subscriptions.premium.models = { primary: KIMI, fallback: GEMMA };
    next.features = { ...next.features, graceMessages: 7 };
    expect(diffRateLimits(rates(), next)).toEqual({
      subscriptions: { free: { lifetime: { totalMessages: 100 } }, premium: { models: { fallback: GEMMA } } },
      features: { graceMessages: 7 },
    });
  });

  test('tells a limit of a model that was taken away as null, and a new one with its number', () => {
    const next = rates();
    next.subscriptions.basic.lifetime = { totalMessages: -1, modelLimits: { [GEMMA]: 0 } };
    expect(diffRateLimits(rates(), next)).toEqual({
      subscriptions: { basic: { lifetime: { modelLimits: { [KIMI]: null, [GEMMA]: 0 } } } },
    });
  });
});

describe('own changes on top of what somebody else saved', () => {
  const base = { a: 1, b: { c: 2, d: 3 }, list: [1] };

  test('keep both sides where they do not touch', () => {
    expect(rebase(base, { ...base, a: 9 }, { ...base, b: { c: 2, d: 8 } })).toEqual({
      a: 9,
      b: { c: 2, d: 8 },
      list: [1],
    });
  });

  test('give way where both changed the same, lists as a whole', () => {
    expect(rebase(base, { ...base, a: 9, list: [1, 2] }, { ...base, a: 7, list: [3] })).toEqual({
      ...base,
      a: 7,
      list: [3],
    });
  });
});

describe('own changes of a record or of a list of items', () => {
  const model = (id: string, messageLimit: number, isPrimary = false) => ({ id, messageLimit, isPrimary });
  const base = { limits: { a: 1, b: 2, c: 3 } as Record<string, number>, models: [model('a', 1, true), model('b', 2)] };

  test('keep what was removed here or there, and what was added', () => {
    const mine = { ...base, limits: { a: 1, c: 3, d: 4 } };
    expect(rebase(base, mine, { ...base, limits: { a: 9, b: 2 } }).limits).toEqual({ a: 9, d: 4 });
    expect(rebase(base, mine, { ...base, limits: { a: 1, b: 7, c: 3 } }).limits).toEqual({ a: 1, b: 7, c: 3, d: 4 });
  });

  test('keep other fields of the same item, and other items', () => {
    const mine = { ...base, models: [model('a', 55, true), model('b', 2), model('c', 3)] };
    const theirs = { ...base, models: [model('a', 1), model('b', 2, true), model('d', 4)] };
    expect(rebase(base, mine, theirs).models).toEqual([
      model('a', 55),
      model('b', 2, true),
      model('d', 4),
      model('c', 3),
    ]);
    const without = { ...base, models: [model('a', 1, true)] };
    expect(rebase(base, without, { ...base, models: [model('a', 8, true), model('b', 2)] }).models).toEqual([
      model('a', 8, true),
    ]);
  });

  test('leave exactly one primary item: theirs, where both chose one or mine is gone', () => {
    const three = { models: [...base.models, model('c', 3)] };
    const mine = { models: [model('a', 1), model('b', 2, true), model('c', 3)] };
    const other = { models: [model('a', 1), model('b', 2), model('c', 3, true)] };
    expect(rebase(three, mine, other)).toEqual(other);
    const gone = { models: [model('a', 1, true), model('c', 3)] };
    expect(rebase(three, mine, gone)).toEqual(gone);
  });
});

test('two values are the same whatever the order of their fields', () => {
  expect(isEqual({ a: [1, { b: 2 }], c: null }, { c: null, a: [1, { b: 2 }] })).toBe(true);
  expect(isEqual({ a: 1 }, { a: 1, b: undefined })).toBe(false);
});

describe('the models of a tier', () => {
  const [kimi, gemma] = addModel(addModel([], { id: KIMI, displayName: 'Kimi' }), {
    id: ` ${GEMMA} `,
    displayName: 'Gemma',
  });
  const two = [kimi, gemma].filter((model) => model !== undefined);

  test('begin with a primary one, and have exactly one', () => {
    expect(two.map(({ id, isPrimary }) => [id, isPrimary])).toEqual([
      [KIMI, true],
      [GEMMA, false],
    ]);
    expect(makePrimary(two, GEMMA).map(({ isPrimary }) => isPrimary)).toEqual([false, true]);
  });

  test('without the primary one make the first that is left primary, and the last one stays', () => {
    const left = removeModel(two, KIMI);
    expect(left.map(({ id, isPrimary }) => [id, isPrimary])).toEqual([[GEMMA, true]]);
    expect(removeModel(left, GEMMA)).toBe(left);
  });

  test('are unlimited by -1 alone', () => {
    expect(two.map((model) => withLimit(model, 0))).toEqual(
      two.map((model) => ({ ...model, messageLimit: 0, unlimited: false })),
    );
    expect(two.map((model) => withLimit(model, -1).unlimited)).toEqual([true, true]);
  });
});

test.each([
  [-1, 'Unlimited'],
  [0, 'Disabled'],
  [5, '5 requests/day'],
])('an agent limit of %d reads %s', (limit, words) => {
  expect(formatRequestLimit(limit)).toBe(words);
});

test.each([
  [0.5, '0.5 hours'],
  [1, '1 hour'],
  [24, '1 day'],
  [36, '36 hours'],
  [72, '3 days'],
])('%d hours read %s', (hours, words) => {
  expect(formatDuration(hours)).toBe(words);
});

test('a change is told by the label of its field', () => {
  const path = ['subscriptions', 'free', 'lifetime', 'totalMessages'];
  expect(formatChange('rate-limits', { path, from: 100, to: -1 })).toBe('Free: messages in total: 100 → unlimited');
  expect(formatChange('rate-limits', { path: ['features', 'logLimitHits'], from: true, to: false })).toBe(
    'Log limit hits: on → off',
  );
  const model = ['tiers', 'basic', 'models', 'meta/llama-3.3', 'messageLimit'];
  expect(formatChange('model-config', { path: model, from: 5, to: 7 })).toBe(
    'Messages per day with meta/llama-3.3, Basic (Pro): 5 → 7',
  );
});

/** Settings that the panel has no form for yet. */
const WITHOUT_A_FORM = ['registration'];

test.each(SETTINGS_NAMES.filter((name) => !WITHOUT_A_FORM.includes(name)))(
  'every field of %s has a label, so that no message names a raw key',
  (name) => {
    const documents = {
      'rate-limits': someRates().config,
      'model-config': { tiers: someModels().tiers },
      agents: someAgents(),
      freemium: someFreemium().config,
      vision: someVision(),
      'storage-limits': someStorage(),
      'file-ttl': { chatFiles: { ttlHours: 1 } },
      registration: {},
      'second-factor': { requiredOf: 'nobody' },
      audit: { retentionDays: 30 },
      notices: someNotices(),
      'usage-mail': someUsageMail(),
      tools: someToolSettings(),
    };
    const document = VISIBLE_SCHEMAS[name].parse(
      Object.fromEntries(Object.entries(documents[name]).filter(([key]) => key in VISIBLE_SCHEMAS[name].shape)),
    );
    const leaves = listLeaves(document).map(({ path }) => path);
    expect(leaves.length).toBeGreaterThan(0);
    expect(leaves.filter((path) => findFieldLabel(name, path) === undefined)).toEqual([]);
  },
);
