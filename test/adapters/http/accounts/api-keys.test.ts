import { ROUTES } from '../../../../src/contract/all-routes.ts';
import type { Access, Route } from '../../../../src/contract/route.ts';
import { Caller, newId, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { newPremiumPerson, setPlan } from '../../../product/premium.ts';

interface ApiKey {
  readonly name: string;
  readonly scope: string;
}

const DENIED = { error: 'Access denied', code: 'UNAUTHORIZED' };
const PATH = '/api/account/api-key';
const thatLetIn = (...access: readonly Access[]) =>
  ROUTES.filter((route) => access.includes(route.access)).map(
    (route) => [`${route.method.toUpperCase()} ${route.path}`, route] as const,
  );
const send = (caller: Caller, { method, path }: Route) =>
  caller.send(
    method.toUpperCase(),
    path.replace(/:\w+/g, newId()),
    method === 'get' || method === 'delete' ? undefined : {},
  );

describeProduct({ env: { APP_URL: 'https://chat.example.org/', SANDBOX: 'on' } }, (product) => {
  test('a person with Premium makes a key, sees its beginning afterwards, and ends it', async () => {
    const { person, key, byKey } = await newPremiumPerson(product());
    const made = await person.get(PATH);
    expect([made.status, made.json]).toEqual([
      200,
      {
        eligible: true,
        baseUrl: 'https://chat.example.org/v1',
        key: { hint: `${key.slice(0, 9)}…`, createdAt: expect.stringMatching(/Z$/), lastUsedAt: null },
      },
    ]);
    expect((await byKey.get('/api/auth/me')).json.user.email).toBe(person.email);
    expect((await person.get(PATH)).json.key.lastUsedAt).toEqual(expect.stringMatching(/Z$/));
    expect((await person.send('DELETE', PATH)).json).toEqual({ success: true });
    expect((await byKey.get('/api/auth/me')).status).toBe(401);
    expect((await person.get(PATH)).json.key).toBeNull();
  });

  test('the answer with the secret is kept by no cache, and a new key ends the old one', async () => {
    const { person, byKey, key } = await newPremiumPerson(product());
    const answer = await person.post(PATH);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(answer.json.secret).not.toBe(key);
    expect((await byKey.get('/api/auth/me')).status).toBe(401);
    expect((await byKey.with({ Authorization: `Bearer ${answer.json.secret}` }).get('/api/auth/me')).status).toBe(200);
  });

  test.each(['free', 'basic'] as const)('the %s plan is told that it needs another', async (plan) => {
    const person = await newPerson(product().url);
    await setPlan(product(), person.email, plan);
    const answer = await person.post(PATH);
    expect([answer.status, answer.json]).toEqual([403, { error: expect.any(String), code: 'SUBSCRIPTION_REQUIRED' }]);
    expect((await person.get(PATH)).json).toMatchObject({ eligible: false, key: null });
  });

  test('a key rests while the plan has lapsed, for every call, and works again with it', async () => {
    const { person, byKey } = await newPremiumPerson(product());
    await setPlan(product(), person.email, 'free');
    for (const [, route] of thatLetIn('user', 'session', 'admin')) {
      const answer = await send(byKey, route);
      expect([route.path, answer.status, answer.json.code]).toEqual([route.path, 403, 'SUBSCRIPTION_REQUIRED']);
    }
    expect((await person.get('/api/auth/me')).status).toBe(200);
    await setPlan(product(), person.email, 'premium');
    expect((await byKey.get('/api/auth/me')).status).toBe(200);
  });

  test.each(thatLetIn('session', 'auditor', 'admin'))(
    '%s is for browsers: a key is refused, an admin’s too',
    async (_name, route) => {
      const { person, byKey } = await newPremiumPerson(product());
      await product().database.connection('users').where({ email: person.email }).update({ is_admin: true });
      const answer = await send(byKey, route);
      expect([answer.status, answer.json]).toEqual([403, DENIED]);
      expect((await byKey.get('/api/auth/me')).status).toBe(200);
    },
  );

  test('what manages the account is for browsers', () => {
    const guarded = thatLetIn('session').map(([name]) => name);
    expect(guarded).toEqual(expect.arrayContaining(['POST /api/auth/logout', `POST ${PATH}`, `DELETE ${PATH}`]));
  });

  test.each(thatLetIn('user', 'user-or-visitor', 'premium'))('%s takes a key', async (_name, route) => {
    const { byKey } = await newPremiumPerson(product());
    expect([401, 403]).not.toContain((await send(byKey, route)).status);
  });

  describe('a named key', () => {
    const LIMITED = ['chat', 'read'] as const;
    /** What a limited key may call; a new call is closed to it until it names the scope. */
    const OPEN: Readonly<Record<string, readonly string[]>> = {
      'GET /api/auth/me': LIMITED,
      'POST /v1/chat/completions': ['chat'],
      'GET /v1/models': ['chat'],
      'GET /v1/models/*id': ['chat'],
      'POST /mcp': ['tools'],
      'POST /api/ai/groq': ['chat'],
      'POST /api/ai/generate-title': ['chat'],
      'POST /api/agent/stream': ['chat'],
      'POST /api/search/orchestrated': ['chat'],
      'POST /api/ai/related-questions': ['chat'],
      'GET /api/ai/replies/:id/stream': ['chat'],
      'POST /api/ai/replies/:id/stop': ['chat'],
      'POST /api/ai/replies/:id/questions/:questionId': ['chat'],
      'POST /api/ai/upload': ['chat'],
      'POST /api/external/process-image': ['chat'],
      'GET /api/ai/usage': ['chat'],
      'GET /api/agent/status': ['chat'],
      'GET /api/agent/available': ['chat'],
      'GET /api/ai/discover-models': ['chat'],
      'GET /api/ai/model-config': ['chat'],
      'GET /api/tools': ['chat'],
      'GET /api/prompts': ['chat'],
      'GET /api/progress/chats': ['read'],
      'GET /api/progress/chat/:id': ['read'],
      'GET /api/progress': ['read'],
      'GET /api/ai/files/:id': ['read'],
      'GET /api/ai/replies/:id/retrieval': ['read'],
    };
    let keys: Readonly<Record<string, Caller>> = {};
    beforeAll(async () => {
      const { person } = await newPremiumPerson(product());
      const make = async (scope: string) => {
        const { json } = await person.post(`${PATH}s`, { name: scope, scope });
        return new Caller(product().url, { Authorization: `Bearer ${json.secret}` });
      };
      keys = { chat: await make('chat'), read: await make('read'), tools: await make('tools'), all: await make('all') };
    });

    test.each(thatLetIn('user', 'user-or-visitor', 'premium'))('%s, by scope', async (name, route) => {
      const open = Object.entries(keys).map(async ([scope, caller]) => {
        const { status, json } = await send(caller, route);
        const code = route.path.startsWith('/v1') ? json?.error?.code : json?.code;
        if (status === 403) expect(String(code).toUpperCase()).toBe('API_KEY_SCOPE');
        return [401, 403].includes(status) ? [] : [scope];
      });
      expect((await Promise.all(open)).flat()).toEqual([...(OPEN[name] ?? []), 'all']);
    });

    test('is listed with what its owner chose, made once more beside others, and revoked alone', async () => {
      const { person, byKey } = await newPremiumPerson(product());
      const made = await person.post(`${PATH}s`, { name: ' Büro 🥞 ', scope: 'chat', expiresInDays: 90 });
      expect([made.status, made.headers.get('cache-control')]).toEqual([201, 'no-store']);
      const { keys: listed, eligible } = (await person.get(`${PATH}s`)).json;
      expect([eligible, listed.map(({ name, scope }: ApiKey) => [name, scope])]).toEqual([
        true,
        [
          ['Büro 🥞', 'chat'],
          ['Personal key', 'all'],
        ],
      ]);
      expect(listed[0]).toEqual(made.json.key);
      expect(Date.parse(listed[0].expiresAt) - Date.parse(listed[0].createdAt)).toBe(90 * 86_400_000);
      expect((await person.send('DELETE', `${PATH}s/${listed[0].id}`)).json).toEqual({ success: true });
      expect((await person.send('DELETE', `${PATH}s/${listed[0].id}`)).status).toBe(404);
      expect((await byKey.get('/api/auth/me')).status).toBe(200);
    });

    test.each([
      {},
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { name: 'a', scope: 'admin' },
      { name: 'a', expiresInDays: 7 },
    ])('%j makes none', async (body) => {
      const { person } = await newPremiumPerson(product());
      expect((await person.post(`${PATH}s`, body)).status).toBe(400);
    });
  });

  test('a key asks and keeps chats like its owner’s browser', async () => {
    const { person, byKey } = await newPremiumPerson(product());
    const chatId = newId();
    expect((await (await byKey.ask('From a program', { chatId, messageId: 'm1' })).whole()).text).toBe(
      'You said: From a program',
    );
    expect((await person.chat(chatId)).json.messages).toHaveLength(2);
  });

  test('the database holds nothing that could be used as a key', async () => {
    const { key } = await newPremiumPerson(product());
    const [, id = '', secret = ''] = /^pk_([^_]+)_(.+)$/.exec(key) ?? [];
    const rows = JSON.stringify(await product().database.connection('user_api_keys').select());
    expect(rows).toContain(id);
    expect(rows).not.toContain(secret);
  });
});
