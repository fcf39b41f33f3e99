import { EffectiveLimits } from '../../../src/domain/billing/effective-limits.ts';
import { agentDailyLimit } from '../../../src/domain/billing/agent-daily-limit.ts';
import { defaultModels } from '../../../src/domain/billing/group-models.ts';
import { allowsTool, combineGroups, type GroupRights, listedAgents } from '../../../src/shared/group-rights.ts';
import { anAgentConfig } from '../../fakes/agents.ts';
import { customLimits, GEMMA, KIMI, LLAMA, someLimits } from '../../fakes/billing.ts';
import { aGroup } from '../../fakes/groups.ts';

const NO_LIMITS = { dailyMessages: null, moonshotDaily: null, agentRequests: null };

const rightsOf = (more: Partial<GroupRights>): GroupRights => ({
  groupIds: ['a'],
  limits: NO_LIMITS,
  models: null,
  agents: null,
  tools: null,
  ...more,
});

describe('what several groups give', () => {
  test('nothing without groups, and no list without a group that has one', () => {
    expect(combineGroups([])).toBeUndefined();
    expect(combineGroups([aGroup({ id: 'a' }), aGroup({ id: 'b' })])).toEqual({
      ...rightsOf({}),
      groupIds: ['a', 'b'],
    });
  });

  test.each([
    [[null, null], null],
    [[null, 0], 0],
    [[3, 9, null], 9],
    [[9, -1], -1],
    [[-1, 0], -1],
  ])('of the limits %j counts %j', (limits, expected) => {
    const groups = limits.map((dailyMessages) => aGroup({ limits: { ...NO_LIMITS, dailyMessages } }));
    expect(combineGroups(groups)?.limits.dailyMessages).toBe(expected);
  });

  test('lists are joined; a group without one adds nothing to them', () => {
    const groups = [aGroup({ models: ['x', 'y'], agents: [] }), aGroup({ models: ['y', 'z'] }), aGroup()];
    expect(combineGroups(groups)).toMatchObject({ models: ['x', 'y', 'z'], agents: [], tools: null });
  });
});

describe('limits', () => {
  const limitsOf = (rights: GroupRights | undefined, custom?: ReturnType<typeof customLimits>) =>
    new EffectiveLimits(someLimits(), 'free', custom, rights);

  test('one’s own come first, then the groups’, then the plan’s', () => {
    const rights = rightsOf({ limits: { ...NO_LIMITS, dailyMessages: 7, moonshotDaily: 3 } });
    expect([limitsOf(rights).daily, limitsOf(rights).modelDaily(KIMI)]).toEqual([7, 3]);
    const own = customLimits({ dailyMessages: 1, moonshotDaily: 2 });
    expect([limitsOf(rights, own).daily, limitsOf(rights, own).modelDaily(KIMI)]).toEqual([1, 2]);
    expect(limitsOf(rightsOf({})).daily).toBe(limitsOf(undefined).daily);
  });

  test('a model that the plan shuts out has the limit of the next plan once a group lists it', () => {
    const { rateLimits, modelConfig } = someLimits();
    const { subscriptions } = rateLimits;
    const shut = { ...subscriptions.free, daily: { ...subscriptions.free.daily, otherModels: 0 } };
    const open = { ...subscriptions.basic, daily: { ...subscriptions.basic.daily, otherModels: 4 } };
    const limits = {
      modelConfig,
      rateLimits: { ...rateLimits, subscriptions: { ...subscriptions, free: shut, basic: open } },
    };
    const dailyOf = (rights?: GroupRights) =>
      new EffectiveLimits(limits, 'free', undefined, rights).modelDaily('another');
    expect([dailyOf(), dailyOf(rightsOf({ models: ['else'] })), dailyOf(rightsOf({ models: ['another'] }))]).toEqual([
      0, 0, 4,
    ]);
  });

  test('listed agents have the limit of the next plan with agents, unless the group says another', () => {
    const config = anAgentConfig({ maxAgentRequests: { free: 0, basic: 5, premium: -1 } });
    const limitOf = (more: Partial<GroupRights>) => agentDailyLimit(config, { tier: 'free', rights: rightsOf(more) });
    expect([limitOf({}), limitOf({ agents: [] }), limitOf({ agents: ['code_agent'] })]).toEqual([0, 0, 5]);
    expect(limitOf({ agents: ['code_agent'], limits: { ...NO_LIMITS, agentRequests: 2 } })).toBe(2);
  });
});

test.each([
  [null, { primary: KIMI, fallback: GEMMA }],
  [[GEMMA, KIMI], { primary: KIMI, fallback: GEMMA }],
  [[KIMI], { primary: KIMI, fallback: undefined }],
  [[GEMMA], { primary: GEMMA, fallback: undefined }],
  [[LLAMA, 'x'], { primary: LLAMA, fallback: undefined }],
])('with the list %j the default models are %j', (models, expected) => {
  expect(defaultModels({ primary: KIMI, fallback: GEMMA }, rightsOf({ models }))).toEqual(expected);
});

test('research is nothing without the search', () => {
  expect(listedAgents({})).toBeNull();
  expect(listedAgents({ rights: rightsOf({ tools: ['run_code'] }) })).toEqual(['reasoning_agent', 'code_agent']);
  expect(listedAgents({ rights: rightsOf({ tools: [], agents: ['research_agent'] }) })).toEqual([]);
  expect([allowsTool({}, 'run_code'), allowsTool({ rights: rightsOf({ tools: [] }) }, 'run_code')]).toEqual([
    true,
    false,
  ]);
});
