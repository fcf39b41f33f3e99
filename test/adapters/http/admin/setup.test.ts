import type { ServerEvent } from '../../../../src/domain/kernel/ports.ts';
import { ServerEventLog } from '../../../../src/domain/kernel/ports.ts';
import { newAdmin } from '../../../product/admin.ts';
import { Caller, eventually, newPerson, newVisitor, PASSWORD, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import type { Product } from '../../../support/parley.ts';
import {
  type OpenAiServer,
  respondsWithError,
  startOpenAiServer,
  streamsText,
} from '../../../vendors/openai-server.ts';

type Json = ReturnType<typeof JSON.parse>;
const SETUP = '/api/admin/setup';
const ROW = 'provider:openai-compatible';
const KEY = 'sk-of-the-owner-and-of-nobody-else';

const recordEvents = (product: Product): ServerEvent[] => {
  const events: ServerEvent[] = [];
  const log = product.running.container.get(ServerEventLog);
  const add = log.add.bind(log);
  log.add = (event) => {
    events.push(event);
    add(event);
  };
  return events;
};

describeProduct({}, (product) => {
  let owner: Caller & { email: string };
  let events: ServerEvent[];

  beforeAll(async () => {
    owner = await newAdmin(product());
    events = recordEvents(product());
  });

  const choose = (purpose: string, domains: readonly string[] = []) =>
    owner.post(`${SETUP}/purpose`, { purpose, domains });
  const register = (email: string) =>
    new Caller(product().url).post('/api/auth/register', { email, password: PASSWORD });
  const ways = async (): Promise<Json> => (await owner.get('/api/auth/ways')).json;

  test('for the owner alone, nobody registers or tries it, and nobody has a daily limit', async () => {
    const friend = await newPerson(product().url);
    events.splice(0);
    const { status, json } = await choose('me');
    expect([status, json.setup.purpose, json.setup.steps]).toEqual([200, 'me', ['purpose']]);
    expect((await ways()).registration).toBe('closed');
    const refused = await register('new@example.org');
    expect([refused.status, refused.json]).toMatchObject([403, { code: 'REGISTRATION_CLOSED' }]);
    expect((await newVisitor(product().url).post('/api/ai/trial', { message: 'Hi' })).status).toBe(401);
    expect((await friend.get('/api/ai/usage')).json).toMatchObject({ daily: { limit: -1 }, agent: { limit: -1 } });
    expect((await friend.get('/api/agent/status')).json).toMatchObject({ eligible: true });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      kind: 'admin change',
      detail: expect.stringMatching(/^Set up for me; .*freemium/),
    });
  });

  test('for a team without domains anybody registers, so limits stay', async () => {
    await choose('team');
    expect((await register('anybody@example.org')).status).toBe(201);
    const member = await newPerson(product().url);
    expect((await member.get('/api/ai/usage')).json).toMatchObject({ daily: { limit: 30 }, agent: { limit: 5 } });
    expect((await member.get('/api/agent/status')).json).toMatchObject({ eligible: true });
  });

  test('for a team, only addresses of its domains register', async () => {
    expect((await choose('team', ['Team.Example', 'other.example'])).json.setup.domains).toEqual([
      'team.example',
      'other.example',
    ]);
    expect((await ways()).registration).toBe('open');
    expect((await register('ann@elsewhere.example')).json).toMatchObject({ code: 'REGISTRATION_CLOSED' });
    expect((await register('ann@evil-team.example')).status).toBe(403);
    expect((await register('ann@TEAM.example')).status).toBe(201);
    expect((await choose('team', ['no domain'])).json).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('for customers, the trial, the plans and their limits are as before', async () => {
    expect((await choose('customers')).json.setup).toMatchObject({ purpose: 'customers', domains: [] });
    expect((await register('buyer@example.org')).status).toBe(201);
    expect((await newVisitor(product().url).post('/api/ai/trial', { message: 'Hi' })).status).toBe(200);
    const free = await newPerson(product().url);
    expect((await free.get('/api/ai/usage')).json).toMatchObject({ daily: { limit: 30 }, agent: { limit: 0 } });
    expect((await free.get('/api/agent/status')).json).toMatchObject({ eligible: false });
  });

  test('each setting can be changed by itself later, and says who changed it', async () => {
    await choose('me');
    const closed = (await owner.get('/api/admin/registration-config')).json;
    expect(closed).toMatchObject({ mode: 'closed', domains: [], reason: 'Set up for me' });
    const body = { mode: 'open', domains: [], version: closed.version };
    expect((await owner.post('/api/admin/registration-config', body)).json).toMatchObject({ config: { mode: 'open' } });
    expect((await register('again@example.org')).status).toBe(201);
  });

  test('where the environment sets the models it decides, and the guide names its variables', async () => {
    const { models } = (await owner.get(SETUP)).json;
    expect(models).toMatchObject({ variables: ['GROQ_API_KEY'], answering: ['Groq'], isDemo: false, connected: null });
    const server = { provider: 'openai', apiKey: KEY, model: 'm' };
    const refused = await owner.post(`${SETUP}/models`, server);
    expect([refused.status, refused.json]).toMatchObject([409, { code: 'SET_BY_ENVIRONMENT' }]);
  });

  test('a test mail goes to the owner', async () => {
    expect((await owner.get(SETUP)).json.mail).toMatchObject({ isSandbox: true, variables: ['SMTP_URL', 'MAIL_FROM'] });
    expect((await owner.post(`${SETUP}/mail`)).json).toEqual({ sentTo: owner.email, detail: '' });
    expect((await owner.get('/sandbox')).text).toContain('Mail works');
    expect((await owner.get(SETUP)).json.steps).toContain('mail');
  });

  test('a skipped step is remembered', async () => {
    expect((await owner.post(`${SETUP}/skip`, { step: 'model' })).json.setup.steps).toContain('model');
  });
});

describeProduct({ env: { GROQ_API_KEY: '', LLM: 'demo' } }, (product) => {
  let owner: Caller & { email: string };
  let vendor: OpenAiServer;
  const server = () => ({ provider: 'openai-compatible', baseUrl: `${vendor.url}`, apiKey: KEY });

  beforeAll(async () => {
    owner = await newAdmin(product());
    vendor = await startOpenAiServer({ models: ['tide-large', 'tide-small'] });
  });
  afterAll(() => vendor.close());

  const isDemo = async (): Promise<boolean> => (await owner.get('/api/freemium-config')).json.demoModel;
  const say = async (who: Caller, more: object = {}) =>
    (await who.post('/api/ai/groq', question('Hi', { stream: false, ...more }))).json;

  test('a server is asked for its models without being stored', async () => {
    const { status, json } = await owner.post(`${SETUP}/models/test`, server());
    expect([status, json.models.map(({ id }: Json) => id)]).toEqual([200, ['tide-large', 'tide-small']]);
    expect(vendor.listings().at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect([await isDemo(), (await owner.get(SETUP)).json.models.connected]).toEqual([true, null]);
  });

  test.each([
    [{ baseUrl: 'ftp://example.org' }, 400, 'baseUrl'],
    [{ baseUrl: null }, 400, 'baseUrl'],
    [{ apiKey: 'two words' }, 400, 'apiKey'],
    [{ baseUrl: 'http://169.254.169.254/v1' }, 400, 'baseUrl'],
    [{ baseUrl: 'http://[fd00:ec2::254]/v1' }, 400, 'baseUrl'],
    [{ baseUrl: 'http://0.0.0.0:1/v1' }, 400, 'baseUrl'],
  ])('what is no model server is refused: %j', async (wrong, status, field) => {
    const refused = await owner.post(`${SETUP}/models/test`, { ...server(), ...wrong });
    expect([refused.status, refused.json.field]).toEqual([status, field]);
  });

  test('a connected server answers at once, in the demo’s place, and its key is never told again', async () => {
    vendor.enqueue(streamsText('High ', 'tide.'));
    const { status, text, json } = await owner.post(`${SETUP}/models`, { ...server(), model: 'tide-large' });
    expect([status, json.setup.models.connected]).toEqual([
      200,
      { provider: 'openai-compatible', baseUrl: vendor.url, model: 'tide-large', hasKey: true },
    ]);
    expect(text).not.toContain(KEY);
    expect(await isDemo()).toBe(false);
    const free = await newPerson(product().url);
    expect((await say(free)).choices[0].message.content).toBe('High tide.');
    expect(vendor.completions().at(-1)?.body).toMatchObject({ model: 'tide-large' });
    const visitor = newVisitor(product().url);
    vendor.enqueue(streamsText('Low tide.'));
    expect((await visitor.post('/api/ai/trial', { message: 'Hi' })).text).toContain('Low tide.');
  });

  test('no call and no row tells the key', async () => {
    for (const path of [SETUP, '/api/admin/health', '/api/admin/debug-logs'])
      expect((await owner.get(path)).text).not.toContain(KEY);
    const rows: { value: string }[] = await product().database.connection('settings').select('value');
    expect(rows.filter(({ value }) => value.includes('openai-compatible'))).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(KEY);
  });

  test('without a key the stored one is meant, but only for the same server', async () => {
    const { apiKey: _, ...keyless } = server();
    await owner.post(`${SETUP}/models`, { ...keyless, model: 'tide-small' });
    expect(vendor.listings().at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`);
    const other = await startOpenAiServer({ models: ['m'] });
    await owner.post(`${SETUP}/models/test`, { ...keyless, baseUrl: other.url });
    expect(other.listings().at(-1)?.headers['authorization']).toBeUndefined();
    await other.close();
    const refused = await owner.post(`${SETUP}/models/test`, { provider: 'openai' });
    expect([refused.status, refused.json.field]).toEqual([400, 'apiKey']);
  });

  test('settings that named models of the server before name the new one', async () => {
    const { config } = (await owner.get('/api/admin/rate-limits')).json;
    expect(config.subscriptions.free.models).toEqual({ primary: 'tide-small', fallback: 'tide-small' });
    const { tiers } = (await owner.get('/api/ai/model-config')).json;
    for (const { models } of Object.values<Json>(tiers))
      for (const { id } of models) expect(['tide-large', 'tide-small']).toContain(id);
  });

  test('a model that the server does not offer is refused, and so is a server that does not answer', async () => {
    const refused = await owner.post(`${SETUP}/models`, { ...server(), model: 'ebb' });
    expect([refused.status, refused.json.field]).toEqual([400, 'model']);
    const gone = await startOpenAiServer({ list: respondsWithError(401, { message: 'no' }) });
    const failed = await owner.post(`${SETUP}/models`, { ...server(), baseUrl: gone.url, model: 'm' });
    expect([failed.status, failed.json.message]).toEqual([
      502,
      expect.stringContaining('does not accept its credentials'),
    ]);
    await gone.close();
    expect((await owner.get(SETUP)).json.models.connected).toMatchObject({ baseUrl: vendor.url });
  });

  test('another process follows, and after the removal the demo answers again', async () => {
    const row = await product().database.connection('settings').where({ name: ROW }).first('value');
    expect((await owner.send('DELETE', `${SETUP}/models`)).json.setup.models).toMatchObject({
      connected: null,
      isDemo: true,
    });
    expect(await isDemo()).toBe(true);
    await product().database.connection('settings').insert({ name: ROW, value: row.value });
    await eventually(async () => !(await isDemo()));
  });
});
