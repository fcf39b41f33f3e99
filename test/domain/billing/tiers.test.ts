import { defaultLimits } from '../../../src/domain/billing/limits.ts';
import { TierModels } from '../../../src/domain/billing/tier-models.ts';
import { AllowanceByRequester, ModelPolicyByRequester } from '../../../src/domain/chat/replies/requester-policies.ts';
import type { Requester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import { DomainError } from '../../../src/domain/kernel/domain-error.ts';
import { CountedAllowance, FixedModelPolicy } from '../../fakes/reply-ports.ts';
import { InMemoryLimitSettings } from '../../fakes/billing.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import type { Tier } from '../../../src/shared/tiers.ts';

const user = (tier: Tier, isAdmin = false): Requester => ({
  kind: 'user',
  uid: `a ${tier}`,
  tier,
  isAdmin,
  verified: true,
});
const visitor: Requester = { kind: 'visitor', session: 's', address: 'a' };

describe('models', () => {
  const models = new ScriptedModels();
  const info = (id: string, isPreview = false) => ({ id, displayName: id, ownedBy: 'Labs', isPreview, created: 0 });
  models.models = [info('main'), info('spare'), info('free-spare'), info('other'), info('early', true)];
  const limits = defaultLimits({ primary: 'main', fallback: 'spare', freeFallback: 'free-spare' });
  const policy = new TierModels(models, new InMemoryLimitSettings(limits));

  test.each([
    ['free', undefined, 'main'],
    ['free', 'free-spare', 'free-spare'],
    ['free', 'moonshotai/kimi-k2-instruct', 'main'], // the page's default stands for ours
    ['basic', 'other', 'other'],
    ['premium', 'early', 'early'],
  ] as const)('%s asking for %s gets %s', async (tier, wished, gets) =>
    expect(await policy.choose(user(tier), wished)).toBe(gets),
  );

  test.each([
    ['free', 'other'],
    ['free', 'spare'],
    ['basic', 'early'],
  ] as const)('%s may not use %s', async (tier, wished) => {
    await expect(policy.choose(user(tier), wished)).rejects.toMatchObject({ code: 'SUBSCRIPTION_REQUIRED' });
  });

  test('what a list of the groups leaves out is refused as no plan’s', async () => {
    const limits = { dailyMessages: null, moonshotDaily: null, agentRequests: null };
    const rights = { groupIds: ['g'], limits, models: ['spare'], agents: null, tools: null };
    const member = { ...user('free'), rights } as Requester;
    const refusal = await policy.choose(member, 'other').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'SUBSCRIPTION_REQUIRED', details: { custom: true } });
    expect(refusal instanceof DomainError && refusal.withoutPlans()).toEqual({
      message: 'This model is not among those of your groups',
      details: { custom: true },
    });
  });

  test('an unknown id is refused by name, and admins may use all', async () => {
    await expect(policy.choose(user('premium'), 'nonsense')).rejects.toMatchObject({
      kind: 'invalid',
      code: 'MODEL_CONFIG_ERROR',
    });
    expect(await policy.choose(user('free', true), 'early')).toBe('early');
  });
});

describe('the model that a page names before anybody has chosen', () => {
  const KIMI = 'moonshotai/kimi-k2-instruct';
  const offering = (...ids: readonly string[]) => {
    const models = new ScriptedModels();
    models.models = ids.map((id) => ({ id, displayName: id, ownedBy: 'Labs', isPreview: id === 'early', created: 0 }));
    const limits = defaultLimits({ primary: 'main', fallback: 'spare', freeFallback: KIMI });
    return new TierModels(models, new InMemoryLimitSettings(limits));
  };

  test('stands for the plan’s primary where no provider offers it', async () => {
    const policy = offering('main', 'other');
    for (const asker of [user('free'), user('basic'), user('premium'), user('free', true)])
      expect(await policy.choose(asker, KIMI)).toBe('main');
  });

  test('is what those get who can choose it, and the primary for the free plan, which cannot', async () => {
    const policy = offering('main', KIMI);
    for (const asker of [user('basic'), user('premium'), user('free', true)])
      expect(await policy.choose(asker, KIMI)).toBe(KIMI);
    expect(await policy.choose(user('free'), KIMI)).toBe('main');
    expect(await policy.choose({ ...user('premium', true), override: 'free', tier: 'free' } as Requester, KIMI)).toBe(
      'main',
    );
  });
});

test('a model that an admin lists for a tier is theirs, and the tier’s own two are as the admin set them', async () => {
  const limits = defaultLimits({ primary: 'main', fallback: 'spare', freeFallback: 'free-spare' });
  const settings = new InMemoryLimitSettings(limits);
  const policy = new TierModels(new ScriptedModels(), settings);
  const { subscriptions, features } = limits.rateLimits;
  const free = { ...subscriptions.free, models: { primary: 'new-main', fallback: 'new-spare' } };
  const models = [{ id: 'early', displayName: 'Early', isPrimary: false, messageLimit: 1, unlimited: false }];
  await settings.change({ rateLimits: { features, subscriptions: { ...subscriptions, free } } });
  await settings.change({ modelConfig: { tiers: { ...limits.modelConfig.tiers, free: { models } } } });
  expect(
    await Promise.all([undefined, 'new-spare', 'early'].map((wished) => policy.choose(user('free'), wished))),
  ).toEqual(['new-main', 'new-spare', 'early']);
  expect(await policy.defaults(user('free'))).toEqual({ primary: 'new-main', fallback: 'new-spare' });
  expect(await policy.defaults(user('basic'))).toEqual({ primary: 'main', fallback: 'spare' });
  await expect(policy.choose(visitor, undefined)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('visitors and people are counted and served apart', async () => {
  const people = new CountedAllowance();
  const visitors = new CountedAllowance();
  const allowance = new AllowanceByRequester(people, visitors);
  await allowance.reserve(user('free'), 'm');
  await allowance.reserve(visitor, 'm');
  await allowance.reserve(visitor, 'm');
  expect([people.used, visitors.used]).toEqual([1, 2]);
  const policy = new ModelPolicyByRequester(new FixedModelPolicy('for-people'), new FixedModelPolicy('for-visitors'));
  expect(await policy.choose(user('free'), undefined)).toBe('for-people');
  expect((await policy.defaults(visitor)).primary).toBe('for-visitors');
});
