import { AGENTS } from '../../../src/domain/agents/settings.ts';
import { VISION } from '../../../src/domain/files/settings.ts';
import { inMemorySettings } from '../../fakes/settings.ts';
import type { Limits } from '../../../src/domain/billing/limits.ts';
import type { DailyLimits } from '../../../src/shared/settings/rate-limits.ts';
import type { TierModel } from '../../../src/domain/billing/ports.ts';
import { EffectiveLimitsResolver } from '../../../src/domain/billing/effective-limits.ts';
import { GetUsage } from '../../../src/domain/billing/get-usage.ts';
import { TierAllowance } from '../../../src/domain/billing/tier-allowance.ts';
import type { Requester, UserRequester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import { DomainError } from '../../../src/domain/kernel/domain-error.ts';
import {
  customLimits,
  GEMMA,
  InMemoryLimitSettings,
  InMemoryUserLimits,
  KIMI,
  LLAMA,
  RecordingLimitLog,
  someLimits,
} from '../../fakes/billing.ts';
import { CountingIds, FixedClock, InMemoryQuotas } from '../../fakes/kernel.ts';
import type { GroupLimits } from '../../../src/shared/group-rights.ts';
import { mapTiers, type Tier } from '../../../src/shared/tiers.ts';

const DAY_MS = 86_400_000;
const TOMORROW = '2026-01-16T00:00:00.000Z';

type Person = UserRequester;
type Features = Parameters<typeof someLimits>[0];
const person = (tier: Tier = 'free', uid = 'ann'): Person => ({
  kind: 'user',
  uid,
  tier,
  isAdmin: false,
  verified: true,
});

/** Somebody's product on fakes. */
const setup = (limits: Limits = someLimits()) => {
  const clock = new FixedClock();
  const settings = new InMemoryLimitSettings(limits);
  const users = new InMemoryUserLimits();
  const quotas = new InMemoryQuotas(new CountingIds(), clock);
  const log = new RecordingLimitLog();
  const personal = new EffectiveLimitsResolver(settings, users);
  const agents = inMemorySettings(AGENTS);
  const allowance = new TierAllowance({ agents, limits: personal, quotas, clock, log });
  const readUsage = new GetUsage(personal, quotas, clock, agents, inMemorySettings(VISION));

  /** Sends until refused, `most` times at most: which models answered how often, and the refusal. */
  const sendAll = async (wished: string, { who = person(), most = 120 } = {}) => {
    const answered: Record<string, number> = {};
    for (let sent = 0; sent < most; sent += 1) {
      try {
        const { model } = await allowance.reserve(who, wished);
        answered[model] = (answered[model] ?? 0) + 1;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return { answered, refusal: [error.kind, error.code, error.details] };
      }
    }
    return { answered, refusal: undefined };
  };
  return {
    clock,
    settings,
    users,
    quotas,
    log,
    allowance,
    sendAll,
    usage: (who = person()) => readUsage.execute(who),
    personal,
  };
};

const tomorrow = (rule: 'daily' | 'model', limit: number, used = limit, more = {}) => [
  'limit_reached',
  'USAGE_LIMIT_EXCEEDED',
  { message: expect.stringContaining('from 2026'), rule, limit, used, resetsAt: TOMORROW, ...more },
];
const never = (rule: 'lifetime' | 'no-access', limit: number, used = limit, more = {}) => [
  'forbidden',
  'USAGE_LIMIT_EXCEEDED',
  { message: expect.any(String), rule, limit, used, ...more },
];
/** Nothing that can be bought helps. */
const CUSTOM = { custom: true, message: expect.stringMatching(/An administrator of this server can raise it\.$/) };

const lifetime = (totalMessages: number, modelLimits: Record<string, number>, features: Features = {}): Limits => {
  const { rateLimits, modelConfig } = someLimits({ enableLifetimeLimits: true, ...features });
  const free = { ...rateLimits.subscriptions.free, lifetime: { totalMessages, modelLimits } };
  return { modelConfig, rateLimits: { ...rateLimits, subscriptions: { ...rateLimits.subscriptions, free } } };
};

const perDay = (of: Partial<DailyLimits>): Limits => {
  const { rateLimits, modelConfig } = someLimits();
  const { free } = rateLimits.subscriptions;
  const daily = { ...free.daily, ...of };
  return {
    modelConfig,
    rateLimits: { ...rateLimits, subscriptions: { ...rateLimits.subscriptions, free: { ...free, daily } } },
  };
};

const listed = (id: string, messageLimit: number, unlimited = false): TierModel => ({
  id,
  displayName: id,
  isPrimary: false,
  messageLimit,
  unlimited,
});
const models = (...free: readonly TierModel[]): Limits => {
  const limits = someLimits();
  return { ...limits, modelConfig: { tiers: { ...limits.modelConfig.tiers, free: { models: free } } } };
};

type Case = readonly [
  what: string,
  limits: Limits,
  wished: string,
  answered: Readonly<Record<string, number>>,
  refusal: unknown,
];

const cases: readonly Case[] = [
  ['ten with Kimi, then Gemma up to thirty', someLimits(), KIMI, { [KIMI]: 10, [GEMMA]: 20 }, tomorrow('daily', 30)],
  ['thirty with Gemma, whose own forty are not reached', someLimits(), GEMMA, { [GEMMA]: 30 }, tomorrow('daily', 30)],
  [
    'ten with Kimi and no more, without the fallback',
    someLimits({ enableModelFallback: false }),
    KIMI,
    { [KIMI]: 10 },
    tomorrow('model', 10),
  ],
  ['no end with both daily rules off', someLimits({ enableDailyLimits: false }), KIMI, { [KIMI]: 120 }, undefined],
  [
    'five more in grace, and the limit told without it',
    someLimits({ enableGracePeriod: true, graceMessages: 5 }),
    GEMMA,
    { [GEMMA]: 35 },
    tomorrow('daily', 30, 35),
  ],
  [
    'no grace for the limit of a model',
    someLimits({ enableGracePeriod: true, enableModelFallback: false }),
    KIMI,
    { [KIMI]: 10 },
    tomorrow('model', 10),
  ],
  ['no grace when grace is off', someLimits({ graceMessages: 50 }), GEMMA, { [GEMMA]: 30 }, tomorrow('daily', 30)],
  ['three a day', perDay({ messages: 3 }), KIMI, { [KIMI]: 3 }, tomorrow('daily', 3)],
  [
    'no daily limit but that of the models',
    perDay({ messages: -1 }),
    KIMI,
    { [KIMI]: 10, [GEMMA]: 40 },
    tomorrow('model', 10),
  ],
  [
    'two of a model that is not listed',
    perDay({ otherModels: 2 }),
    'acme/x',
    { 'acme/x': 2, [GEMMA]: 28 },
    tomorrow('daily', 30),
  ],
  ['twelve in a life', lifetime(12, {}), KIMI, { [KIMI]: 10, [GEMMA]: 2 }, never('lifetime', 12)],
  [
    'twelve in a life and three of grace',
    lifetime(12, {}, { enableGracePeriod: true, graceMessages: 3 }),
    GEMMA,
    { [GEMMA]: 15 },
    never('lifetime', 12, 15),
  ],
  [
    'four in a life with one model, whatever the fallback',
    lifetime(-1, { [KIMI]: 4 }),
    KIMI,
    { [KIMI]: 4 },
    never('lifetime', 4),
  ],
  [
    'no model limit in a life for a model that is not named',
    lifetime(-1, { [KIMI]: 4 }),
    GEMMA,
    { [GEMMA]: 30 },
    tomorrow('daily', 30),
  ],
  [
    'lifetime limits of which only the switch is off',
    lifetime(3, { [GEMMA]: 1 }, { enableLifetimeLimits: false }),
    GEMMA,
    { [GEMMA]: 30 },
    tomorrow('daily', 30),
  ],
  [
    'nothing where a lifetime total is 0, grace or not',
    lifetime(0, {}, { enableGracePeriod: true }),
    GEMMA,
    {},
    never('no-access', 0),
  ],
  ['the day before the life when both are used up', lifetime(30, {}), GEMMA, { [GEMMA]: 30 }, tomorrow('daily', 30)],
  [
    'what the admin listed for a model',
    models(listed(KIMI, 2), listed(GEMMA, 3)),
    KIMI,
    { [KIMI]: 2, [GEMMA]: 3 },
    tomorrow('model', 2),
  ],
  [
    'no limit for a model that is listed without',
    models(listed(KIMI, 0, true)),
    KIMI,
    { [KIMI]: 30 },
    tomorrow('daily', 30),
  ],
  ['-1 as no limit', models(listed(KIMI, -1)), KIMI, { [KIMI]: 30 }, tomorrow('daily', 30)],
  [
    'the fallback for a model that is closed to the tier',
    models(listed(KIMI, 0), listed(GEMMA, 40)),
    KIMI,
    { [GEMMA]: 30 },
    tomorrow('daily', 30),
  ],
  ['nobody in place of the fallback itself', models(listed(GEMMA, 4)), GEMMA, { [GEMMA]: 4 }, tomorrow('model', 4)],
];

describe('a free account has', () => {
  test.each(cases)('%s', async (_what, limits, wished, answered, refusal) => {
    expect(await setup(limits).sendAll(wished)).toEqual({ answered, refusal });
  });

  test('its model named where another one answers, with the end of the limit', async () => {
    const { allowance, sendAll, usage } = setup();
    await sendAll(KIMI, { most: 9 });
    expect((await usage()).usedUpModels).toEqual([]);
    expect(await allowance.reserve(person(), KIMI)).toEqual({ id: expect.any(String), model: KIMI });
    expect(await allowance.reserve(person(), KIMI)).toEqual({
      id: expect.any(String),
      model: GEMMA,
      insteadOf: { model: KIMI, reason: 'limit', resetsAt: TOMORROW },
    });
    expect((await usage()).usedUpModels).toEqual([KIMI]);
    expect((await usage({ ...person(), override: 'unlimited' })).usedUpModels).toEqual([]);
    const closed = setup(models(listed(KIMI, 0)));
    expect((await closed.allowance.reserve(person(), KIMI)).insteadOf).toEqual({
      model: KIMI,
      reason: 'no-access',
      resetsAt: null,
    });
    expect((await closed.usage()).usedUpModels).toEqual([]);
  });

  test('403 and not 429 for a closed model when nothing answers in its place', async () => {
    const { rateLimits } = someLimits({ enableModelFallback: false });
    expect(await setup({ ...models(listed(KIMI, 0)), rateLimits }).sendAll(KIMI)).toEqual({
      answered: {},
      refusal: never('no-access', 0),
    });
  });

  test('one count for all models of Moonshot', async () => {
    const { sendAll } = setup(someLimits({ enableModelFallback: false }));
    await sendAll(KIMI, { most: 7 });
    expect(await sendAll('moonshotai/another')).toEqual({
      answered: { 'moonshotai/another': 3 },
      refusal: tomorrow('model', 10),
    });
  });

  test('counts that do not mix with another person’s', async () => {
    const { sendAll } = setup();
    await sendAll(GEMMA);
    expect((await sendAll(GEMMA, { who: person('free', 'bob') })).answered).toEqual({ [GEMMA]: 30 });
  });
});

test.each(['basic', 'premium'] as const)('a %s account has no limit, and is counted all the same', async (tier) => {
  const { sendAll, usage } = setup();
  expect(await sendAll(KIMI, { who: person(tier) })).toEqual({ answered: { [KIMI]: 120 }, refusal: undefined });
  expect(await usage(person(tier))).toMatchObject({
    daily: { used: 120, limit: -1 },
    moonshotDaily: { used: 120, limit: -1 },
    lifetime: { used: 120, limit: -1 },
  });
});

describe('limits that an admin set for one person', () => {
  type Custom = Parameters<typeof customLimits>[0];
  const table: readonly [string, Tier, Custom, Features, Record<string, number>, unknown][] = [
    [
      'stand in place of the tier’s daily limit',
      'free',
      { dailyMessages: 3 },
      {},
      { [KIMI]: 3 },
      tomorrow('daily', 3, 3, CUSTOM),
    ],
    [
      'may be higher than the tier’s',
      'free',
      { dailyMessages: 45 },
      {},
      { [KIMI]: 10, [GEMMA]: 35 },
      tomorrow('daily', 45, 45, CUSTOM),
    ],
    [
      'leave the limits of models in force',
      'free',
      { dailyMessages: -1 },
      {},
      { [KIMI]: 10, [GEMMA]: 40 },
      tomorrow('model', 10),
    ],
    ['bind paid accounts too', 'premium', { dailyMessages: 7 }, {}, { [KIMI]: 7 }, tomorrow('daily', 7, 7, CUSTOM)],
    ['replace that of Moonshot', 'free', { moonshotDaily: 2 }, {}, { [KIMI]: 2, [GEMMA]: 28 }, tomorrow('daily', 30)],
    [
      'replace it for paid accounts too',
      'basic',
      { moonshotDaily: 2 },
      { enableModelFallback: false },
      { [KIMI]: 2 },
      tomorrow('model', 2, 2, CUSTOM),
    ],
    ['may lift that of Moonshot', 'free', { moonshotDaily: -1 }, {}, { [KIMI]: 30 }, tomorrow('daily', 30)],
    [
      'get grace as the tier’s do',
      'free',
      { dailyMessages: 3 },
      { enableGracePeriod: true, graceMessages: 2 },
      { [KIMI]: 5 },
      tomorrow('daily', 3, 5, CUSTOM),
    ],
    [
      'of 0 close the account, whatever the grace',
      'premium',
      { dailyMessages: 0 },
      { enableGracePeriod: true },
      {},
      never('no-access', 0, 0, CUSTOM),
    ],
    [
      'sleep while daily limits are off',
      'free',
      { dailyMessages: 3, moonshotDaily: 1 },
      { enableDailyLimits: false },
      { [KIMI]: 120 },
      undefined,
    ],
  ];

  test.each(table)('%s (%s)', async (_what, tier, custom, features, answered, refusal) => {
    const { sendAll, users } = setup(someLimits(features));
    await users.set(customLimits(custom));
    expect(await sendAll(KIMI, { who: person(tier) })).toEqual({ answered, refusal });
  });
});

describe('limits of a group', () => {
  const groupLimits = { dailyMessages: null, moonshotDaily: null, agentRequests: null };
  const member = (limits: Partial<GroupLimits>): Person => ({
    ...person(),
    rights: { groupIds: ['g'], models: null, agents: null, tools: null, limits: { ...groupLimits, ...limits } },
  });

  test.each([
    [{ dailyMessages: 3 }, { [KIMI]: 3 }, tomorrow('daily', 3, 3, CUSTOM)],
    [{ dailyMessages: 0 }, {}, never('no-access', 0, 0, CUSTOM)],
    [{ moonshotDaily: 2 }, { [KIMI]: 2, [GEMMA]: 28 }, tomorrow('daily', 30)],
  ])('%j are no reason to buy a plan', async (limits, answered, refusal) => {
    expect(await setup().sendAll(KIMI, { who: member(limits) })).toEqual({ answered, refusal });
  });

  test.each<[string, Partial<GroupLimits>, 'message' | 'agent', RegExp]>([
    ['messages', { dailyMessages: 0 }, 'message', /^This account may not send messages\. /],
    ['a model', { moonshotDaily: 0 }, 'message', /^This account may not use this model\. /],
    ['agents', { agentRequests: 0 }, 'agent', /^This account may not use agents/],
  ])('of 0 say what is closed: %s', async (_what, limits, kind, message) => {
    const { allowance, log } = setup(someLimits({ enableModelFallback: false }));
    const refused = allowance.reserve(member(limits), KIMI, kind);
    await expect(refused).rejects.toMatchObject({ details: { message: expect.stringMatching(message) } });
    expect(log.hits).toHaveLength(1);
  });

  test('for agents are no reason either', async () => {
    const refused = setup().allowance.reserve(member({ agentRequests: 0 }), KIMI, 'agent');
    await expect(refused).rejects.toMatchObject({ details: CUSTOM });
  });
});

describe('time and refunds', () => {
  test('the day begins anew at midnight UTC, the life does not', async () => {
    const { sendAll, clock } = setup(lifetime(50, {}));
    expect((await sendAll(GEMMA)).answered).toEqual({ [GEMMA]: 30 });
    await clock.advance(DAY_MS / 2 - 1);
    expect((await sendAll(GEMMA)).answered).toEqual({});
    await clock.advance(1);
    expect(await sendAll(GEMMA)).toEqual({ answered: { [GEMMA]: 20 }, refusal: never('lifetime', 50) });
  });

  test('a message that is given back is given back in every count', async () => {
    const { allowance, sendAll, usage } = setup();
    const { id } = await allowance.reserve(person(), KIMI);
    await allowance.settle(id, 'refunded');
    expect(await usage()).toMatchObject({ daily: { used: 0 }, moonshotDaily: { used: 0 }, lifetime: { used: 0 } });
    expect((await sendAll(KIMI)).answered).toEqual({ [KIMI]: 10, [GEMMA]: 20 });
  });

  test.each<[Tier, RegExp]>([
    ['free', /higher plan/],
    ['basic', /higher plan/],
    ['premium', /administrator/],
  ])('a limit tells %s its number, when there is more and what helps', async (tier, remedy) => {
    const { sendAll, settings } = setup();
    const { rateLimits, modelConfig } = someLimits();
    const subscriptions = mapTiers((each) => ({
      ...rateLimits.subscriptions[each],
      daily: { ...rateLimits.subscriptions[each].daily, messages: 1 },
    }));
    await settings.change({ modelConfig, rateLimits: { ...rateLimits, subscriptions } });
    const { refusal } = await sendAll(KIMI, { who: person(tier) });
    const { message, resetsAt } = refusal?.[2] as Record<string, unknown>;
    expect([message, message, resetsAt]).toEqual([
      expect.stringMatching(/^All 1 messages of the day are used\. There is more from /),
      expect.stringMatching(remedy),
      TOMORROW,
    ]);
    if (tier === 'premium') expect(message).not.toMatch(/upgrade|plan/i);
  });

  test('a refused message and a fallback count once, and for the model that answers', async () => {
    const { sendAll, usage } = setup();
    await sendAll(KIMI);
    await sendAll(KIMI);
    expect(await usage()).toMatchObject({ daily: { used: 30 }, moonshotDaily: { used: 10 }, lifetime: { used: 30 } });
  });

  test('of many that come at once to the last message one is admitted', async () => {
    const { allowance, sendAll } = setup();
    await sendAll(GEMMA, { most: 29 });
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => allowance.reserve(person(), GEMMA)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('what operators and people see', () => {
  test('each refusal is told, and whether it is to be logged', async () => {
    const { sendAll, log, settings } = setup();
    await sendAll(KIMI);
    expect(log.hits).toEqual([{ uid: 'ann', tier: 'free', rule: 'daily', model: KIMI, limit: 30, logged: true }]);
    await settings.change(someLimits({ logLimitHits: false }));
    await sendAll(KIMI);
    expect(log.hits.map(({ logged }) => logged)).toEqual([true, false]);
  });

  test('usage tells every limit that holds, custom ones first and without grace', async () => {
    const { users, usage, sendAll, personal } = setup(lifetime(200, {}, { enableGracePeriod: true }));
    expect(await usage()).toEqual({
      tier: 'free',
      daily: { used: 0, limit: 30, resetsAt: Date.parse(TOMORROW) },
      moonshotDaily: { used: 0, limit: 10 },
      usedUpModels: [],
      lifetime: { used: 0, limit: 200 },
      agent: { used: 0, limit: 0 },
      vision: { daily: { used: 0, limit: 5 }, monthly: { used: 0, limit: 20 } },
    });
    await users.set(customLimits({ dailyMessages: 12, moonshotDaily: 3 }));
    await sendAll(KIMI, { most: 5 });
    expect(await usage()).toMatchObject({ daily: { used: 5, limit: 12 }, moonshotDaily: { used: 3, limit: 3 } });
    expect((await personal.resolve(person())).daily).toBe(12);
    expect((await personal.resolve(person('basic', 'bob'))).daily).toBe(-1);
  });

  test.each([
    ['basic', 5, 20, 100],
    ['premium', -1, 50, 250],
  ] as const)('%s: agents %i a day, images %i a day and %i a month', async (tier, agent, daily, monthly) => {
    expect(await setup().usage(person(tier))).toMatchObject({
      agent: { limit: agent },
      vision: { daily: { limit: daily }, monthly: { limit: monthly } },
    });
  });

  test('somebody without an account is told to sign in', async () => {
    const visitor: Requester = { kind: 'visitor', session: 's', address: 'a' };
    await expect(setup().allowance.reserve(visitor, LLAMA)).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'UNAUTHORIZED',
    });
  });
});
