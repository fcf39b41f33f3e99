import { RATE_LIMITS } from '../../../src/domain/billing/settings.ts';
import { FREEMIUM } from '../../../src/domain/trial/settings.ts';
import { RecordingLimitLog } from '../../fakes/billing.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import type { Requester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import { GetTrialConfig } from '../../../src/domain/trial/get-trial-config.ts';
import { TrialAllowance, TrialModels } from '../../../src/domain/trial/trial-allowance.ts';
import { CountingIds, FixedClock, InMemoryQuotas } from '../../fakes/kernel.ts';
import { aTrialConfig } from '../../fakes/trial.ts';

const visitor = (session: string, address: string): Requester => ({ kind: 'visitor', session, address });

const setup = (config = aTrialConfig()) => {
  const clock = new FixedClock();
  const settings = inMemorySettings(FREEMIUM, config);
  const log = new RecordingLimitLog();
  const allowance = new TrialAllowance(settings, new InMemoryQuotas(new CountingIds(), clock), clock, log);
  const admitted = async (askers: readonly Requester[]) =>
    (await Promise.allSettled(askers.map((asker) => allowance.reserve(asker, 'model-1')))).filter(
      ({ status }) => status === 'fulfilled',
    ).length;
  return { clock, settings, allowance, admitted, log };
};

describe('the trial', () => {
  test('admits three messages a day and session, though they come at once', async () => {
    const { admitted } = setup();
    expect(await admitted(Array.from({ length: 50 }, () => visitor('s1', 'a1')))).toBe(3);
  });

  test('counts an address whatever sessions come from it, and a session whatever address', async () => {
    const { admitted } = setup();
    expect(await admitted(['s1', 's2', 's3', 's4'].map((session) => visitor(session, 'a1')))).toBe(3);
    expect(await admitted(['a2', 'a3', 'a4', 'a5'].map((address) => visitor('s9', address)))).toBe(3);
  });

  test('says the limit and when it ends', async () => {
    const { admitted, allowance } = setup();
    await admitted(Array.from({ length: 3 }, () => visitor('s1', 'a1')));
    await expect(allowance.reserve(visitor('s1', 'a1'), 'model-1')).rejects.toMatchObject({
      kind: 'limit_reached',
      code: 'USAGE_LIMIT_EXCEEDED',
      details: { limit: 3, resetsAt: '2026-01-16T00:00:00.000Z' },
    });
  });

  test('counts each refusal for the overview', async () => {
    const { admitted, log } = setup();
    await admitted(Array.from({ length: 5 }, () => visitor('s1', 'a1')));
    const hit = { uid: null, tier: 'visitor', rule: 'daily', model: 'model-1', limit: 3, logged: false };
    expect(log.hits).toEqual([hit, hit]);
  });

  test('begins anew with the next UTC day, and follows the admins’ number', async () => {
    const { admitted, clock, settings } = setup();
    const many = Array.from({ length: 9 }, () => visitor('s1', 'a1'));
    expect(await admitted(many)).toBe(3);
    await clock.advance(12 * 3_600_000);
    await settings.change(aTrialConfig({ freemiumMaxMessages: 5 }));
    expect(await admitted(many)).toBe(5);
  });

  test('gives a message back that was refunded', async () => {
    const { allowance, admitted } = setup();
    await allowance.settle((await allowance.reserve(visitor('s1', 'a1'), 'model-1')).id, 'refunded');
    expect(await admitted(Array.from({ length: 9 }, () => visitor('s1', 'a1')))).toBe(3);
  });

  test('switched off is not available to anybody', async () => {
    const { allowance, settings } = setup(aTrialConfig({ freemiumUnauth: false }));
    await expect(allowance.reserve(visitor('s1', 'a1'), 'model-1')).rejects.toMatchObject({
      message: 'Trial is not available',
      code: 'UNAUTHORIZED',
    });
    expect(await new GetTrialConfig(settings).execute()).toEqual({
      freemiumEnabled: false,
      maxTrialMessages: 3,
      freemiumAgentAccess: false,
    });
  });

  test('is for visitors, and its two models serve whatever is wished', async () => {
    const { allowance, settings } = setup();
    const ann = { kind: 'user', uid: 'ann', tier: 'free', isAdmin: false, verified: true } as const;
    await expect(allowance.reserve(ann, 'model-1')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const rates = inMemorySettings(RATE_LIMITS);
    const models = new TrialModels(settings, rates);
    expect(await models.choose()).toBe('model-1');
    expect(await models.defaults()).toEqual({ primary: 'model-1', fallback: 'model-2' });
    const limits = await rates.current();
    await rates.change({ ...limits, features: { ...limits.features, enableModelFallback: false } });
    expect(await models.defaults()).toEqual({ primary: 'model-1', fallback: undefined });
  });
});
