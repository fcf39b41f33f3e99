import { SendQueuedEmails } from '../../../../src/domain/accounts/mail-queue/send-queued-emails.ts';
import { WebSearch } from '../../../../src/domain/agents/ports.ts';
import { newAdmin, newAuditor } from '../../../product/admin.ts';
import { type Caller, eventually, newPerson, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import {
  listsModels,
  type OpenAiServer,
  respondsWithError,
  startOpenAiServer,
  streamsText,
} from '../../../vendors/openai-server.ts';
import { startSmtpServer } from '../../../vendors/smtp-server.ts';
import { startSearXng } from '../../../vendors/search-servers.ts';

type Json = ReturnType<typeof JSON.parse>;
const PROVIDERS = '/api/admin/providers';
const KEY = 'sk-the-first-key-of-the-owner-a1b2';
const NEXT_KEY = 'sk-the-next-key-of-the-owner-c3d4';
const PASSWORD = 'the-password-of-the-mail-server';

describeProduct({}, (product) => {
  let owner: Caller & { email: string };
  let vendor: OpenAiServer;

  beforeAll(async () => {
    owner = await newAdmin(product());
    vendor = await startOpenAiServer({ models: ['tide-large', 'tide-small'] });
  });
  afterAll(() => vendor.close());

  const server = (changes: object = {}) => ({
    need: 'models',
    kind: 'openai-compatible',
    name: 'Tide & Co',
    baseUrl: vendor.url,
    apiKey: KEY,
    ...changes,
  });
  const groupOf = async (need: string, who: Caller = owner): Promise<Json> =>
    (await who.get(PROVIDERS)).json.groups.find((group: Json) => group.need === need);
  const keyOf = (call: { headers: object } | undefined) =>
    new Map(Object.entries(call?.headers ?? {})).get('authorization');

  test('a provider is tested without being stored', async () => {
    const { status, json } = await owner.post(`${PROVIDERS}/test`, server());
    expect([status, json.models.map(({ id }: Json) => id)]).toEqual([200, ['tide-large', 'tide-small']]);
    expect((await groupOf('models')).providers).toEqual([]);
  });

  test('its models appear beside those of the environment, and people can use them', async () => {
    const { status, json } = await owner.post(PROVIDERS, server());
    expect([status, json.id]).toEqual([200, 'tide-co']);
    expect(await groupOf('models')).toMatchObject({
      configured: [{ id: 'groq', label: 'Groq', variable: 'GROQ_API_KEY' }],
      fixedBy: null,
      providers: [{ id: 'tide-co', label: 'Tide & Co', hasKey: true, keyHint: 'a1b2', state: 'serving' }],
    });
    const offered = (await owner.get('/api/ai/discover-models')).json;
    expect(JSON.stringify(offered)).toContain('tide-large');
    vendor.enqueue(streamsText('High tide.'));
    const answer = await owner.post('/api/ai/groq', question('Hi', { stream: false, model: 'tide-large' }));
    expect([answer.status, answer.json.choices?.[0]?.message.content]).toEqual([200, 'High tide.']);
    expect(keyOf(vendor.completions().at(-1))).toBe(`Bearer ${KEY}`);
  });

  test('a new key takes the place of the old one, in every process within seconds', async () => {
    const row = async () =>
      (await product().database.connection('settings').where({ name: 'provider:tide-co' }).first('value')).value;
    const before = await row();
    await owner.send('PUT', `${PROVIDERS}/tide-co`, server({ apiKey: NEXT_KEY }));
    const lastKey = async () => {
      vendor.enqueue(streamsText('Low tide.'));
      await owner.post('/api/ai/groq', question('Hi', { stream: false, model: 'tide-small' }));
      return keyOf(vendor.completions().at(-1));
    };
    expect([await lastKey(), (await groupOf('models')).providers[0].keyHint]).toEqual([`Bearer ${NEXT_KEY}`, 'c3d4']);
    // What another process stores is followed.
    await product().database.connection('settings').where({ name: 'provider:tide-co' }).update({ value: before });
    await eventually(async () => (await lastKey()) === `Bearer ${KEY}`);
  });

  test('without a key the stored one is meant, but it is sent to no other address', async () => {
    const { apiKey: _, ...keyless } = server();
    await owner.post(`${PROVIDERS}/test`, { ...keyless, id: 'tide-co' });
    expect(keyOf(vendor.listings().at(-1))).toBe(`Bearer ${KEY}`);
    const other = await startOpenAiServer({ models: ['m'] });
    await owner.post(`${PROVIDERS}/test`, { ...keyless, id: 'tide-co', baseUrl: other.url });
    expect(keyOf(other.listings().at(-1))).toBeUndefined();
    await other.close();
  });

  test.each([
    [{ baseUrl: 'http://169.254.169.254/v1' }, 400, 'baseUrl'],
    [{ baseUrl: 'http://ada:secret@127.0.0.1/v1' }, 400, 'baseUrl'],
    [{ baseUrl: null }, 400, 'baseUrl'],
    [{ apiKey: 'two words' }, 400, 'apiKey'],
    [{ kind: 'nothing' }, 400, 'kind'],
    [{ model: 'ebb' }, 400, 'model'],
    [{ need: 'search', kind: 'searxng', baseUrl: 'http://169.254.169.254/' }, 400, 'baseUrl'],
    [{ need: 'search', kind: 'tavily', apiKey: '' }, 400, 'apiKey'],
    [{ need: 'mail', kind: 'smtp', baseUrl: 'http://127.0.0.1', sender: 'a@example.org' }, 400, 'baseUrl'],
    [{ need: 'mail', kind: 'smtp', baseUrl: 'smtp://127.0.0.1', sender: 'nobody' }, 400, 'sender'],
    [{ need: 'mail', kind: 'smtp', baseUrl: 'smtp://169.254.169.254:25', sender: 'a@example.org' }, 400, 'baseUrl'],
  ])('what is no provider is refused: %j', async (wrong, status, field) => {
    const refused = await owner.post(PROVIDERS, server(wrong));
    expect([refused.status, refused.json.field]).toEqual([status, field]);
  });

  test.each([
    [401, 'key'],
    [429, 'quota'],
    [404, 'address'],
    [500, 'unreachable'],
  ])('the status %i of a provider is said to be: %s', async (status, failure) => {
    const failing = await startOpenAiServer({ list: respondsWithError(status, { message: 'no' }) });
    const refused = await owner.post(`${PROVIDERS}/test`, server({ baseUrl: failing.url }));
    expect([refused.status, refused.json.failure]).toEqual([502, failure]);
    await failing.close();
  });

  test('a server without a list of models is asked a small question, by the name that the admin gave', async () => {
    const bare = await startOpenAiServer({
      list: respondsWithError(405, 'Method Not Allowed'),
      reply: streamsText('Yes'),
    });
    const unnamed = await owner.post(`${PROVIDERS}/test`, server({ baseUrl: bare.url }));
    expect([unnamed.status, unnamed.json.failure, bare.completions().length]).toEqual([502, 'address', 0]);
    const named = server({ baseUrl: bare.url, name: 'Bare', model: 'own-model' });
    const { json } = await owner.post(`${PROVIDERS}/test`, named);
    expect(json).toEqual({ models: [{ id: 'own-model', displayName: 'Own Model' }] });
    expect(bare.completions().map(({ body }) => body['model'])).toEqual(['own-model']);
    const saved = await owner.post(PROVIDERS, named);
    expect(JSON.stringify((await owner.get('/api/ai/discover-models')).json)).toContain('own-model');
    const answer = await owner.post('/api/ai/groq', question('Hi', { stream: false, model: 'own-model' }));
    expect(answer.json.choices?.[0]?.message.content).toBe('Yes');
    await owner.send('DELETE', `${PROVIDERS}/${saved.json.id}`);
    await bare.close();
  });

  test('a server without models is not connected: it would answer nobody', async () => {
    const empty = await startOpenAiServer({ list: (wire) => wire.respond(200, { object: 'list', data: null }) });
    const refused = await owner.post(PROVIDERS, server({ baseUrl: empty.url, name: 'Empty' }));
    expect([refused.status, refused.json.failure]).toEqual([502, 'models']);
    expect(JSON.stringify((await groupOf('models')).providers)).not.toContain('Empty');
    await empty.close();
  });

  test('a name that a server without a list does not know is refused', async () => {
    const unknown = respondsWithError(404, { message: 'The model `own` does not exist', code: 'model_not_found' });
    const bare = await startOpenAiServer({ list: respondsWithError(404, ''), reply: unknown });
    const refused = await owner.post(`${PROVIDERS}/test`, server({ baseUrl: bare.url, model: 'own' }));
    expect([refused.status, refused.json.message]).toEqual([502, expect.stringContaining('does not have this model')]);
    await bare.close();
  });

  test('a missing server is unreachable, and a provider of the environment is not entered again', async () => {
    const gone = await owner.post(`${PROVIDERS}/test`, server({ baseUrl: 'http://127.0.0.1:9/v1' }));
    expect([gone.status, gone.json.failure]).toEqual([502, 'unreachable']);
    const groq = await owner.post(PROVIDERS, server({ kind: 'groq', baseUrl: null }));
    expect([groq.status, groq.json.code]).toEqual([409, 'SET_BY_ENVIRONMENT']);
  });

  test('a mail server takes the sandbox’s place at once: mails leave, and no answer has a link any more', async () => {
    const smtp = await startSmtpServer();
    const mail = {
      need: 'mail',
      kind: 'smtp',
      baseUrl: smtp.url.replace('parley:s%40cret@', ''),
      user: 'ada',
      apiKey: PASSWORD,
      sender: 'Tide <tide@example.org>',
    };
    const added = await owner.post(PROVIDERS, mail);
    expect([added.status, added.json.id]).toEqual([200, 'mail']);
    expect(Buffer.from(smtp.logins[0] ?? '', 'base64').toString()).toBe(`\0ada\0${PASSWORD}`);
    expect((await groupOf('mail')).providers[0]).toMatchObject({ user: 'ada', hasKey: true, keyHint: '' });
    expect((await owner.post('/api/admin/setup/mail')).json.sentTo).toBe(owner.email);
    expect(smtp.mails.at(-1)).toMatchObject({ from: 'tide@example.org', to: [owner.email] });
    const registered = await owner.post('/api/auth/register', {
      email: 'new@example.org',
      password: 'a-long-passphrase-1',
    });
    expect([registered.status, registered.text]).toEqual([201, expect.not.stringContaining('verificationUrl')]);
    expect((await owner.send('DELETE', `${PROVIDERS}/mail`)).status).toBe(200);
    expect((await owner.post('/api/admin/setup/mail')).json.sentTo).toBe(owner.email);
    expect((await owner.get('/sandbox')).text).toContain('Mail works');
    await smtp.close();
  });

  test('what the mail server does not take yet is stored without its link, and sent later', async () => {
    const smtp = await startSmtpServer();
    const { url, mails } = smtp;
    const address = {
      need: 'mail',
      kind: 'smtp',
      baseUrl: url.replace('parley:s%40cret@', ''),
      sender: 'a@example.org',
    };
    expect((await owner.post(PROVIDERS, { ...address, user: 'ada', apiKey: PASSWORD })).status).toBe(200);
    const { database, running } = product();
    await database.connection('mail_queue').delete(); // of the test before, whose server is gone
    smtp.answerRecipients('450 4.2.0 greylisted');
    const invited = await owner.post('/api/admin/invitations', { email: 'grey@example.org' });
    expect([invited.status, invited.json.isMailed, mails]).toEqual([201, true, []]);
    const rows = await database.connection('mail_queue');
    expect([rows.length, JSON.stringify(rows)]).toEqual([1, expect.not.stringContaining('invite=')]);
    const stateOf = async () => {
      const { needs } = (await owner.get('/api/admin/health')).json;
      return needs.find(({ need }: Json) => need === 'queued-mails');
    };
    expect(await stateOf()).toMatchObject({ state: 'failing', detail: expect.stringMatching(/^1 mail waits/) });
    expect((await owner.post('/api/admin/setup/mail')).json.sentTo).toBeNull(); // a test is not sent later

    smtp.answerRecipients('250 ok');
    await database.connection('mail_queue').update({ due_at: 0 });
    await running.container.get(SendQueuedEmails).sweep(new AbortController().signal);
    expect(mails.map(({ to }) => to)).toEqual([['grey@example.org']]);
    expect(mails[0]?.data.replaceAll('=\n', '')).toContain('invite=');
    expect(await stateOf()).toMatchObject({ state: 'ok', detail: 'nothing waits' });
    await owner.send('DELETE', `${PROVIDERS}/mail`);
    await smtp.close();
  });

  test('a search service takes the demo’s place', async () => {
    const searxng = await startSearXng();
    searxng.pages = [{ url: 'https://tide.example/', title: 'Tide', text: 'High tide is at noon.' }];
    const added = await owner.post(PROVIDERS, { need: 'search', kind: 'searxng', baseUrl: searxng.url });
    expect([added.status, added.json.id]).toEqual([200, 'search']);
    const health = (await owner.get('/api/admin/health')).json.needs.find(({ need }: Json) => need === 'search');
    expect(health).toMatchObject({ adapter: 'searxng' });
    const { hits } = await product()
      .running.container.get(WebSearch)
      .search('high tide', 3, new AbortController().signal);
    expect(hits.map(({ url }) => url)).toEqual(['https://tide.example/']);
    await owner.send('DELETE', `${PROVIDERS}/search`);
    await searxng.close();
  });

  describe('what another admin changes meanwhile', () => {
    const shownOf = async (need: string, wanted: string): Promise<Json> => {
      const {
        id: _id,
        label: _label,
        state: _state,
        ...shown
      } = (await groupOf(need)).providers.find(({ id }: Json) => id === wanted);
      return shown;
    };
    const refused = [409, { error: expect.stringContaining('Another admin has changed this') }];

    test('is overwritten neither by a form that was opened before, nor by one that saw nothing', async () => {
      const before = await shownOf('models', 'tide-co');
      const save = async (changes: object) => {
        const { status, json } = await owner.send('PUT', `${PROVIDERS}/tide-co`, { ...server(changes), before });
        return [status, status === 200 ? json.success : json];
      };
      expect(await save({ model: 'tide-small' })).toEqual([200, true]);
      expect(await save({ name: 'Flood' })).toEqual(refused);
      expect(await shownOf('models', 'tide-co')).toEqual({ ...before, model: 'tide-small' });
      const searxng = await startSearXng();
      const search = { need: 'search', kind: 'searxng', baseUrl: searxng.url };
      expect((await owner.post(PROVIDERS, search)).status).toBe(200);
      const again = await owner.post(PROVIDERS, search);
      expect([again.status, again.json]).toEqual(refused);
      await owner.send('DELETE', `${PROVIDERS}/search`);
      await searxng.close();
    });

    test('is seen too while the change is tested: what was removed does not come back', async () => {
      let meanwhile: () => Promise<unknown> = async () => undefined;
      const slow = await startOpenAiServer({
        list: async (wire, request) => {
          await meanwhile();
          await listsModels(['m'])(wire, request);
        },
      });
      const { id } = (await owner.post(PROVIDERS, server({ name: 'Slow', baseUrl: slow.url }))).json;
      const change = (changes: object) =>
        owner.send('PUT', `${PROVIDERS}/${id}`, server({ name: 'Slow', baseUrl: slow.url, ...changes }));
      meanwhile = async () => {
        meanwhile = async () => undefined;
        await change({ apiKey: NEXT_KEY });
      };
      const { apiKey: _, ...keyless } = server({ name: 'Renamed', baseUrl: slow.url });
      const late = await owner.send('PUT', `${PROVIDERS}/${id}`, keyless);
      expect([late.status, late.json]).toEqual(refused);
      expect(await shownOf('models', id)).toMatchObject({ name: 'Slow', keyHint: 'c3d4' });
      meanwhile = () => owner.send('DELETE', `${PROVIDERS}/${id}`);
      expect((await change({ name: 'Back' })).status).toBe(404);
      expect((await groupOf('models')).providers.map((each: Json) => each.id)).not.toContain(id);
      await slow.close();
    });
  });

  test('auditors see names, and neither keys nor addresses; others see nothing', async () => {
    const auditor = await newAuditor(product());
    const { text } = await auditor.get(PROVIDERS);
    expect(text).toContain('Tide & Co');
    for (const secret of ['a1b2', 'c3d4', vendor.url]) expect(text).not.toContain(secret);
    expect((await auditor.post(PROVIDERS, server())).status).toBe(403);
    expect((await (await newPerson(product().url)).get(PROVIDERS)).status).toBe(403);
  });

  test('no call, row, log or audit entry has a key or a password', async () => {
    const tables = ['settings', 'config_versions', 'audit_log', 'events'];
    const { connection } = product().database;
    const dumps = await Promise.all(
      tables.map(async (table) => ((await connection.schema.hasTable(table)) ? connection(table).select() : [])),
    );
    const calls = await Promise.all(
      [PROVIDERS, '/api/admin/setup', '/api/admin/debug-logs', '/api/admin/audit', '/api/admin/health'].map(
        async (path) => (await owner.get(path)).text,
      ),
    );
    const all = JSON.stringify([dumps, calls]);
    for (const secret of [KEY, NEXT_KEY, PASSWORD]) expect(all).not.toContain(secret);
    expect(calls.join('')).toContain('provider.connect');
  });

  test('a removed provider answers nobody, and settings that name its models get one that is offered', async () => {
    expect((await owner.send('DELETE', `${PROVIDERS}/tide-co`)).status).toBe(200);
    expect((await groupOf('models')).providers).toEqual([]);
    expect((await owner.send('DELETE', `${PROVIDERS}/tide-co`)).status).toBe(404);
    const answer = await owner.post('/api/ai/groq', question('Hi', { stream: false, model: 'tide-large' }));
    expect(keyOf(vendor.completions().at(-1))).not.toBe(undefined);
    expect(answer.text).not.toContain('tide.');
  });
});
