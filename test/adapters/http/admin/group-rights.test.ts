import { jest } from '@jest/globals';

import type { GroupTerms } from '../../../../src/domain/groups/ports.ts';
import { someTerms } from '../../../fakes/groups.ts';
import { newAdmin, newAuditor, newSomebody } from '../../../product/admin.ts';
import { type Answer, Caller, newId, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { MODELS } from '../../../support/parley.ts';
import { setPlan } from '../../../product/premium.ts';

jest.setTimeout(60_000);

const OPEN = 'open-model';
const CLOSED = 'closed-model';
const REASON = 'So it was agreed';
/** `/v1` writes it in the way of OpenAI. */
const REFUSED = /^subscription_required$/i;

type Somebody = Awaited<ReturnType<typeof newSomebody>>;

/** A person of a plan, with the key of a program where the plan has that. */
interface Member extends Somebody {
  readonly byKey: Caller | undefined;
}

/** One place that asks for a right: true when it is given, false when it is refused in the way of plans. */
interface Point {
  readonly plan: 'free' | 'basic' | 'premium';
  readonly withoutGroup: boolean;
  readonly allows: Partial<GroupTerms>;
  readonly forbids: Partial<GroupTerms>;
  readonly asks: (member: Member, product: () => Running) => Promise<boolean>;
}

type Running = Parameters<Parameters<typeof describeProduct>[1]>[0] extends () => infer P ? P : never;

const isAllowed = ({ status, json }: Awaited<ReturnType<Caller['get']>>): boolean => {
  if (status === 200) return true;
  expect([status, json.code ?? json.error?.code]).toEqual([403, expect.stringMatching(REFUSED)]);
  return false;
};

const byKey = ({ byKey: key }: Member): Caller => {
  if (!key) throw new Error('a plan without keys');
  return key;
};

const askAgent = async (member: Member, more: object) =>
  isAllowed(await member.post('/api/agent/stream', { message: 'Say hello', stream: false, ...more }));

const toolsOf = (running: Running): string[] => {
  const tools = (running.modelServer.completions().at(-1)?.body['tools'] ?? []) as { function: { name: string } }[];
  return tools.map(({ function: { name } }) => name);
};

const models = { allows: { models: [OPEN] }, forbids: { models: [CLOSED] } };
const agents = {
  allows: { agents: ['code_agent'] },
  forbids: { agents: ['reasoning_agent'] },
} as const;

const searches = { allows: { tools: ['web_search'] }, forbids: { tools: ['run_code', 'fetch_page'] } } as const;

/** `GET` calls that list what may be used. */
const lists = (path: string, has: (json: Answer['json']) => boolean) => async (member: Member) => {
  const caller = path.startsWith('/v1') ? byKey(member) : member;
  const { status, json } = await caller.get(path);
  expect(status).toBe(200);
  return has(json);
};

const hasId = (list: readonly { id: string }[], id: string | undefined): boolean => list.some((one) => one.id === id);

const POINTS: Readonly<Record<string, Point>> = {
  'a chat with a model': {
    plan: 'premium',
    withoutGroup: true,
    ...models,
    asks: async (member) =>
      isAllowed(await member.post('/api/ai/groq', question('Hi', { model: OPEN, stream: false }))),
  },
  'a chat with a model that the plan does not have': {
    plan: 'free',
    withoutGroup: false,
    ...models,
    asks: async (member) =>
      isAllowed(await member.post('/api/ai/groq', question('Hi', { model: OPEN, stream: false }))),
  },
  'a stored turn of a chat': {
    plan: 'premium',
    withoutGroup: true,
    ...models,
    asks: async (member) =>
      isAllowed(
        await member.post(
          '/api/ai/groq',
          question('Hi', { model: OPEN, stream: false, chatId: newId(), messageId: 'q1' }),
        ),
      ),
  },
  'a completion by an API key': {
    plan: 'premium',
    withoutGroup: true,
    ...models,
    asks: async (member) =>
      isAllowed(
        await byKey(member).post('/v1/chat/completions', { model: OPEN, messages: [{ role: 'user', content: 'Hi' }] }),
      ),
  },
  'the models of an API key': {
    plan: 'premium',
    withoutGroup: true,
    ...models,
    asks: lists('/v1/models', ({ data }) => hasId(data, OPEN)),
  },
  'a model by its id, of an API key': {
    plan: 'premium',
    withoutGroup: true,
    ...models,
    asks: async (member) => {
      const { status, json } = await byKey(member).get(`/v1/models/${OPEN}`);
      if (status === 200) return json.id === OPEN;
      expect([status, json.error.code]).toEqual([404, 'model_not_found']);
      return false;
    },
  },
  'the models of the page': {
    plan: 'premium',
    withoutGroup: true,
    ...models,
    asks: lists('/api/ai/discover-models', (json) => hasId(json.models, OPEN)),
  },
  'the models of a free plan': {
    plan: 'free',
    withoutGroup: false,
    ...models,
    asks: lists('/api/ai/discover-models', (json) => hasId(json.models, OPEN)),
  },
  'the models of the subscription': {
    plan: 'premium',
    withoutGroup: true,
    ...models,
    asks: lists('/api/stripe/subscription', (json) => json.models.includes(OPEN)),
  },
  'an agent': {
    plan: 'premium',
    withoutGroup: true,
    ...agents,
    asks: (member) => askAgent(member, { agentType: 'code_agent' }),
  },
  'an agent that the plan does not have': {
    plan: 'free',
    withoutGroup: false,
    ...agents,
    asks: (member) => askAgent(member, { agentType: 'code_agent' }),
  },
  'the list of agents': {
    plan: 'premium',
    withoutGroup: true,
    ...agents,
    asks: lists('/api/agent/available', (json) => hasId(json.agents, 'code_agent')),
  },
  'whether there are agents': {
    plan: 'premium',
    withoutGroup: true,
    allows: { agents: ['code_agent'] },
    forbids: { agents: [] },
    asks: lists('/api/agent/status', ({ eligible }) => eligible),
  },
  'the automatic choice of an agent': {
    plan: 'premium',
    withoutGroup: true,
    allows: { agents: ['code_agent'] },
    forbids: { agents: [] },
    asks: (member) => askAgent(member, { agentType: 'auto_agent' }),
  },
  'what the automatic choice leads to': {
    plan: 'premium',
    withoutGroup: true,
    ...agents,
    asks: async (member, running) => {
      await askAgent(member, { agentType: 'auto_agent', message: 'Write a javascript function' });
      return toolsOf(running()).includes('run_javascript');
    },
  },
  'a search by an agent': {
    plan: 'premium',
    withoutGroup: true,
    ...searches,
    asks: (member) => askAgent(member, { mode: 'search' }),
  },
  'the search before an answer': {
    plan: 'basic',
    withoutGroup: true,
    ...searches,
    asks: async (member) => {
      const answer = await member.ask('What is the current rent?', { chatId: newId(), messageId: 'q1' });
      return (await answer.whole()).said('tool_result').length > 0;
    },
  },
  'running code': {
    plan: 'premium',
    withoutGroup: true,
    allows: { tools: ['run_code'] },
    forbids: { tools: ['web_search'] },
    asks: async (member, running) => {
      await askAgent(member, { agentType: 'code_agent' });
      return toolsOf(running()).includes('run_javascript');
    },
  },
  'fetching pages': {
    plan: 'premium',
    withoutGroup: true,
    allows: { tools: ['web_search', 'fetch_page'] },
    forbids: { tools: ['web_search'] },
    asks: async (member, running) => {
      await askAgent(member, { agentType: 'research_agent' });
      return running()
        .modelServer.completions()
        .slice(-2)
        .some(({ body }) => JSON.stringify(body['tools'] ?? []).includes('fetch_url'));
    },
  },
  'a second message of the day': {
    plan: 'free',
    withoutGroup: true,
    allows: { limits: { dailyMessages: 2, moonshotDaily: null, agentRequests: null } },
    forbids: { limits: { dailyMessages: 1, moonshotDaily: null, agentRequests: null } },
    asks: async (member) => {
      const send = (text: string) => member.post('/api/ai/groq', question(text, { stream: false }));
      expect((await send('One')).status).toBe(200);
      return (await send('Two')).status === 200;
    },
  },
  'an agent request of the day': {
    plan: 'premium',
    withoutGroup: true,
    allows: { limits: { dailyMessages: null, moonshotDaily: null, agentRequests: 1 } },
    forbids: { limits: { dailyMessages: null, moonshotDaily: null, agentRequests: 0 } },
    asks: async (member) => (await member.post('/api/agent/stream', { message: 'Hi', stream: false })).status === 200,
  },
  'the limits that are shown': {
    plan: 'free',
    withoutGroup: true,
    allows: { limits: { dailyMessages: -1, moonshotDaily: null, agentRequests: null } },
    forbids: { limits: { dailyMessages: 0, moonshotDaily: null, agentRequests: null } },
    asks: lists('/api/ai/usage', ({ daily }) => daily.limit !== 0),
  },
  'a file of a higher plan': {
    plan: 'free',
    withoutGroup: false,
    allows: { tier: 'basic' },
    forbids: { tier: null },
    asks: lists('/api/files', ({ mayUpload }) => mayUpload),
  },
};

describeProduct({ upstream: { models: [...MODELS, OPEN, CLOSED] } }, (product) => {
  let admin: Somebody;
  beforeAll(async () => {
    admin = await newAdmin(product());
  });

  const newMember = async (plan: Point['plan']): Promise<Member> => {
    const person = await newSomebody(product());
    await setPlan(product(), person.email, plan);
    if (plan !== 'premium') return Object.assign(person, { byKey: undefined });
    const { json } = await person.post('/api/account/api-key');
    return Object.assign(person, {
      byKey: new Caller(product().url, { Authorization: `Bearer ${String(json.secret)}` }),
    });
  };

  const makeGroup = async (terms: Partial<GroupTerms>, ...members: readonly Somebody[]): Promise<string> => {
    const { status, json } = await admin.post('/api/admin/groups', someTerms({ name: newId(), ...terms }));
    expect(status).toBe(201);
    const added = await admin.post(`/api/admin/groups/${json.id}/members`, { uids: members.map(({ uid }) => uid) });
    expect(added.json).toMatchObject({ added: members.length });
    return String(json.id);
  };

  describe.each(Object.entries(POINTS))('%s', (_name, { plan, withoutGroup, allows, forbids, asks }) => {
    test('without a group: as the plan has it', async () => {
      expect(await asks(await newMember(plan), product)).toBe(withoutGroup);
    });

    test('with a group that gives it', async () => {
      const member = await newMember(plan);
      await makeGroup(allows, member);
      expect(await asks(member, product)).toBe(true);
    });

    test('with a group that leaves it out', async () => {
      const member = await newMember(plan);
      await makeGroup(forbids, member);
      expect(await asks(member, product)).toBe(false);
    });
  });

  const usableModels = async (person: Caller): Promise<string[]> => {
    const { json } = await person.get('/api/ai/discover-models');
    return json.models.map(({ id }: { id: string }) => id).toSorted();
  };

  test('several groups give the union of their lists, the highest limit and the highest plan', async () => {
    const person = await newMember('free');
    const limits = { dailyMessages: 5, moonshotDaily: null, agentRequests: null };
    await makeGroup({ models: [OPEN], limits, tier: 'basic' }, person);
    await makeGroup({ models: [CLOSED], limits: { ...limits, dailyMessages: 9 } }, person);
    await makeGroup({}, person);
    expect(await usableModels(person)).toEqual([CLOSED, OPEN]);
    expect((await person.get('/api/ai/usage')).json).toMatchObject({ tier: 'basic', daily: { limit: 9 } });
    const own = { limits: { dailyMessages: 2, moonshotDaily: null }, reason: REASON };
    await admin.post(`/api/admin/user/${person.uid}/limits`, own);
    expect((await person.get('/api/ai/usage')).json).toMatchObject({ daily: { limit: 2 } });
  });

  test('a change, a removal and the end of a group hold for who is signed in', async () => {
    const person = await newMember('free');
    const id = await makeGroup({ name: 'Changing', models: [OPEN], tier: 'premium' }, person);
    expect(await usableModels(person)).toEqual([OPEN]);
    const change = (terms: Partial<GroupTerms>) =>
      admin.send('PUT', `/api/admin/groups/${id}`, { ...someTerms({ name: 'Changing', ...terms }), reason: REASON });
    expect((await change({ models: [CLOSED], tier: 'basic' })).status).toBe(200);
    expect(await usableModels(person)).toEqual([CLOSED]);
    expect((await person.get('/api/auth/me')).json.user.subscription).toBe('basic');
    expect((await admin.send('DELETE', `/api/admin/groups/${id}/members/${person.uid}`)).status).toBe(200);
    expect((await admin.send('DELETE', `/api/admin/groups/${id}/members/${person.uid}`)).status).toBe(404);
    expect((await person.get('/api/auth/me')).json.user.subscription).toBe('free');
    expect(await usableModels(person)).not.toContain(CLOSED);
    await admin.post(`/api/admin/groups/${id}/members`, { uids: [person.uid] });
    expect((await admin.post(`/api/admin/groups/${id}/delete`, { reason: REASON })).status).toBe(200);
    expect((await person.get('/api/auth/me')).json.user.subscription).toBe('free');
    expect((await change({})).status).toBe(404);
  });

  test('of two admins who edit one group, the later is told, and revokes stay revoked', async () => {
    const person = await newMember('free');
    const shown = someTerms({ name: 'Edited twice', tier: 'premium', models: [OPEN] });
    const id = await makeGroup(shown, person);
    const change = (terms: Partial<GroupTerms>) =>
      admin.send('PUT', `/api/admin/groups/${id}`, { ...shown, ...terms, before: shown, reason: REASON });
    expect((await change({ tier: null })).status).toBe(200);
    const { status, json } = await change({ description: 'The lab' });
    expect([status, json]).toEqual([409, { error: expect.stringContaining('Another admin has changed this') }]);
    expect((await person.get('/api/auth/me')).json.user.subscription).toBe('free');
  });

  test('lists do not restrict an admin, and no group counts for an admin who acts as a plan', async () => {
    const boss = await newAdmin(product());
    const limits = { dailyMessages: 3, moonshotDaily: null, agentRequests: null };
    await makeGroup({ models: [OPEN], agents: [], limits }, boss);
    expect(await usableModels(boss)).toContain(CLOSED);
    expect((await boss.get('/api/agent/status')).json).toMatchObject({ eligible: true });
    expect((await boss.get('/api/ai/usage')).json).toMatchObject({ daily: { limit: 3 } });
    const acting = { 'X-Admin-Override-Enabled': 'true', 'X-Admin-Override-Type': 'premium' };
    expect((await boss.get('/api/ai/usage', acting)).json).toMatchObject({ daily: { limit: -1 } });
  });

  test('an auditor reads groups and changes none; each change is recorded with what was before', async () => {
    const auditor = await newAuditor(product());
    const person = await newMember('free');
    const id = await makeGroup({ name: 'Recorded' }, person);
    expect((await auditor.get('/api/admin/groups')).json.groups).toContainEqual(
      expect.objectContaining({ id, name: 'Recorded', members: 1 }),
    );
    expect((await auditor.get(`/api/admin/groups/${id}/members`)).json.members).toMatchObject([
      { uid: person.uid, byHand: true, providers: [] },
    ]);
    expect((await auditor.post(`/api/admin/groups/${id}/delete`, { reason: REASON })).status).toBe(403);
    const terms = someTerms({ name: 'Recorded', tier: 'basic' });
    expect((await admin.send('PUT', `/api/admin/groups/${id}`, terms)).json).toMatchObject({ field: 'reason' });
    await admin.send('PUT', `/api/admin/groups/${id}`, { ...terms, reason: REASON });
    expect((await admin.post('/api/admin/groups', someTerms({ name: 'RECORDED' }))).status).toBe(409);
    await admin.post(`/api/admin/groups/${id}/delete`, { reason: REASON });
    const { entries } = (await admin.get(`/api/admin/audit?person=${id}`)).json;
    expect(entries.map(({ action, details }: { action: string; details: object }) => [action, details])).toMatchObject([
      ['group.delete', { name: 'Recorded', tier: 'basic', reason: REASON }],
      ['group.change', { before: { tier: null }, after: { tier: 'basic' }, reason: REASON }],
      ['group.add-members', { uids: [person.uid] }],
      ['group.create', { name: 'Recorded' }],
    ]);
  });

  test('a plan of a group costs nothing, and is shown as given', async () => {
    const person = await newMember('free');
    await makeGroup({ tier: 'premium' }, person);
    expect((await person.get('/api/stripe/subscription')).json).toMatchObject({
      tier: 'premium',
      price: 0,
      granted: { since: expect.any(String), paidTier: 'free', ends: null },
    });
  });

  test('the export of an account names its groups', async () => {
    const person = await newMember('free');
    await makeGroup({ name: 'Exported' }, person);
    const { text } = await person.get('/api/account/export?format=json');
    expect(JSON.parse(text).groups).toEqual([{ name: 'Exported', since: expect.any(String) }]);
    expect((await person.get('/api/account/export?format=markdown')).text).toContain('- Group: Exported, since');
  });
});
