import { z } from 'zod';

import { ROUTES as ALL } from '../../../../src/contract/all-routes.ts';
import type { Route } from '../../../../src/contract/route.ts';
import { type Answer, Caller, newId, newPerson, newVisitor, question } from '../../../product/client.ts';
import { someTerms } from '../../../fakes/groups.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const ACCOUNT = { email: 'ann@example.org', password: 'long enough for all' };
const CHAT = newId();

const TIERS = ['free', 'basic', 'premium'] as const;
const byTier = (value: unknown) => Object.fromEntries(TIERS.map((tier) => [tier, value]));
const TOOL_SERVER = {
  name: 'Notes',
  url: 'https://tools.example.org/mcp',
  auth: 'headers',
  headers: [{ name: 'X-Key' }],
};
const AGENT = { model: '', displayName: 'A', description: '' };
const PROMPT = { command: 'brief', title: 'Brief', text: 'Be brief.' };
const ADMIN = {
  '/api/ai/model-config': {
    tiers: byTier({ models: [{ id: 'm', displayName: 'M', isPrimary: true, messageLimit: -1, unlimited: true }] }),
  },
  '/api/admin/temp-subscription-override': { enabled: true },
  '/api/admin/rate-limits': { updates: {}, reason: 'So' },
  '/api/admin/freemium-config': {
    config: {
      freemiumUnauth: true,
      freemiumAgentAccess: false,
      freemiumMaxMessages: 3,
      freemiumPrimaryModel: 'm',
      freemiumFallbackModel: 'm',
    },
  },
  '/api/admin/agent-config': {
    config: {
      agentModeEnabled: true,
      premiumOnly: true,
      defaultAgentType: 'auto_agent',
      availableAgentTypes: [],
      maxAgentRequests: byTier(0),
      modelConfig: { auto_agent: AGENT, reasoning_agent: AGENT, research_agent: AGENT, code_agent: AGENT },
    },
  },
  '/api/admin/vision-config': { enabled: true, model: 'm', rateLimits: byTier({ daily: 1, monthly: 1 }) },
  '/api/admin/storage-limits': {
    tiers: byTier({ maxFileSizeMB: 5, maxTotalStorageMB: 25, maxFiles: -1 }),
    maxFilesPerMessage: 5,
  },
  '/api/admin/file-ttl-config': { chatFiles: { ttlHours: 72 } },
  '/api/admin/second-factor-config': { requiredOf: 'admins' },
  '/api/admin/registration-config': { mode: 'open', domains: [] },
  '/api/admin/audit-config': { retentionDays: 365, reason: 'Law' },
  '/api/admin/usage-mail-config': { isOn: true, weekday: 'monday' },
  '/api/admin/usage-mail': { receives: true },
  '/api/admin/tools-config': {
    enabled: true,
    ownServers: byTier(false),
    maxCalls: 24,
    callTimeoutSeconds: 60,
  },
  '/api/admin/prompts': PROMPT,
  '/api/admin/prompts/:id': { ...PROMPT, revision: 1 },
  '/api/admin/tool-servers': { ...TOOL_SERVER, audience: { tiers: null, groups: null } },
  '/api/admin/tool-servers/:id': { ...TOOL_SERVER, audience: { tiers: null, groups: null } },
  '/api/admin/tool-servers/:id/mode': { tool: 'read', mode: 'ask', digest: 'd' },
  '/api/auth/language': { language: 'de' },
  '/api/admin/notices': {
    announcement: { isShown: true, tone: 'info', text: 'Hi' },
    maintenance: { isOn: false, text: '' },
  },
  '/api/admin/sentence-model': { enabled: false },
  '/api/admin/setup/purpose': { purpose: 'me', domains: [] },
  '/api/admin/setup/models/test': { provider: 'ollama', baseUrl: 'http://127.0.0.1:9' },
  '/api/admin/setup/models': { provider: 'ollama', baseUrl: 'http://127.0.0.1:9', model: 'm' },
  '/api/admin/setup/skip': { step: 'mail' },
  '/api/admin/providers': { need: 'models', kind: 'ollama', baseUrl: 'http://127.0.0.1:9' },
  '/api/admin/providers/test': { need: 'models', kind: 'ollama', baseUrl: 'http://127.0.0.1:9' },
  '/api/admin/providers/:id': { need: 'models', kind: 'ollama', baseUrl: 'http://127.0.0.1:9' },
  '/api/admin/config/:name/undo': { version: 0 },
  '/api/admin/invitations': { email: 'new@example.org', language: 'de', tier: 'basic', tierDays: 30, days: 7, uses: 1 },
  '/api/admin/registration-requests/:id/decline': { reason: 'So' },
  '/api/admin/groups': { ...someTerms() },
  '/api/admin/groups/:id': { ...someTerms(), reason: 'So' },
  '/api/admin/groups/:id/delete': { reason: 'So' },
  '/api/admin/groups/:id/members': { uids: ['somebody'] },
  '/api/admin/user/:uid/limits': { limits: null, reason: 'So' },
  '/api/admin/user/:uid/suspend': { reason: 'So' },
  '/api/admin/shares/:id/decision': { decision: 'take-down', reason: 'So' },
  '/api/admin/user/:uid/verify-email': { reason: 'So' },
  '/api/admin/user/:uid/second-factor': { reason: 'So' },
  '/api/admin/user/:uid/role': { role: 'auditor', reason: 'So' },
  '/api/admin/user/:uid/resume': { reason: 'So' },
  '/api/admin/user/:uid/tier': { tier: 'basic', reason: 'So' },
  '/api/admin/user/:uid/delete': { confirm: 'somebody', reason: 'So' },
  '/api/account/delete': {},
};

/** A body that each call would take, so that a fault of one field is the only one. */
const GOOD: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '/api/auth/login': ACCOUNT,
  '/api/auth/register': { ...ACCOUNT, invitation: 'a-token', language: 'de' },
  '/api/auth/invitation': { token: 'a-token' },
  '/api/auth/setup': { token: 'a-token', ...ACCOUNT },
  '/api/auth/firebase-exchange': { firebaseToken: 'a-token', invitation: 'a-token', language: 'de' },
  '/api/auth/oidc/session': { code: 'a-code', invitation: 'a-token', language: 'de' },
  '/api/auth/identities': { code: 'a-code' },
  '/api/auth/send-sms': { phoneNumber: '2015550123', countryCode: '+1' },
  '/api/auth/verify-sms': { phoneNumber: '2015550123', countryCode: '+1', otp: '123456' },
  '/api/auth/verify-email': { token: 'a-token' },
  '/api/auth/link': { token: 'a-token', purpose: 'verify-email' },
  '/api/auth/forgot-password': { email: ACCOUNT.email },
  '/api/auth/change-password': { currentPassword: ACCOUNT.password, password: ACCOUNT.password },
  '/api/auth/change-email': { email: 'new@example.org', password: ACCOUNT.password },
  '/api/auth/confirm-email': { token: 'a-token' },
  '/api/auth/restore-email': { token: 'a-token' },
  '/api/auth/reauthenticate': { password: ACCOUNT.password },
  '/api/auth/second-factor': { challenge: 'a-token', proof: { code: '123456' } },
  '/api/auth/passkey': {
    answer: {
      id: 'a',
      rawId: 'a',
      type: 'public-key',
      response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
    },
  },
  '/api/account/passkeys': {
    name: 'Laptop',
    answer: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', attestationObject: 'a' } },
  },
  '/api/account/second-factor/totp/confirm': { code: '123456' },
  '/api/auth/me': { name: 'Ann' },
  '/api/auth/reset-password': { token: 'a-token', password: ACCOUNT.password },
  '/api/ai/groq': question('Hi'),
  '/api/ai/trial': { message: 'Hi' },
  '/api/ai/generate-title': question('Hi'),
  '/api/agent/stream': { message: 'Hi' },
  '/api/search/orchestrated': { query: 'Hi', searchResults: 'a text', sources: [] },
  '/api/ai/related-questions': { query: 'Hi', response: 'Hello' },
  '/api/external/process-image': { imageData: 'aGVsbG8=', fileName: 'a.png', mimeType: 'image/png' },
  '/api/stripe/create-checkout': { tier: 'basic' },
  '/api/stripe/downgrade': { tier: 'basic' },
  '/api/progress/chat': { chatId: CHAT, chat: { id: CHAT } },
  '/api/progress/chat/:id/place': { pinned: true },
  '/api/progress/chats/archive': { archived: true },
  '/api/progress/chat/:id/messages/:messageId/versions': {
    id: 'v1',
    artifactId: 'html-page',
    kind: 'html',
    source: '<p>x</p>',
  },
  ...ADMIN,
  '/api/shares': { chatId: CHAT },
  '/api/prompts': PROMPT,
  '/api/prompts/:id': { ...PROMPT, revision: 1 },
  '/api/tools/servers': TOOL_SERVER,
  '/api/tools/servers/:id': TOOL_SERVER,
  '/api/tools/servers/:id/mode': { tool: 'read', mode: 'ask', digest: 'd' },
  '/api/ai/replies/:id/questions/:questionId': { decision: 'once' },
  '/api/shared/:token/reports': { reason: 'other' },
  '/api/account/api-keys': { name: 'Laptop' },
  '/api/account/instruction': { text: 'Be brief.' },
};

/** What is missed first where no field is required by form, but one by rule. */
const MISSED: Readonly<Record<string, string>> = {
  '/api/admin/groups/:id/delete': 'reason',
  '/api/admin/user/:uid/suspend': 'reason',
  '/api/admin/user/:uid/second-factor': 'reason',
  '/api/admin/user/:uid/verify-email': 'reason',
  '/api/admin/user/:uid/resume': 'reason',
  '/api/account/delete': 'password',
  '/api/auth/reauthenticate': 'password',
  '/api/progress/chat/:id/place': 'pinned',
};

/** Takes the files of other products as they are. */
const TAKES_ANYTHING = '/api/account/import';

/** The OpenAI-compatible calls are lenient and refuse in other words, as openai-api.test.ts shows. */
const ROUTES = ALL.filter(({ path }) => path.startsWith('/api/'));

interface Field {
  readonly type?: string;
  readonly anyOf?: readonly Field[];
  readonly const?: unknown;
}

const WRONG: readonly (readonly [type: string, value: unknown])[] = [
  ['null', null],
  ['string', 'text'],
  ['number', 7.5],
  ['boolean', true],
  ['array', [[[]]]],
  ['object', { toString: 1 }],
];

/** Texts that are compared and thrown away; a long one may be refused, a NUL in them does nothing. */
const NEVER_STORED = ['uid', 'captchaToken', 'model', 'personality', 'fileId', 'stop'];

/** Characters that are too many for a field that takes more than others. */
const ENDLESS: Readonly<Record<string, number>> = { source: 400_001 };

const typesOf = (field: Field): string[] =>
  (field.anyOf ?? [field]).map(({ type }) => (type === 'integer' ? 'number' : (type ?? '')));
const fieldsOf = (schema: z.ZodType): [string, Field][] =>
  Object.entries(
    (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) as Record<string, Field>,
  );
const required = (route: Route): string[] =>
  z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }).required ?? [];
const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
const named = (routes: readonly Route[]) => routes.map((route) => [nameOf(route), route] as const);
const withBody = ROUTES.filter(
  ({ method, raw, multipart }) => method !== 'get' && method !== 'delete' && raw !== true && multipart === undefined,
);
const withFields = withBody.filter((route) => fieldsOf(route.body).length > 0);

/**
 * One place reads the bodies of all calls (mount.ts). Three get every variant of a bad body, the others the first two.
 */
const GETS_ALL_VARIANTS = ['/api/auth/login', '/api/ai/groq', '/api/admin/groups'];
const variantsFor = <T>({ path }: Route, variants: readonly T[]): readonly T[] =>
  GETS_ALL_VARIANTS.includes(path) ? variants : variants.slice(0, 2);

/** Whether the call's schema refuses the body because of this field. */
const isRefusedBySchema = ({ body: schema }: Route, body: unknown, field: string): boolean =>
  schema.safeParse(body).error?.issues[0]?.path[0] === field;

const refusal = (field: string) =>
  expect.objectContaining({ error: expect.any(String), code: 'VALIDATION_ERROR', field });

describeProduct({}, (product) => {
  let nobody: Caller;
  let ann: Caller;
  let visitor: Caller;

  let admin: Caller;

  const callerOf = ({ access }: Route) => ({ visitor, anyone: nobody, auditor: admin, admin })[access as string] ?? ann;
  const idOf = ({ path }: Route) => {
    if (path.includes(':name')) return 'rate-limits';
    return path.includes('/identities/') ? 'a'.repeat(64) : newId();
  };
  const send = (route: Route, body: unknown, headers: Record<string, string> = {}, id = idOf(route)) =>
    callerOf(route).send(route.method.toUpperCase(), route.path.replace(/:\w+/g, id), body, headers);
  const names = (answer: Answer, field: string) => {
    expect([answer.status, answer.json]).toEqual([
      400,
      expect.objectContaining({ error: expect.any(String), code: 'VALIDATION_ERROR' }),
    ]);
    expect(`${answer.json.field}.`.startsWith(`${field}.`) ? field : answer.json.field).toBe(field);
  };

  /** One body that the schema refuses is sent, and those that only the call's own rules can refuse. */
  const refusesEach = async (route: Route, field: string, bodies: readonly unknown[]) => {
    const bySchema = bodies.filter((body) => isRefusedBySchema(route, body, field));
    const byRules = bodies.filter((body) => !bySchema.includes(body));
    for (const body of [...bySchema.slice(0, 1), ...byRules]) names(await send(route, body), field);
  };

  beforeAll(async () => {
    nobody = new Caller(product().url);
    ann = await newPerson(product().url);
    visitor = newVisitor(product().url);
    admin = await newPerson(product().url, 'admin@example.org');
    await product().database.connection('users').where({ email: 'admin@example.org' }).update({ is_admin: true });
  });
  afterEach(async () => {
    expect((await nobody.get('/healthz')).json).toEqual({ alive: true });
    expect((await ann.get('/api/auth/me')).status).toBe(200);
  });
  afterAll(() => expect(product().modelServer.completions()).toEqual([]));

  test('there is a good body for every call that takes one', () => {
    expect(Object.keys(GOOD).toSorted()).toEqual(withFields.map(({ path }) => path).toSorted());
    for (const route of withFields) expect(route.body.safeParse(GOOD[route.path]).success).toBe(true);
  });

  describe.each(named(withFields))('%s', (_name, route) => {
    const good = GOOD[route.path] ?? {};
    const fields = fieldsOf(route.body);

    test('names each field that it needs when it is absent', async () => {
      for (const field of required(route)) names(await send(route, { ...good, [field]: undefined }), field);
    });

    test.each(fields)('refuses %s of a wrong type and names it', async (field, shape) => {
      const wrong = WRONG.filter(([type]) => !typesOf(shape).includes(type));
      await refusesEach(
        route,
        field,
        wrong.map(([, value]) => ({ ...good, [field]: value })),
      );
    });

    test('refuses texts without end and NUL characters, and names the field', async () => {
      for (const [field, shape] of fields) {
        if (!typesOf(shape).includes('string') || NEVER_STORED.includes(field)) continue;
        const values = ['a\0b@example.org\0', 'x'.repeat(ENDLESS[field] ?? 300_000)];
        await refusesEach(
          route,
          field,
          values.map((value) => ({ ...good, [field]: value })),
        );
      }
    });

    test('refuses unknown fields by name, also those that JavaScript knows', async () => {
      for (const field of variantsFor(route, ['isAdmin', 'constructor', 'tier', 'toString', 'hasOwnProperty'])) {
        const answer = await send(route, { ...good, [field]: { prototype: { isAdmin: true } } });
        expect([answer.status, answer.json]).toEqual([400, refusal(field)]);
      }
      const answer = await send(route, `{"__proto__":{"isAdmin":true},${JSON.stringify(good).slice(1)}`);
      expect([answer.status, answer.json]).toEqual([400, refusal('body')]);
    });

    test('refuses what is no JSON object', async () => {
      const texts = [
        '{',
        '[]',
        '[',
        '"text"',
        '42',
        'null',
        'true',
        '{"a":1}}',
        '\0',
        '[{}]',
        `${'['.repeat(60_000)}`,
        `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
      ];
      for (const text of variantsFor(route, texts)) {
        const answer = await send(route, text);
        expect([text.slice(0, 9), answer.status, answer.json]).toEqual([text.slice(0, 9), 400, refusal('body')]);
      }
    });

    test('reads JSON only, whatever the content type claims', async () => {
      const types = [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'image/png',
        '',
      ];
      const first = required(route)[0] ?? MISSED[route.path] ?? 'body';
      for (const type of variantsFor(route, types)) {
        const answer = await send(route, JSON.stringify(good), { 'Content-Type': type });
        names(answer, first);
        if (!route.body.safeParse({}).success) expect(answer.text).toContain('Content-Type: application/json');
      }
    });

    test('refuses a body over its limit with 413', async () => {
      const limit = route.bodyLimit ?? 1024 * 1024;
      const answer = await send(route, JSON.stringify({ ...good, padding: 'x'.repeat(limit) }));
      // An image may be as large as the sender's plan allows, which is said.
      const told = route.path === '/api/external/process-image' ? { field: 'imageData', limit: 5 * 1024 * 1024 } : {};
      expect([answer.status, answer.json]).toEqual([
        413,
        { error: expect.any(String), code: 'VALIDATION_ERROR', ...told },
      ]);
    });
  });

  test.each(named(withBody.filter(({ path, body }) => path !== TAKES_ANYTHING && fieldsOf(body).length === 0)))(
    '%s takes no field',
    async (_name, route) => {
      expect((await send(route, { isAdmin: true })).json).toEqual(refusal('isAdmin'));
      expect((await send(route, '{')).json).toEqual(refusal('body'));
    },
  );

  test.each(named(ROUTES))('%s refuses an unknown query by name', async (_name, route) => {
    const answer = await callerOf(route).send(
      route.method.toUpperCase(),
      `${route.path.replace(/:\w+/g, idOf(route))}?colour=red`,
      withBody.includes(route) ? {} : undefined,
    );
    expect([answer.status, answer.json]).toEqual([400, refusal('colour')]);
  });

  test.each(named(ROUTES.filter(({ path }) => path.includes(':'))))(
    '%s finds nothing under odd ids',
    async (_name, route) => {
      for (const id of [
        '%00',
        '__proto__',
        'constructor',
        '%E0%A4%A',
        '..%2f..%2fetc',
        "'%20OR%201=1--",
        '%F0%9F%98%80',
        'x'.repeat(5000),
        '%25',
      ]) {
        const answer = await send(route, withBody.includes(route) ? {} : undefined, {}, id);
        expect([400, 404]).toContain(answer.status);
        expect(answer.json).toEqual(expect.objectContaining({ error: expect.any(String) }));
      }
    },
  );

  test.each([
    'limit=0',
    'limit=101',
    'limit=ten',
    'limit=1.5',
    'limit=1&limit=2',
    'limit=',
    'before=yesterday',
    'before=2026-13-01T00:00:00Z',
    'q=%00',
    `q=${'x'.repeat(201)}`,
  ])('the list of chats refuses ?%s and names the field', async (query) => {
    const answer = await ann.get(`/api/progress/chats?${query}`);
    expect([answer.status, answer.json]).toEqual([400, refusal(query.split('=')[0] ?? '')]);
  });

  test.each(['abc', '-1', '1.5', '9999999999', '1e3', '0x1'])(
    'a stream cannot be resumed after frame %s',
    async (id) => {
      const answer = await ann.get(`/api/ai/replies/${newId()}/stream`, { 'Last-Event-ID': id });
      expect([answer.status, answer.json]).toEqual([400, refusal('Last-Event-ID')]);
    },
  );

  test('a fault deep inside a chat is named by its whole path', async () => {
    const message = (more: object) => ({
      id: 'm1',
      role: 'user',
      content: 'Hi',
      timestamp: '2026-01-01T00:00:00.000Z',
      ...more,
    });
    const cases: [object, string][] = [
      [{ role: 'system' }, 'chat.messages.0.role'],
      [{ content: 'a\0b' }, 'chat.messages.0.content'],
      [{ timestamp: 'now' }, 'chat.messages.0.timestamp'],
      [{ id: 'a/b' }, 'chat.messages.0.id'],
      [{ messageMode: { isAgent: 'no', agentType: null } }, 'chat.messages.0.messageMode.isAgent'],
    ];
    for (const [more, field] of cases) {
      const answer = await ann.post('/api/progress/chat', {
        chatId: CHAT,
        chat: { id: CHAT, messages: [message(more)] },
      });
      expect([answer.status, answer.json]).toEqual([400, refusal(field)]);
    }
    const many = Array.from({ length: 501 }, (_, index) => message({ id: `m${index}` }));
    expect((await ann.post('/api/progress/chat', { chatId: CHAT, chat: { id: CHAT, messages: many } })).json).toEqual(
      refusal('chat.messages'),
    );
    expect((await ann.post('/api/progress/chat', { chatId: CHAT, chat: { id: newId() } })).json).toEqual(
      refusal('chatId'),
    );
    expect((await ann.chat(CHAT)).status).toBe(404);
  });

  test('times of any allowed form come back as they were meant', async () => {
    const times = [
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.123456789Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999Z',
    ];
    const messages = times.map((timestamp, index) => ({ id: `m${index}`, role: 'user', content: 'Hi', timestamp }));
    const id = newId();
    expect((await ann.post('/api/progress/chat', { chatId: id, chat: { id, messages } })).status).toBe(200);
    const stored = (await ann.chat(id)).json.messages.map(({ timestamp }: { timestamp: string }) => timestamp);
    expect(stored).toEqual(times.map((time) => new Date(time).toISOString()));
  });

  test('nobody becomes more than they are by asking for it', async () => {
    const wishes = { isAdmin: true, tier: 'premium', subscription: 'premium', emailVerified: true, uid: 'ann' };
    const email = 'climber@example.org';
    for (const [field, value] of Object.entries(wishes)) {
      if (field === 'uid') continue;
      for (const path of ['/api/auth/register', '/api/auth/login']) {
        expect((await nobody.post(path, { ...ACCOUNT, email, [field]: value })).json).toEqual(refusal(field));
      }
    }
    const plain = { isAdmin: false, tier: 'free', subscription: 'free', emailVerified: false };
    const { status, json } = await nobody.post('/api/auth/register', { ...ACCOUNT, email, uid: 'wished-uid' });
    expect([status, json.user]).toEqual([201, expect.objectContaining(plain)]);
    expect(json.user.uid).not.toBe('wished-uid');
    const climber = nobody.with({ Authorization: `Bearer ${json.token}` });
    const id = newId();
    const message = {
      id: 'm1',
      role: 'assistant',
      content: 'Hi',
      timestamp: '2026-01-01T00:00:00.000Z',
      status: 'streaming',
      replyId: 'r',
      model: 'm',
      errorCode: 'E',
      ...wishes,
    };
    const saved = await climber.post('/api/progress/chat', {
      chatId: id,
      chat: { id, key: 'other', ownerId: 'bob', namedAt: 9e15, messageCount: 99, ...wishes, messages: [message] },
    });
    expect(saved.status).toBe(200);
    expect((await climber.chat(id)).json.messages).toEqual([
      expect.objectContaining({ status: 'complete', replyId: null, model: null, errorCode: null }),
    ]);
    expect((await climber.get('/api/auth/me')).json.user).toEqual(expect.objectContaining(plain));
  });
});
