import type { ServiceIdentifier } from 'inversify';

import { jest } from '@jest/globals';

import { WebSearch } from '../../../../src/domain/agents/ports.ts';
import { LedgerStore } from '../../../../src/domain/billing/ports.ts';
import { AllSettings } from '../../../../src/domain/kernel/settings.ts';
import { anAgentConfig } from '../../../fakes/agents.ts';
import { type Caller, eventually, newId, newPerson, newStranger, newVisitor } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { newPremiumPerson, setPlan } from '../../../product/premium.ts';
import { streamsToolCalls, respondsWithError, streamsText } from '../../../vendors/openai-server.ts';

jest.setTimeout(60_000);

const LIMITED = { code: 'USAGE_LIMIT_EXCEEDED' };

// The built-in search answers: the product's own help pages.
describeProduct({ env: { TRIAL_AGENT_REQUESTS: '2' } }, (product) => {
  const get = <T>(token: ServiceIdentifier<T>): T => product().running.container.get(token);
  const askAgent = (caller: Caller, message: string, more: object = {}) =>
    caller.post('/api/agent/stream', { message, stream: false, ...more });
  const change = (more: object) => get(AllSettings).of('agents').change(anAgentConfig(more));
  afterEach(() => change({}));

  test('a research reply tells steps and sources before its text, and is the same after a reload', async () => {
    const { person } = await newPremiumPerson(product());
    const tool = get(WebSearch).toolName;
    product().modelServer.enqueue(
      streamsToolCalls(
        '',
        { id: 'a', name: tool, pieces: ['{"query":', '"plans"}'] },
        { id: 'b', name: tool, pieces: ['{"query":"models"}'] },
      ),
      streamsText('There are ', 'plans [1].'),
    );
    const chatId = newId();
    const stream = await person.watch('POST', '/api/agent/stream', {
      message: 'Which plans are there?',
      agentType: 'research_agent',
      chatId,
      messageId: 'q1',
    });
    await stream.whole();
    expect(stream.said('meta')[0]).toMatchObject({ agentType: 'research_agent', maxIterations: 8 });
    expect(stream.text).toBe('There are plans [1].');
    const order = stream.frames.map(({ event }) => event);
    expect(order.indexOf('sources')).toBeLessThan(order.indexOf(undefined));
    expect(stream.said('tool_result').map((result) => result['tool_name'])).toEqual([tool, tool]);
    const asked = product().modelServer.completions().at(-1)?.body['messages'] as {
      role: string;
      tool_call_id?: string;
    }[];
    expect(asked.filter(({ role }) => role === 'tool').map((turn) => turn.tool_call_id)).toEqual(['a', 'b']);

    const answer = await eventually(async () => {
      const [, kept] = (await person.chat(chatId)).json.messages;
      return kept.status === 'complete' && kept;
    });
    expect(answer).toMatchObject({
      content: 'There are plans [1].',
      messageMode: { isAgent: true, agentType: 'research_agent' },
    });
    expect(answer.details.sources.length).toBeGreaterThan(0);
    expect(answer.details.steps.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
      ['search', 'done'],
      ['search', 'done'],
    ]);
    expect((await (await person.follow(stream.replyId)).whole()).raw).toBe(stream.raw);
    expect((await person.get('/api/ai/usage')).json).toMatchObject({
      agent: { used: 1, limit: -1 },
      daily: { used: 1 },
    });
    const uid = String((await person.get('/api/auth/me')).json.user.uid);
    expect(await get(LedgerStore).listByOwner(`user:${uid}`, 0)).toHaveLength(2);
  });

  test('a reply that is stopped keeps its steps and text', async () => {
    const { person } = await newPremiumPerson(product());
    product().modelServer.enqueue(
      streamsToolCalls('', { id: 'a', name: 'run_javascript', pieces: ['{"code":"while(true){}"}'] }),
    );
    const chatId = newId();
    const stream = await person.watch('POST', '/api/agent/stream', {
      message: 'Compute',
      agentType: 'code_agent',
      chatId,
      messageId: 'q1',
    });
    await eventually(() => stream.said('step').length > 0);
    await person.stop(stream.replyId);
    await stream.whole();
    const [, kept] = (await person.chat(chatId)).json.messages;
    expect([kept.status, kept.details.steps[0]]).toEqual([
      'stopped',
      expect.objectContaining({ kind: 'code', state: 'failed', code: 'while(true){}' }),
    ]);
  });

  test('who may not have agents is told why, in the words of the specification', async () => {
    const free = await newPerson(product().url);
    expect(await askAgent(free, 'Hi')).toMatchObject({
      status: 403,
      json: { error: 'Premium subscription required', code: 'SUBSCRIPTION_REQUIRED' },
    });
    expect((await free.get('/api/agent/status')).json).toEqual({
      eligible: false,
      serviceAvailable: true,
      tier: 'free',
      reason: 'Premium subscription required',
      lowestPlan: null,
      byGroups: false,
    });
    expect(await askAgent(await newStranger(product().url), 'Hi')).toMatchObject({
      status: 403,
      json: { code: 'EMAIL_VERIFICATION_REQUIRED' },
    });
    const visitor = newVisitor(product().url);
    for (const answer of [await askAgent(visitor, 'Hi'), await visitor.get('/api/agent/available')]) {
      expect([answer.status, answer.json]).toEqual([401, { error: 'Not authenticated', code: 'UNAUTHORIZED' }]);
    }
    const { person } = await newPremiumPerson(product());
    expect((await person.get('/api/agent/status')).json).toEqual({
      eligible: true,
      serviceAvailable: true,
      tier: 'premium',
      reason: '',
      lowestPlan: null,
      byGroups: false,
    });
    expect(await askAgent(person, 'Hi', { agentType: 'other' })).toMatchObject({
      status: 400,
      json: { error: 'Agent type is not available', code: 'VALIDATION_ERROR' },
    });
    const { agents } = (await person.get('/api/agent/available')).json;
    expect(agents.map(({ id, isRecommended }: { id: string; isRecommended: boolean }) => [id, isRecommended])).toEqual([
      ['auto_agent', true],
      ['reasoning_agent', false],
      ['research_agent', false],
      ['code_agent', false],
    ]);
    await change({ agentModeEnabled: false });
    expect(await askAgent(person, 'Hi')).toMatchObject({
      status: 503,
      json: { error: 'Agent service temporarily unavailable' },
    });
    expect((await person.get('/api/agent/available')).json).toEqual({ agents: [] });
    expect((await free.get('/api/agent/status')).json).toMatchObject({
      serviceAvailable: false,
      reason: 'Agent service temporarily unavailable',
    });
  });

  test('with agents for all plans basic has five requests a day; a request that failed is given back', async () => {
    await change({ premiumOnly: false });
    const ann = await newPerson(product().url);
    expect((await ann.get('/api/agent/status')).json).toMatchObject({
      eligible: false,
      reason: 'Agents are part of the Pro plan',
      lowestPlan: 'basic',
    });
    expect((await askAgent(ann, 'Hi')).json).toEqual({
      error: 'Agents are part of the Pro plan',
      code: 'SUBSCRIPTION_REQUIRED',
    });
    await setPlan(product(), ann.email, 'basic');
    product().modelServer.enqueue(respondsWithError(401, { message: 'no' }));
    expect((await askAgent(ann, 'Hi')).status).toBe(502);
    const answers = [];
    for (let count = 0; count < 6; count += 1) answers.push(await askAgent(ann, 'Hi'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 403]);
    expect(answers.at(-1)?.json).toMatchObject({ ...LIMITED, rule: 'agent', limit: 5, used: 5 });
    expect((await ann.get('/api/ai/usage')).json).toMatchObject({ agent: { used: 5, limit: 5 }, daily: { used: 5 } });
  });

  test('visitors have agents where the trial has them, beside their messages, up to an own cap', async () => {
    const now = await get(AllSettings).of('freemium').current();
    await get(AllSettings)
      .of('freemium')
      .change({ ...now, freemiumAgentAccess: true });
    const visitor = newVisitor(product().url);
    expect(
      [await askAgent(visitor, 'Hi'), await askAgent(visitor, 'Hi'), await askAgent(visitor, 'Hi')].map(
        ({ status }) => status,
      ),
    ).toEqual([200, 200, 429]);
    await get(AllSettings).of('freemium').change(now);
    const searched = await (
      await visitor.watch('POST', '/api/ai/trial', { message: 'latest news about plans' })
    ).whole();
    expect(searched.said('sources')).toHaveLength(1);
  });

  test('a free person’s search-like text is answered after one search; any other text without', async () => {
    const free = await newPerson(product().url);
    const searched = await (await free.ask('what are the latest plans')).whole();
    const order = searched.frames.map(({ event }) => event);
    expect(searched.said('meta')[0]).toMatchObject({ agentType: null });
    expect(order.indexOf('sources')).toBeGreaterThan(0);
    expect(order.indexOf('sources')).toBeLessThan(order.indexOf(undefined));
    expect((await (await free.ask('Tell me a story')).whole()).said('sources')).toEqual([]);
    expect((await free.get('/api/ai/usage')).json).toMatchObject({ daily: { used: 2 }, agent: { used: 0 } });
  });

  test('search results are summed up as the contract says, without charging a message', async () => {
    const free = await newPerson(product().url);
    const source = { id: 's1', title: 'One', url: 'https://one.example/', snippet: 'So.' };
    const body = {
      query: 'Is it so?',
      searchResults: [{ url: source.url, title: 'One', snippet: 'So.' }],
      sources: [source],
    };
    await (await free.ask('Tell me a story')).whole();
    product().modelServer.enqueue(streamsText('It ', 'is [1].'));
    const { text } = await free.post('/api/search/orchestrated', body);
    const lines = text
      .trim()
      .split('\n\n')
      .map((line) => JSON.parse(line.slice(6)) as { type: string; content?: string });
    expect([lines[0], lines.at(-1)]).toEqual([
      { type: 'sources', sources: [source] },
      { type: 'complete', sources: [source] },
    ]);
    expect(
      lines
        .slice(1, -1)
        .map(({ type, content }) => (type === 'content' ? content : type))
        .join(''),
    ).toBe('It is [1].');
    expect((await free.get('/api/ai/usage')).json.daily.used).toBe(1);
    product().modelServer.enqueue(respondsWithError(401, { message: 'no' }));
    expect(await free.post('/api/search/orchestrated', body)).toMatchObject({
      status: 502,
      json: { code: 'AI_SERVICE_AUTH_ERROR' },
    });
    expect((await (await newStranger(product().url)).post('/api/search/orchestrated', body)).json).toMatchObject({
      code: 'EMAIL_VERIFICATION_REQUIRED',
    });
    const visitor = newVisitor(product().url);
    expect((await visitor.post('/api/search/orchestrated', body)).status).toBe(429); // nothing was asked yet
    await (await visitor.watch('POST', '/api/ai/trial', { message: 'Tell me a story' })).whole();
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await visitor.post('/api/search/orchestrated', body)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('related questions are read from whatever the model makes of them', async () => {
    const free = await newPerson(product().url);
    const ask = async (said: string) => {
      await (await free.ask('What is rain?')).whole();
      product().modelServer.enqueue(streamsText(said));
      const { json } = await free.post('/api/ai/related-questions', {
        query: 'What is rain?',
        response: 'Water.',
        count: 2,
      });
      return json.questions.map(({ text, category }: { text: string; category: string }) => [text, category]);
    };
    expect(
      await ask(
        '```json\n[{"text":"Why does it fall?","category":"deeper"},{"question":"How to stay ' +
          'dry?"},{"text":"Third?"}]\n```',
      ),
    ).toEqual([
      ['Why does it fall?', 'deeper'],
      ['How to stay dry?', 'practical'],
    ]);
    expect(await ask('1. What is rain?\n2. How does rain differ from snow?\n- no question')).toEqual([
      ['How does rain differ from snow?', 'comparison'],
    ]);
    expect(await ask('Sorry.')).toEqual([]);
  });
});
