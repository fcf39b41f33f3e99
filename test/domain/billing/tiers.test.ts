import { TierAllowance } from '../../../src/domain/billing/tier-allowance.ts';
import { TierModels } from '../../../src/domain/billing/tier-models.ts';
import { AllowanceByAsker, ModelPolicyByAsker } from '../../../src/domain/chat/by-asker.ts';
import type { Asker } from '../../../src/domain/chat/ports.ts';
import type { Tier } from '../../../src/domain/kernel/tier.ts';
import { CountedAllowance, FixedModelPolicy } from '../../fakes/asking.ts';
import { CountingIds, FixedClock, InMemoryQuotas } from '../../fakes/kernel.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';

const user = (tier: Tier, isAdmin = false): Asker => ({ kind: 'user', uid: `a ${tier}`, tier, isAdmin, verified: true });
const visitor: Asker = { kind: 'visitor', session: 's', address: 'a' };

describe('messages a day', () => {
  const admittedOf = async (asker: Asker, tries: number) => {
    const clock = new FixedClock();
    const allowance = new TierAllowance(new InMemoryQuotas(new CountingIds(), clock), clock);
    const results = await Promise.allSettled(Array.from({ length: tries }, () => allowance.reserve(asker)));
    return results.filter(({ status }) => status === 'fulfilled').length;
  };

  test.each([['free', 30], ['basic', 100], ['premium', 100]] as const)('%s: %i of 100', async (tier, admitted) => {
    expect(await admittedOf(user(tier), 100)).toBe(admitted);
  });

  test('none for somebody without an account', async () => expect(await admittedOf(visitor, 1)).toBe(0));
});

describe('models', () => {
  const models = new ScriptedModels();
  const info = (id: string, isPreview = false) => ({ id, displayName: id, ownedBy: 'Labs', isPreview, created: 0 });
  models.models = [info('main'), info('spare'), info('free-spare'), info('other'), info('early', true)];
  const policy = new TierModels(models, { primary: 'main', fallback: 'spare', freeFallback: 'free-spare' });

  test.each([
    ['free', undefined, 'main'],
    ['free', 'free-spare', 'free-spare'],
    ['free', 'moonshotai/kimi-k2-instruct', 'main'], // the page's default stands for ours
    ['basic', 'other', 'other'],
    ['premium', 'early', 'early'],
  ] as const)('%s asking for %s gets %s', async (tier, wished, gets) => expect(await policy.choose(user(tier), wished)).toBe(gets));

  test.each([['free', 'other'], ['free', 'spare'], ['basic', 'early']] as const)('%s may not use %s', async (tier, wished) => {
    await expect(policy.choose(user(tier), wished)).rejects.toMatchObject({ code: 'SUBSCRIPTION_REQUIRED' });
  });

  test('an unknown id is refused by name, and admins may use all', async () => {
    await expect(policy.choose(user('premium'), 'nonsense')).rejects.toMatchObject({ kind: 'invalid', code: 'MODEL_CONFIG_ERROR' });
    expect(await policy.choose(user('free', true), 'early')).toBe('early');
  });
});

test('visitors and people are counted and served apart', async () => {
  const people = new CountedAllowance();
  const visitors = new CountedAllowance();
  const allowance = new AllowanceByAsker(people, visitors);
  await allowance.reserve(user('free'), 'm');
  await allowance.reserve(visitor, 'm');
  await allowance.reserve(visitor, 'm');
  expect([people.used, visitors.used]).toEqual([1, 2]);
  const policy = new ModelPolicyByAsker(new FixedModelPolicy('for-people'), new FixedModelPolicy('for-visitors'));
  expect(await policy.choose(user('free'), undefined)).toBe('for-people');
  expect((await policy.defaults(visitor)).primary).toBe('for-visitors');
});
