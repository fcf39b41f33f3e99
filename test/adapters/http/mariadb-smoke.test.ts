import { jest } from '@jest/globals';

import { CryptoOneTimePasswords } from '../../../src/adapters/system/one-time-passwords.ts';
import { VerifyAudit } from '../../../src/domain/audit/verify-audit.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { ROUTES } from '../../../src/contract/all-routes.ts';
import { newAdmin, newSomebody } from '../../product/admin.ts';
import {
  type Answer,
  Caller,
  eventually,
  newId,
  newPerson,
  newStranger,
  newVisitor,
  PASSWORD,
  question,
  tokenIn,
} from '../../product/client.ts';
import { describeProductOnMysql } from '../../product/describe-product.ts';
import { streamsText, streamsToolCalls } from '../../vendors/openai-server.ts';
import { startSearXng } from '../../vendors/search-servers.ts';
import { newPremiumPerson, setPlan } from '../../product/premium.ts';
import { DEFAULT_TOOL_SETTINGS } from '../../../src/shared/settings/tools.ts';
import { someTerms } from '../../fakes/groups.ts';
import { protect, startMcpServer } from '../../vendors/mcp-server.ts';
import { CHATGPT } from '../../domain/account-data/exports.ts';

jest.setTimeout(60_000);

const SEEING = 'meta-llama/llama-4-scout-17b-16e-instruct';
const MODELS = ['moonshotai/kimi-k2-instruct', 'gemma2-9b-it', 'llama-3.3-70b-versatile', SEEING];
const REASON = 'a smoke test';
/** The smallest image that there is. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const patternOf = (path: string) => path.replaceAll(/:\w+/g, '[^/]+').replaceAll(/\*\w+/g, '.+');
const routeOf = (method: string, path: string) =>
  ROUTES.find((route) => route.method === method.toLowerCase() && new RegExp(`^${patternOf(route.path)}$`).test(path));
const nameOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`;

const ENV = { SANDBOX: 'on', OUTBOUND_ALLOWED: '127.0.0.0/8' };

/**
 * The other tests of the calls run on SQLite. Here every call of the contract is made once on MariaDB with what it
 * needs to do its work, so that a statement this engine cannot take, or answers in other types, shows.
 */
describeProductOnMysql({ env: ENV, upstream: { models: MODELS } }, (product) => {
  /** What each call answered, in the order of the requests. */
  const answered = new Map<string, number[]>();
  const realFetch = globalThis.fetch;
  beforeAll(() => {
    globalThis.fetch = async (input, init) => {
      const response = await realFetch(input, init);
      const { origin, pathname } = new URL(String(input));
      const route = origin === product().url ? routeOf(init?.method ?? 'GET', pathname) : undefined;
      if (route) answered.set(nameOf(route), [...(answered.get(nameOf(route)) ?? []), response.status]);
      return response;
    };
  });
  afterAll(() => {
    globalThis.fetch = realFetch;
  });

  const nobody = () => new Caller(product().url);
  const ok = ({ status, text, json }: Answer): Answer['json'] => {
    if (status >= 300) throw new Error(`answered ${status}: ${text}`);
    return json;
  };
  const upload = async (
    who: Caller,
    path: string,
    name: string,
    content: string | Buffer<ArrayBuffer>,
    fields: object = {},
  ) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
    form.set('file', new Blob([content]), name);
    const response = await fetch(product().url + path, { method: 'POST', headers: who.headers, body: form });
    expect(response.status).toBe(201);
    const json = (await response.json()) as { id?: string; file?: { id: string } };
    return String(json.file?.id ?? json.id);
  };
  const mailed = (person: { email: string }, word: string) =>
    eventually(async () => {
      const mail: { body: string } | undefined = await product()
        .database.connection('outbox')
        .where({ recipient: person.email })
        .where('body', 'like', `%${word}=%`)
        .first('body');
      return new RegExp(`${word}=([\\w-]+)`).exec(mail?.body ?? '')?.[1] ?? false;
    });

  test('what is open to everybody is told', async () => {
    for (const path of ['/api/auth/ways', '/api/auth/captcha', '/api/theme', '/api/freemium-config', '/api/plans'])
      ok(await nobody().get(path));
    for (const path of ['/api/image', '/api/site-icon'])
      expect((await nobody().get(`${path}?url=http://127.0.0.1:1/`)).status).toBeLessThan(500);
  });

  test('an account is made, verified, entered again, and its password reset', async () => {
    const ann = await newStranger(product().url);
    ok(await nobody().post('/api/auth/link', { token: tokenIn(ann.link), purpose: 'verify-email' }));
    ok(await nobody().post('/api/auth/verify-email', { token: tokenIn(ann.link) }));
    ok(await (await newStranger(product().url)).post('/api/auth/resend-verification'));
    const { token } = ok(await nobody().post('/api/auth/login', { email: ann.email, password: PASSWORD }));
    ok(
      await nobody()
        .with({ Authorization: `Bearer ${token}` })
        .post('/api/auth/logout'),
    );
    ok(await nobody().post('/api/auth/forgot-password', { email: ann.email }));
    const reset = await mailed(ann, 'reset');
    ok(await nobody().post('/api/auth/reset-password', { token: reset, password: 'another long one' }));
    expect((await ann.get('/api/auth/me')).status).toBe(401);
    const login = { email: ann.email, password: 'another long one' };
    const again = nobody().with({
      Authorization: `Bearer ${ok(await nobody().post('/api/auth/login', login)).token}`,
    });
    expect(ok(await again.send('PUT', '/api/auth/me', { name: 'Ann 🙂' })).user.name).toBe('Ann 🙂');
    expect(ok(await again.send('PUT', '/api/auth/language', { language: 'ja' })).user.language).toBe('ja');
    ok(
      await again.post('/api/auth/change-password', { currentPassword: login.password, password: 'a third long one' }),
    );
    ok(await again.post('/api/auth/reauthenticate', { password: 'a third long one' }));
    expect(ok(await again.get('/api/auth/identities'))).toEqual({ identities: [], hasPassword: true });
    expect((await again.post('/api/auth/identities', { code: 'wrong' })).status).toBe(400);
    expect((await again.send('DELETE', `/api/auth/identities/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await nobody().post('/api/auth/oidc/session', { code: 'wrong' })).status).toBe(400);
    const email = `${newId().toLowerCase()}@example.org`;
    ok(await again.post('/api/auth/change-email', { email, password: 'a third long one' }));
    const confirm = { token: await mailed({ email }, 'email') };
    expect(ok(await nobody().post('/api/auth/confirm-email', confirm)).email).toBe(email);
    const restore = { token: await mailed(ann, 'restore') };
    expect(ok(await nobody().post('/api/auth/restore-email', restore)).email).toBe(ann.email);
    const login3 = { email: ann.email, password: 'a third long one' };
    const { token: last } = ok(await nobody().post('/api/auth/login', login3));
    ok(
      await nobody()
        .with({ Authorization: `Bearer ${last}` })
        .post('/api/auth/logout-everywhere'),
    );
    expect(
      (await nobody().post('/api/auth/setup', { token: 'wrong', email: 'a@example.org', password: PASSWORD })).status,
    ).toBeLessThan(500);
    expect((await nobody().post('/api/auth/firebase-exchange', { firebaseToken: 'wrong' })).status).toBeLessThan(500);
  });

  test('a second factor is enrolled, asked for, and removed', async () => {
    const ann = await newPerson(product().url);
    const { secret } = ok(await ann.post('/api/account/second-factor/totp'));
    const passwords = new CryptoOneTimePasswords();
    const code = (offset: number) => passwords.codeAt(secret, Math.floor(Date.now() / 30_000) + offset);
    ok(await ann.post('/api/account/second-factor/totp/confirm', { code: code(-1) }));
    ok(await ann.post('/api/account/second-factor/recovery-codes'));
    const { challenge } = (await nobody().post('/api/auth/login', { email: ann.email, password: PASSWORD })).json;
    ok(await nobody().post('/api/auth/second-factor', { challenge, proof: { code: code(1) } }));
    expect(ok(await ann.get('/api/account/second-factor')).recoveryCodesLeft).toBe(10);
    const { options } = ok(await ann.post('/api/account/passkeys/options'));
    const origin = `http://${options.rp.id}:${new URL(product().url).port}`;
    const authenticator = new SoftwareAuthenticator();
    const answer = authenticator.register({ rpId: options.rp.id, origin, challenge: options.challenge });
    ok(await ann.post('/api/account/passkeys', { name: 'Laptop', answer }));
    const { challenge: next, rpId } = ok(await nobody().post('/api/auth/passkey/options')).options;
    ok(
      await nobody().post('/api/auth/passkey', {
        answer: authenticator.authenticate({ rpId, origin, challenge: next }),
      }),
    );
    const [passkey] = ok(await ann.get('/api/account/second-factor')).passkeys;
    ok(await ann.send('DELETE', `/api/account/passkeys/${passkey.id}`));
    ok(await ann.send('DELETE', '/api/account/second-factor/totp'));
  });

  test('a telephone signs in', async () => {
    const phone = { phoneNumber: '2015550123', countryCode: '+1' };
    const { devCode } = ok(await nobody().post('/api/auth/send-sms', phone));
    const { user } = ok(await nobody().post('/api/auth/verify-sms', { ...phone, otp: devCode }));
    expect(user.phoneNumber).toContain('0123');
  });

  test('a conversation is held, followed, found, stored, and deleted', async () => {
    const ann = await newPerson(product().url);
    const chatId = newId();
    const reply = await (await ann.ask('Where is the lighthouse? 🗼', { chatId, messageId: 'm1' })).whole();
    expect(reply.text).toBe('You said: Where is the lighthouse? 🗼');
    expect((await (await ann.follow(reply.replyId)).whole()).raw).toBe(reply.raw);
    expect((await ann.stop(reply.replyId)).status).toBeLessThan(500);
    const follow = { query: 'Lighthouse?', response: 'There.' };
    ok(await ann.post('/api/ai/generate-title', question('Lighthouse?')));
    ok(await ann.post('/api/ai/related-questions', follow));
    ok(await ann.post('/api/search/orchestrated', { query: 'Lighthouse?', searchResults: 'There.', sources: [] }));
    const found = await eventually(async () => {
      const { chats } = ok(await ann.get('/api/progress/chats?q=lighthouse'));
      return chats.length > 0 && chats;
    });
    expect(found).toEqual([expect.objectContaining({ id: chatId, messageCount: 2 })]);
    const { messages } = ok(await ann.chat(chatId));
    expect(messages.map(({ content, status }: Record<string, unknown>) => [content, status])).toEqual([
      ['Where is the lighthouse? 🗼', 'complete'],
      ['You said: Where is the lighthouse? 🗼', 'complete'],
    ]);
    const own = newId();
    ok(await ann.post('/api/progress/chat', { chatId: own, chat: { id: own, title: 'Mine', messages: [] } }));
    expect(Object.keys(ok(await ann.get('/api/progress')).chats).toSorted()).toEqual([chatId, own].toSorted());
    const versions = `/api/progress/chat/${chatId}/messages/${messages[1].id}/versions`;
    ok(await ann.post(versions, { id: 'v1', artifactId: 'html-oven', kind: 'html', source: 'Aniseed 🥖' }));
    expect(ok(await ann.get('/api/progress/chats?q=aniseed')).chats[0]).toMatchObject({
      match: { excerpt: 'Aniseed 🥖', artifact: { id: 'html-oven' } },
    });
    ok(await ann.send('DELETE', `${versions}/v1`));
    ok(await ann.send('PUT', `/api/progress/chat/${own}/place`, { pinned: true }));
    expect(ok(await ann.post('/api/progress/chats/archive', { archived: true }))).toEqual({ count: 1 });
    expect(ok(await ann.get('/api/progress/chats'))).toMatchObject({ chats: [{ id: own }], pinned: [{ id: own }] });
    expect(ok(await ann.get('/api/progress/chats?archived=true')).chats).toMatchObject([{ id: chatId }]);
    ok(await ann.send('PUT', `/api/progress/chat/${chatId}/place`, { archived: false }));
    ok(await ann.send('DELETE', `/api/progress/chat/${chatId}`));
    expect(ok(await ann.get('/api/progress/chats')).chats).toHaveLength(1);
    expect(ok(await ann.get('/api/ai/usage')).daily.used).toBe(1);
    ok(await ann.get('/api/ai/discover-models'));
  });

  test('a visitor tries it until the trial is used up', async () => {
    const visitor = newVisitor(product().url);
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await visitor.post('/api/ai/trial', { message: `Hello ${count}` })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('an agent answers', async () => {
    const { person } = await newPremiumPerson(product());
    expect(ok(await person.get('/api/agent/status')).eligible).toBe(true);
    expect(ok(await person.get('/api/agent/available')).agents.length).toBeGreaterThan(0);
    const reply = await person.watch('POST', '/api/agent/stream', { message: 'Find it', agentType: 'auto_agent' });
    expect((await reply.whole()).text).toBe('You said: Find it');
  });

  test('a file is stored, embedded, cited, looked at, and deleted', async () => {
    const { person } = await newPremiumPerson(product());
    const manual = '# Pump\n\nThe guarantee covers the motor for 36 months.';
    const id = await upload(person, '/api/files/upload', 'manual.md', manual, { enableEmbedding: 'true' });
    await eventually(async () => ok(await person.get('/api/files')).files[0].embeddingStatus === 'completed');
    const reply = await (
      await person.ask('How long is the guarantee?', { chatId: newId(), messageId: 'q1', fileIds: [id] })
    ).whole();
    expect(reply.said('sources')).toHaveLength(1);
    await eventually(async () => ok(await person.get(`/api/ai/replies/${reply.replyId}/retrieval`)).retrieval !== null);
    expect((await person.post(`/api/files/${id}/re-embed`)).status).toBe(409); // it is embedded already
    expect((await person.post('/api/files/re-embed')).status).toBeLessThan(500);
    expect((await person.post('/api/files//re-embed')).status).toBe(400);
    const attached = await upload(person, '/api/ai/upload', 'mine.gif', Buffer.from(PIXEL, 'base64'));
    ok(await person.get(`/api/ai/files/${attached}`));
    const admin = await newAdmin(product());
    const uses = { daily: 1, monthly: 1 };
    const rateLimits = { free: uses, basic: uses, premium: uses };
    ok(await admin.post('/api/admin/vision-config', { enabled: true, model: SEEING, rateLimits, reason: REASON }));
    const image = { imageData: PIXEL, fileName: 'a.gif', mimeType: 'image/gif' };
    expect(ok(await person.post('/api/external/process-image', image)).description).toEqual(expect.any(String));
    ok(await person.send('DELETE', `/api/files/${id}`));
    expect((await person.send('DELETE', '/api/files')).status).toBe(400);
  });

  test('a chat is shared, read by anybody, and shut again', async () => {
    const ann = await newPerson(product().url);
    const chatId = newId();
    await (await ann.ask('Is it so?', { chatId, messageId: 'm1' })).whole();
    const { share, url } = await eventually(async () => ok(await ann.post('/api/shares', { chatId })));
    expect(ok(await ann.get('/api/shares')).shares).toHaveLength(1);
    const path = `/api/shared/${String(url).split('/share/')[1]}`;
    expect(ok(await nobody().get(path)).title).toEqual(expect.any(String));
    const admin = await newAdmin(product());
    ok(await nobody().post(`${path}/reports`, { reason: 'privacy', text: 'My name is in it' }));
    expect(ok(await admin.get('/api/admin/shares?filter=reported')).shares).toMatchObject([
      { id: share.id, reports: 1 },
    ]);
    expect(ok(await admin.get(`/api/admin/shares/${share.id}/reports`)).reports).toHaveLength(1);
    for (const [decision, status] of Object.entries({ 'take-down': 410, restore: 200 })) {
      ok(await admin.post(`/api/admin/shares/${share.id}/decision`, { decision, reason: REASON }));
      expect((await nobody().get(path)).status).toBe(status);
    }
    ok(await ann.send('DELETE', `/api/shares/${share.id}`));
    expect((await nobody().get(path)).status).toBe(404);
  });

  test('a plan is bought in the sandbox and cancelled', async () => {
    const ann = await newPerson(product().url);
    expect(ok(await ann.get('/api/stripe/subscription')).tier).toBe('free');
    ok(await ann.post('/api/stripe/create-checkout', { tier: 'basic' }));
    for (const path of ['/api/stripe/cancel', '/api/stripe/resume', '/api/stripe/portal'])
      expect((await ann.post(path)).status).toBe(400);
    expect((await ann.post('/api/stripe/downgrade', { tier: 'basic' })).status).toBe(400);
    expect((await ann.send('DELETE', '/api/stripe/downgrade')).status).toBe(400);
    expect((await nobody().post('/api/stripe/webhook', {})).status).toBe(400);
  });

  test('a program asks by its key', async () => {
    const { person, byKey } = await newPremiumPerson(product());
    ok(await byKey.get('/v1/models'));
    expect(ok(await byKey.get('/v1/models/moonshotai/kimi-k2-instruct')).id).toBe('moonshotai/kimi-k2-instruct');
    const wish = { model: 'gemma2-9b-it', messages: [{ role: 'user', content: 'Hi' }] };
    expect(ok(await byKey.post('/v1/chat/completions', wish)).choices[0].message.content).toBe('You said: Hi');
    const toolCall = (name: string, args: object) =>
      byKey.with({ Accept: 'application/json, text/event-stream' }).post('/mcp', {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      });
    for (const [name, args] of [
      ['search_files', { query: 'a pump' }],
      ['ask_model', { question: 'Hi' }],
      ['list_chats', {}],
    ] as const)
      expect((await toolCall(name, args)).text).toContain('structuredContent');
    expect(ok(await person.get('/api/account/api-key')).key.lastUsedAt).toEqual(expect.any(String));
    const laptop = { name: 'Büro 🥞', scope: 'chat', expiresInDays: 30 };
    const { key } = ok(await person.post('/api/account/api-keys', laptop));
    expect(ok(await person.get('/api/account/api-keys')).keys).toHaveLength(2);
    ok(await person.send('DELETE', `/api/account/api-keys/${key.id}`));
    ok(await person.send('DELETE', '/api/account/api-key'));
    expect((await byKey.get('/v1/models')).status).toBe(401);
    ok(await person.send('DELETE', '/api/auth/sessions'));
    const [session] = ok(await person.get('/api/auth/sessions')).sessions;
    ok(await person.send('DELETE', `/api/auth/sessions/${session.id}`));
  });

  test('chats are brought in, everything is handed out, and the account goes', async () => {
    const ann = await newSomebody(product());
    await setPlan(product(), ann.email, 'premium');
    expect(ok(await ann.post('/api/account/import', CHATGPT)).chats).toBe(1);
    ok(await ann.send('PUT', '/api/account/instruction', { text: 'Be brief. 🙂' }));
    expect(ok(await ann.get('/api/account/instruction')).text).toBe('Be brief. 🙂');
    expect(ok(await ann.get('/api/account/export')).chats).toHaveLength(1);
    expect(ok(await ann.get('/api/account/delete'))).toEqual({ proof: 'password' });
    ok(await ann.post('/api/account/delete', { password: PASSWORD }));
    expect(await product().database.connection('users').where({ uid: ann.uid })).toEqual([]);
  });

  describe('an admin', () => {
    let admin: Awaited<ReturnType<typeof newAdmin>>;
    beforeAll(async () => {
      admin = await newAdmin(product());
    });

    test('changes every configuration, sees its versions, and brings one back', async () => {
      const get = async (path: string) => ok(await admin.get(path));
      const save = async (method: string, path: string, body: object) =>
        ok(await admin.send(method, path, { ...body, reason: REASON }));
      await get('/api/admin/rate-limits');
      await save('POST', '/api/admin/rate-limits', { updates: { features: { graceMessages: 9 } } });
      const { versions } = await get('/api/admin/config/rate-limits/versions');
      expect(versions).toMatchObject([{ version: 1, reason: REASON }]);
      await save('POST', '/api/admin/config/rate-limits/undo', { version: 0, current: 1 });
      expect((await get('/api/admin/rate-limits')).config).toMatchObject({
        version: 2,
        features: { graceMessages: 5 },
      });
      // What else there is to change is stored the same way; a body that says nothing is refused in words.
      for (const [method, path] of [
        ['POST', '/api/ai/model-config'],
        ['POST', '/api/admin/agent-config'],
        ['POST', '/api/admin/freemium-config'],
        ['POST', '/api/admin/vision-config'],
        ['POST', '/api/admin/registration-config'],
        ['POST', '/api/admin/second-factor-config'],
        ['POST', '/api/admin/audit-config'],
        ['POST', '/api/admin/notices'],
        ['POST', '/api/admin/usage-mail-config'],
        ['PUT', '/api/admin/storage-limits'],
        ['PUT', '/api/admin/file-ttl-config'],
      ] as const) {
        await get(path);
        expect((await admin.send(method, path, { reason: REASON })).status).toBe(400);
      }
      await get('/api/admin/usage-mail');
      ok(await admin.send('PUT', '/api/admin/usage-mail', { receives: false }));
      expect(ok(await admin.post('/api/admin/usage-mail/send')).detail).toBe('');
      await save('PUT', '/api/admin/file-ttl-config', { chatFiles: { ttlHours: 72 } });
      for (const enabled of [true, false]) ok(await admin.post('/api/admin/temp-subscription-override', { enabled }));
    });

    test('has providers entered, changed and removed', async () => {
      const searxng = await startSearXng();
      const search = { need: 'search', kind: 'searxng', baseUrl: searxng.url };
      expect(ok(await admin.get('/api/admin/providers')).groups).toHaveLength(3);
      ok(await admin.post('/api/admin/providers/test', search));
      ok(await admin.post('/api/admin/providers', search));
      ok(await admin.send('PUT', '/api/admin/providers/search', search));
      ok(await admin.send('DELETE', '/api/admin/providers/search'));
      await searxng.close();
    });

    test('sets the installation up', async () => {
      ok(await admin.post('/api/admin/setup/skip', { step: 'mail' }));
      ok(await admin.post('/api/admin/setup/purpose', { purpose: 'customers' }));
      expect(ok(await admin.get('/api/admin/setup')).steps.toSorted()).toEqual(['mail', 'purpose']);
      expect(ok(await admin.post('/api/admin/setup/mail')).sentTo).toBe(admin.email);
      // The environment of this product names its model server, so no other can be connected.
      const server = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1' };
      expect((await admin.post('/api/admin/setup/models/test', server)).status).toBeLessThan(500);
      expect((await admin.post('/api/admin/setup/models', { ...server, model: 'm' })).status).toBeLessThan(500);
      expect((await admin.send('DELETE', '/api/admin/setup/models')).status).toBeLessThan(500);
    });

    test('invites a person, and decides about those who ask', async () => {
      const email = `${newId().toLowerCase()}@example.org`;
      const { id, link } = ok(await admin.post('/api/admin/invitations', { email, tier: 'basic', tierDays: 30 }));
      const token = await mailed({ email }, 'invite');
      expect(ok(await nobody().post('/api/auth/invitation', { token: tokenIn(link) })).email).toBe(email);
      ok(await nobody().post('/api/auth/register', { email, password: PASSWORD, invitation: token }));
      const { invitations } = ok(await admin.get('/api/admin/invitations'));
      expect(invitations).toMatchObject([{ id, used: 1, usedBy: [{ name: expect.any(String) }] }]);
      expect((await admin.send('DELETE', `/api/admin/invitations/${id}`)).status).toBe(200);
      ok(await admin.post('/api/admin/registration-config', { mode: 'approval', domains: [] }));
      const ask = async (name: string) => {
        const pending = await nobody().post('/api/auth/register', { email: `${name}${email}`, password: PASSWORD });
        expect(pending.json).toMatchObject({ code: 'APPROVAL_PENDING' });
        return eventually(async () => {
          const { requests } = ok(await admin.get('/api/admin/registration-requests'));
          return requests.find((one: { email: string }) => one.email === `${name}${email}`)?.id ?? false;
        });
      };
      ok(await admin.post(`/api/admin/registration-requests/${await ask('a')}/approve`));
      ok(await admin.post(`/api/admin/registration-requests/${await ask('b')}/decline`, { reason: 'Größe 🥞' }));
      expect(ok(await admin.get('/api/admin/registration-requests'))).toMatchObject({ total: 1, waiting: 0 });
      ok(await admin.post('/api/admin/registration-config', { mode: 'open', domains: [] }));
    });

    test('finds a person, limits, suspends and resumes them, grants a plan, and deletes the account', async () => {
      const carl = await newSomebody(product());
      await setPlan(product(), carl.email, 'premium');
      const act = async (what: string, body: object) =>
        ok(await admin.post(`/api/admin/user/${carl.uid}/${what}`, { ...body, reason: REASON }));
      const found = ok(await admin.get(`/api/admin/users?search=${carl.email.slice(0, 12).toUpperCase()}`));
      expect(found).toMatchObject({ total: 1, users: [{ uid: carl.uid, tier: 'premium' }] });
      await act('limits', { limits: { dailyMessages: 7, moonshotDaily: -1 } });
      await act('tier', { tier: 'basic' });
      await product().database.connection('users').where({ uid: carl.uid }).update({ email_verified: false });
      await act('verify-email', {});
      expect(ok(await admin.get(`/api/admin/users?search=${carl.uid}&sort=active&order=asc`)).total).toBe(1);
      expect((await admin.get(`/api/admin/users/export?search=${carl.uid}`)).text).toContain(`${carl.uid},`);
      await act('role', { role: 'admin' });
      await act('role', { role: 'user' });
      const reset = await admin.post(`/api/admin/user/${carl.uid}/second-factor`, { reason: REASON });
      expect(reset.status).toBe(409); // there is none
      await act('suspend', {});
      expect((await carl.get('/api/auth/me')).status).not.toBe(200);
      await act('resume', {});
      await act('delete', { confirm: carl.email });
      expect(ok(await admin.get(`/api/admin/users?search=${carl.uid}`)).total).toBe(0);
    });

    /** The reply of a chat waits until the call is allowed. */
    const useTool = async (person: Caller, serverId: string) => {
      const wish = { id: 'c1', name: 'smoke__echo', pieces: ['{"text":"x"}'] };
      product().modelServer.enqueue(streamsToolCalls('', wish), streamsText('Said.'));
      const chatId = newId();
      const reply = await person.ask('Say it', { chatId, messageId: newId(), toolServers: [serverId] });
      const isWaiting = () => reply.said('step').find(({ state }) => state === 'waiting') ?? false;
      const { question: asked } = (await eventually(isWaiting)) as { question: { id: string } };
      ok(await person.post(`/api/ai/replies/${reply.replyId}/questions/${asked.id}`, { decision: 'chat' }));
      expect((await reply.whole()).text).toBe('Said.');
      expect((await person.chat(chatId)).json).toMatchObject({
        toolServers: [serverId],
        messages: [{}, { details: { steps: [{ state: 'done', question: { outcome: 'chat' } }] } }],
      });
      const { connection } = product().database;
      expect(await connection('tool_calls').pluck('outcome')).toEqual(['done']);
      expect(await connection('tool_grants').count({ total: '*' })).toEqual([{ total: 1 }]);
      expect(await connection('waiting_replies').count({ total: '*' })).toEqual([{ total: 0 }]);
    };

    test('adds servers of tools, limits a tool, uses it in a chat, and removes them', async () => {
      const vendor = await startMcpServer();
      protect(vendor);
      const dora = await newSomebody(product());
      try {
        ok(await admin.get('/api/admin/tools-config'));
        const { ownServers, ...settings } = DEFAULT_TOOL_SETTINGS;
        ok(await admin.post('/api/admin/tools-config', { ...settings, ownServers: { ...ownServers, free: true } }));
        const shared = { name: 'Smoke', url: vendor.url, auth: 'oauth' };
        const { server } = ok(await admin.post('/api/admin/tool-servers', shared));
        const path = `/api/admin/tool-servers/${server.id}`;
        ok(await admin.send('PUT', path, { ...shared, audience: { tiers: ['free'], groups: null } }));
        expect(ok(await dora.get('/api/tools')).servers).toMatchObject([{ id: server.id, state: 'sign-in' }]);
        expect(ok(await dora.post(`/api/tools/servers/${server.id}/sign-in`)).url).toContain('/authorize?');
        ok(await dora.post(`/api/tools/servers/${server.id}/sign-out`));
        vendor.refuses = undefined;
        const headers = [{ name: 'X-Key', value: 'secret' }];
        const own = { name: 'Own', url: vendor.url, auth: 'headers', headers };
        const added = ok(await dora.post('/api/tools/servers', own)).server;
        const ownPath = `/api/tools/servers/${added.id}`;
        const { digest } = added.tools[0];
        ok(await dora.send('PUT', ownPath, { ...own, headers: [{ name: 'X-Key' }] }));
        ok(await dora.send('PUT', `${ownPath}/mode`, { tool: 'echo', mode: 'off', digest }));
        expect(ok(await dora.post(`${ownPath}/refresh`)).server.tools).toMatchObject([{ name: 'echo', mode: 'off' }]);
        ok(await admin.send('PUT', path, { ...shared, auth: 'none' }));
        const limited = ok(await admin.send('PUT', `${path}/mode`, { tool: 'echo', mode: 'ask', digest }));
        expect(limited.server.tools[0].mode).toBe('ask');
        await useTool(dora, server.id);
        const ledger = (await admin.get('/api/admin/tool-calls/export?days=1')).text;
        expect(ledger).toContain(`${server.id},echo,done,`);
        ok(await dora.send('DELETE', ownPath));
        ok(await admin.send('DELETE', path));
        expect(ok(await admin.get('/api/admin/tool-servers')).servers).toEqual([]);
      } finally {
        await vendor.close();
      }
    });

    test('saves, changes and deletes prompts, of a person and for everybody', async () => {
      const dora = await newSomebody(product());
      const content = { command: 'Über', title: 'Brief', text: 'Be brief 🥞' };
      for (const [caller, path] of [
        [dora, '/api/prompts'],
        [admin, '/api/admin/prompts'],
      ] as const) {
        const { prompt } = ok(await caller.post(path, content));
        const taken = await caller.post(path, { ...content, command: 'über' });
        expect([taken.status, taken.json.code]).toEqual([409, 'COMMAND_TAKEN']);
        const changed = ok(await caller.send('PUT', `${path}/${prompt.id}`, { ...content, title: 'B', revision: 1 }));
        expect(changed.prompt.revision).toBe(2);
        expect((await caller.send('PUT', `${path}/${prompt.id}`, { ...content, revision: 1 })).status).toBe(409);
        expect(ok(await caller.get(path)).prompts).toMatchObject([{ title: 'B' }]);
      }
      const { prompts, published } = ok(await dora.get('/api/prompts'));
      ok(await dora.send('DELETE', `/api/prompts/${prompts[0].id}`));
      ok(await admin.send('DELETE', `/api/admin/prompts/${published[0].id}`));
      expect(ok(await dora.get('/api/prompts'))).toEqual({ prompts: [], published: [] });
    });

    test('makes a group, gives it a member and another plan, and deletes it', async () => {
      const dora = await newSomebody(product());
      const { id } = ok(await admin.post('/api/admin/groups', someTerms({ name: 'Smoke', tier: 'basic' })));
      expect(ok(await admin.post(`/api/admin/groups/${id}/members`, { uids: [dora.uid] })).added).toBe(1);
      expect(ok(await admin.get(`/api/admin/groups/${id}/members?search=${dora.uid}`)).total).toBe(1);
      expect(ok(await dora.get('/api/auth/me')).user.subscription).toBe('basic');
      const terms = { ...someTerms({ name: 'Smoke', tier: 'premium', models: ['gemma2-9b-it'] }), reason: REASON };
      ok(await admin.send('PUT', `/api/admin/groups/${id}`, terms));
      expect(ok(await dora.get('/api/auth/me')).user.subscription).toBe('premium');
      const { groups } = ok(await admin.get('/api/admin/groups'));
      expect(groups).toMatchObject([{ id, members: 1, models: ['gemma2-9b-it'] }]);
      expect(ok(await admin.get(`/api/admin/users?search=${dora.uid}`)).users[0].groups).toEqual([
        { id, name: 'Smoke' },
      ]);
      const files = `/api/admin/groups/${id}/files`;
      const fileId = await upload(admin, files, 'rules.md', Buffer.from('# Rules\n\nThe gate closes at nine.'));
      expect(ok(await admin.get(files)).files).toMatchObject([{ id: fileId, name: 'rules.md' }]);
      expect((await admin.post(`${files}/${fileId}/re-embed`)).status).toBe(409); // it is embedded already, or being so
      expect(ok(await dora.get('/api/knowledge')).knowledge).toHaveLength(1);
      expect(ok(await dora.get(`/api/knowledge/group:${id}/files`)).files).toHaveLength(1);
      ok(await admin.send('DELETE', `${files}/${fileId}`));
      ok(await admin.send('DELETE', `/api/admin/groups/${id}/members/${dora.uid}`));
      ok(await admin.post(`/api/admin/groups/${id}/delete`, { reason: REASON }));
      expect(ok(await dora.get('/api/auth/me')).user.subscription).toBe('free');
    });

    test('reads the event log, the overview and the health of each part', async () => {
      expect(ok(await admin.get('/api/admin/debug-logs?text=e&person=a&before=999999999')).logs.length).toBeGreaterThan(
        0,
      );
      expect((await admin.get('/api/admin/debug-logs/export')).status).toBe(200);
      expect(ok(await admin.get('/api/admin/audit?action=settings.change&text=grace')).entries.length).toBeGreaterThan(
        0,
      );
      expect((await admin.get('/api/admin/audit/export')).status).toBe(200);
      expect(ok(await admin.post('/api/admin/audit/verify')).fault).toBeNull();
      ok(await admin.get('/api/admin/overview'));
      ok(await admin.get('/api/admin/health'));
      expect(ok(await admin.get('/api/admin/embedding-backlog')).failing).toBeNull();
      expect(ok(await admin.get('/api/admin/sentence-model')).phase).toBe('off');
      ok(await admin.post('/api/admin/sentence-model', { enabled: false }));
      expect((await admin.post('/api/admin/health/database/test')).status).toBeLessThan(500);
    });
  });

  test('each audited call that succeeded left its entry, and the chain holds', async () => {
    const done: string[] = await product()
      .database.connection('audit_entries')
      .where({ outcome: 'done' })
      .distinct()
      .pluck('action');
    const succeeded = (route: (typeof ROUTES)[number]) => answered.get(nameOf(route))?.some((status) => status < 300);
    const expected = ROUTES.flatMap((route) => (route.audit?.[0] && succeeded(route) ? [route.audit[0]] : []));
    expect(expected.length).toBeGreaterThan(20);
    expect(expected.filter((action) => !done.includes(action))).toEqual([]);
    expect(await product().running.container.get(VerifyAudit).execute()).toMatchObject({ fault: null });
  });

  test('every call of the contract was made, and none met an error of the server', () => {
    expect(ROUTES.map(nameOf).filter((name) => !answered.has(name))).toEqual([]);
    expect([...answered].filter(([, statuses]) => statuses.some((status) => status >= 500))).toEqual([]);
  });
});
