import { categoryOf, DiscoverModels } from '../../../src/domain/billing/discover-models.ts';
import { defaultLimits } from '../../../src/domain/billing/limits.ts';
import { TierModels } from '../../../src/domain/billing/tier-models.ts';
import type { Requester, UserRequester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import { InMemoryLimitSettings } from '../../fakes/billing.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';

type User = UserRequester;

const limits = defaultLimits({ primary: 'main', fallback: 'spare', freeFallback: 'free-spare' });
const user = (tier: User['tier'], more: Partial<User> = {}): Requester => ({
  kind: 'user',
  uid: 'ann',
  tier,
  isAdmin: false,
  verified: true,
  ...more,
});
const info = (id: string, isPreview = false) => ({
  id,
  displayName: `The ${id}`,
  ownedBy: 'Labs',
  isPreview,
  created: 7,
});

const world = () => {
  const models = new ScriptedModels();
  models.models = [info('main'), info('spare'), info('other'), info('early', true)];
  const settings = new InMemoryLimitSettings(limits);
  return { models, settings, discover: new DiscoverModels(models, settings), policy: new TierModels(models, settings) };
};

test.each([
  ['openai/gpt-oss-120b', 'OpenAI', false, 'OpenAI'],
  ['gpt-4o-preview', '', true, 'OpenAI Preview'],
  ['o3-mini', 'system', false, 'OpenAI'],
  ['claude-sonnet-4', '', false, 'Anthropic'],
  ['anthropic/claude-next', '', true, 'Anthropic Preview'],
  ['meta-llama/llama-4-scout', 'Meta', true, 'LLaMA'],
  ['mixtral-8x7b-32768', 'Mistral AI', false, 'Mixtral'],
  ['gemma2-9b-it', 'Google', false, 'Gemma'],
  ['moonshotai/kimi-k2-instruct', 'Moonshot AI', false, 'Other'],
  ['mistral-large', '', false, 'Other'],
])('%s is shown under its family', (id, ownedBy, isPreview, category) =>
  expect(categoryOf({ id, ownedBy, isPreview })).toBe(category),
);

test('a model that an admin listed for a tier is shown with the admin’s name, a preview too', async () => {
  const { discover, settings } = world();
  const listed = (id: string) => ({
    id,
    displayName: `My ${id}`,
    isPrimary: id === 'main',
    messageLimit: -1,
    unlimited: true,
  });
  await settings.change({
    modelConfig: {
      tiers: { ...limits.modelConfig.tiers, basic: { models: [listed('main'), listed('early'), listed('gone')] } },
    },
  });
  const { models } = await discover.execute(user('basic'));
  expect(models.map(({ id, displayName }) => [id, displayName])).toEqual([
    ['main', 'My main'],
    ['spare', 'The spare'],
    ['early', 'My early'],
    ['other', 'The other'],
  ]);
});

test('a free plan’s own model is shown even where no provider lists it, and nothing beside it', async () => {
  const { discover, models } = world();
  models.models = [info('other')];
  expect((await discover.execute(user('free'))).models).toEqual([
    {
      id: 'main',
      displayName: 'Main',
      ownedBy: '',
      isPreview: false,
      created: 0,
      category: 'Other',
      isRecommended: true,
    },
  ]);
});

test('an admin who acts as a plan sees and may use what that plan has', async () => {
  const { discover, policy } = world();
  const ids = async (asker: Requester) => (await discover.execute(asker)).models.map(({ id }) => id);
  expect(await ids(user('free', { isAdmin: true }))).toContain('early');
  expect(await ids(user('basic', { isAdmin: true, override: 'basic' }))).not.toContain('early');
  expect(await ids(user('premium', { isAdmin: true, override: 'unlimited' }))).toContain('early');
  await expect(policy.choose(user('free', { isAdmin: true, override: 'free' }), 'other')).rejects.toMatchObject({
    code: 'SUBSCRIPTION_REQUIRED',
  });
});

test('providers that cannot be asked are a failure only while nothing is remembered', async () => {
  const { discover, models, policy } = world();
  models.listing = { cached: false, failed: true };
  expect(await discover.execute(user('basic'))).toMatchObject({
    cached: false,
    models: [{ id: 'main' }, { id: 'spare' }, { id: 'other' }],
  });
  models.models = [];
  await expect(discover.execute(user('basic'))).rejects.toMatchObject({
    kind: 'bad_upstream',
    code: 'AI_SERVICE_AUTH_ERROR',
  });
  await expect(policy.choose(user('basic'), 'other')).rejects.toMatchObject({ code: 'AI_SERVICE_AUTH_ERROR' });
  models.listing = { cached: true, failed: false };
  expect((await discover.execute(user('free'))).models).toHaveLength(1);
  await expect(policy.choose(user('basic'), 'other')).rejects.toMatchObject({ code: 'MODEL_CONFIG_ERROR' });
});

describe('a list of the groups whose first model no provider offers any more', () => {
  const limits = { dailyMessages: null, moonshotDaily: null, agentRequests: null };
  const listing = (...models: readonly string[]) =>
    user('free', { rights: { groupIds: ['g'], limits, models, agents: null, tools: null } });

  test('leaves the next one as the default', async () => {
    const { discover, policy } = world();
    const member = listing('gone', 'other', 'early');
    expect(await policy.choose(member, undefined)).toBe('other');
    expect(await policy.choose(member, 'moonshotai/kimi-k2-instruct')).toBe('other');
    expect((await policy.defaults(member)).primary).toBe('other');
    expect((await discover.execute(member)).models.map(({ id, isRecommended }) => [id, isRecommended])).toEqual([
      ['other', true],
      ['early', false],
    ]);
    await expect(policy.choose(member, 'gone')).rejects.toMatchObject({ code: 'MODEL_CONFIG_ERROR' });
  });

  test('keeps it while no provider tells what it offers, and where nothing else is listed', async () => {
    const { models, policy } = world();
    expect(await policy.choose(listing('gone'), undefined)).toBe('gone');
    models.models = [];
    expect(await policy.choose(listing('gone', 'other'), undefined)).toBe('gone');
  });
});
