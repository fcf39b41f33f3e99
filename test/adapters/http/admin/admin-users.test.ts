import { jest } from '@jest/globals';

import { type Answer, Caller, eventually, newId, PASSWORD } from '../../../product/client.ts';
import { newAdmin, newSomebody } from '../../../product/admin.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { setPlan } from '../../../product/premium.ts';
import { streamsPaced } from '../../../vendors/openai-server.ts';

const REASON = 'because of a test';
const NO_REASON = { error: 'Please provide a reason for this change', code: 'VALIDATION_ERROR', field: 'reason' };

jest.setTimeout(60_000);

describeProduct({}, (product) => {
  type Person = Awaited<ReturnType<typeof newSomebody>>;
  let admin: Person;
  let ann: Person;

  beforeAll(async () => {
    admin = await newAdmin(product());
    ann = await newSomebody(product(), `ann.${newId().toLowerCase()}@people.example`);
  });

  const rowOf = async (uid: string) => (await admin.get(`/api/admin/users?search=${uid}`)).json.users[0];
  const act = (uid: string, what: string, body: object): Promise<Answer> =>
    admin.post(`/api/admin/user/${uid}/${what}`, body);
  const logIn = (person: Person) =>
    new Caller(product().url).post('/api/auth/login', { email: person.email, password: PASSWORD });

  describe('the list of people', () => {
    test('shows what is known of somebody, and nothing by which anybody could sign in', async () => {
      await (await ann.ask('One message')).whole();
      const { lastActive, ...row } = await rowOf(ann.uid);
      // The use of a day is summed up now and then.
      expect([null, new Date().toISOString().slice(0, 10)]).toContain(lastActive);
      expect(row).toEqual({
        uid: ann.uid,
        name: ann.email.split('@')[0],
        email: ann.email,
        phoneNumber: null,
        subscription: 'free',
        tier: 'free',
        authMode: 'email',
        firebaseUid: null,
        customLimits: null,
        hasSecondFactor: false,
        usage: { daily: 1, moonshotDaily: 1 },
        createdAt: expect.any(String),
        isAdmin: false,
        role: 'user',
        emailVerified: true,
        suspended: null,
        granted: null,
        paid: null,
        planCancellation: null,
        groups: [],
      });
    });

    test('masks a phone number', async () => {
      const phone = { phoneNumber: '2015550123', countryCode: '+1' };
      const nobody = new Caller(product().url);
      const { json } = await nobody.post('/api/auth/send-sms', phone);
      const signedIn = await nobody.post('/api/auth/verify-sms', { ...phone, otp: json.devCode });
      const row = await rowOf(signedIn.json.user.uid);
      expect([row.phoneNumber, row.email, row.authMode]).toEqual(['•••0123', null, 'phone']);
    });

    test('is searched by email, name and id in any case, and wildcards of the query are plain letters', async () => {
      const found = async (search: string) =>
        (await admin.get(`/api/admin/users?search=${encodeURIComponent(search)}`)).json;
      expect((await found(ann.email.slice(2, 12).toUpperCase())).users.map(({ uid }: Person) => uid)).toEqual([
        ann.uid,
      ]);
      expect((await found('@people.example')).total).toBe(1);
      for (const text of ['%', '_nn.', '!', "' OR 1=1 --", 'people%example'])
        expect([text, (await found(text)).total]).toEqual([text, 0]);
    });

    test('comes in pages, newest first, with counts over all and over what was looked for', async () => {
      await setPlan(product(), ann.email, 'premium');
      const { json: all } = await admin.get('/api/admin/users?limit=100');
      const times = all.users.map(({ createdAt }: { createdAt: string }) => createdAt);
      expect(times).toEqual(times.toSorted().reverse());
      expect(all.total).toBe(all.users.length);
      expect(all.stats.totalUsers).toBe(all.total);
      expect(all.stats.freeUsers + all.stats.basicUsers + all.stats.premiumUsers).toBe(all.total);
      const { json: premium } = await admin.get('/api/admin/users?tier=premium');
      expect([premium.total, premium.users.map(({ uid }: Person) => uid), premium.stats]).toEqual([
        1,
        [ann.uid],
        all.stats,
      ]);
      const { json: second } = await admin.get('/api/admin/users?limit=1&offset=1');
      expect([second.users.length, second.users[0].uid, second.total]).toEqual([1, all.users[1].uid, all.total]);
      await setPlan(product(), ann.email, 'free');
    });
  });

  test('limits of one person are set with a reason, hold at once, and go again', async () => {
    expect((await act(ann.uid, 'limits', { limits: null })).json).toEqual(NO_REASON);
    const set = await act(ann.uid, 'limits', { limits: { dailyMessages: 7, moonshotDaily: -1 }, reason: REASON });
    expect(set.json.user.customLimits).toEqual({
      dailyMessages: 7,
      moonshotDaily: -1,
      setBy: expect.stringMatching(/^admin-/),
      setAt: expect.any(String),
      reason: REASON,
    });
    await eventually(async () => (await ann.get('/api/ai/usage')).json.daily.limit === 7);
    expect((await admin.get('/api/admin/users?limit=1')).json.stats.usersWithCustomLimits).toBe(1);
    expect((await act(ann.uid, 'limits', { limits: null, reason: REASON })).json.user.customLimits).toBeNull();
    expect(
      (await act(ann.uid, 'limits', { limits: { dailyMessages: -2, moonshotDaily: 1 }, reason: REASON })).status,
    ).toBe(400);
    expect((await act('nobody', 'limits', { limits: null, reason: REASON })).json).toEqual({
      error: 'User not found',
      code: 'USER_NOT_FOUND',
    });
  });

  test('a role is given with a reason, holds from the next call on, and the last admin keeps it', async () => {
    expect((await act(ann.uid, 'role', { role: 'admin' })).json).toEqual(NO_REASON);
    expect((await ann.get('/api/admin/users')).status).toBe(403);
    expect((await act(ann.uid, 'role', { role: 'auditor', reason: REASON })).json.user).toMatchObject({
      role: 'auditor',
      isAdmin: false,
    });
    expect((await ann.get('/api/admin/users')).status).toBe(200);
    expect((await ann.get('/api/auth/me')).json.user).toMatchObject({ isAdmin: false, isAuditor: true });
    expect((await ann.post(`/api/admin/user/${ann.uid}/role`, { role: 'admin', reason: REASON })).status).toBe(403);
    expect((await act(ann.uid, 'role', { role: 'admin', reason: REASON })).json.user.isAdmin).toBe(true);
    const back = { role: 'user', reason: REASON };
    expect((await ann.post(`/api/admin/user/${admin.uid}/role`, back)).status).toBe(200);
    expect((await act(ann.uid, 'role', back)).status).toBe(403);
    expect((await ann.post(`/api/admin/user/${ann.uid}/role`, back)).json).toEqual({
      error: 'This is the only admin. Make another account admin first.',
    });
    await ann.post(`/api/admin/user/${admin.uid}/role`, { role: 'admin', reason: REASON });
    expect((await act(ann.uid, 'role', back)).json.user.role).toBe('user');
  });

  test('a plan is granted by hand, counts at once, outlives what the payments say, and goes again', async () => {
    expect((await act(ann.uid, 'tier', { tier: 'premium' })).json).toEqual(NO_REASON);
    const { json } = await act(ann.uid, 'tier', { tier: 'premium', reason: REASON });
    expect([json.user.tier, json.user.granted]).toEqual([
      'premium',
      {
        tier: 'premium',
        by: admin.uid,
        byName: expect.any(String),
        at: expect.any(String),
        reason: REASON,
        expiresAt: null,
      },
    ]);
    expect((await ann.get('/api/auth/me')).json.user.tier).toBe('premium');
    const own = {
      tier: 'premium',
      price: 0,
      status: 'none',
      granted: { since: json.user.granted.at, paidTier: 'free', ends: null },
    };
    expect((await ann.get('/api/stripe/subscription')).json).toMatchObject(own);
    const taken = await act(ann.uid, 'tier', { tier: null, reason: REASON });
    expect([taken.json.user.tier, taken.json.user.granted]).toEqual(['free', null]);
    expect((await ann.get('/api/stripe/subscription')).json).toMatchObject({ tier: 'free', price: 0, granted: null });
  });

  test('a suspended person is out within seconds: session, key, running reply; and is let in again', async () => {
    const bob = await newSomebody(product());
    await setPlan(product(), bob.email, 'premium');
    const { json } = await bob.post('/api/account/api-key');
    const program = new Caller(product().url, { Authorization: `Bearer ${json.secret}` });
    product().modelServer.enqueue(streamsPaced({ tokens: 2000, everyMs: 20 }));
    const chatId = newId();
    const timestamp = new Date().toISOString();
    const told = ['user', 'assistant'].map((role) => ({ id: role, role, content: 'Something', timestamp }));
    await bob.post('/api/progress/chat', { chatId, chat: { id: chatId, title: 'A chat', messages: told } });
    const shared = await bob.post('/api/shares', { chatId });
    const token = String(shared.json.url).split('/').at(-1);
    const link = async () => (await fetch(`${product().url}/api/shared/${token}`)).status;
    expect(await link()).toBe(200);
    const reply = await bob.ask('A long story');
    await reply.shows(1);
    expect((await act(bob.uid, 'suspend', {})).json).toEqual(NO_REASON);
    const { json: suspended } = await act(bob.uid, 'suspend', { reason: REASON });
    expect(suspended.user.suspended).toEqual({
      by: admin.uid,
      byName: expect.any(String),
      at: expect.any(String),
      reason: REASON,
    });
    expect(await link()).toBe(404);
    await reply.whole();
    for (const caller of [bob, program]) expect((await caller.get('/api/auth/me')).status).toBe(401);
    const refused = await logIn(bob);
    expect([refused.status, refused.json]).toEqual([
      403,
      { error: 'This account is suspended. Please contact support.', code: 'ACCOUNT_SUSPENDED' },
    ]);
    expect((await act(bob.uid, 'resume', { reason: REASON })).json.user.suspended).toBeNull();
    expect(await link()).toBe(200);
    expect((await logIn(bob)).status).toBe(200);
    expect((await bob.get('/api/auth/me')).status).toBe(401); // the old session does not come back
  });

  test('an admin is neither suspended nor deleted here, oneself included', async () => {
    for (const [what, body] of [
      ['suspend', { reason: REASON }],
      ['delete', { reason: REASON, confirm: admin.email }],
    ] as const) {
      const answer = await act(admin.uid, what, body);
      expect([answer.status, answer.json]).toEqual([
        403,
        { error: 'Admins cannot be suspended or deleted. Take the role away first.' },
      ]);
    }
  });

  test('a deleted person is gone with everything, and the ledger keeps its lines without the name', async () => {
    const carl = await newSomebody(product());
    const chatId = newId();
    await (await carl.ask('Remember this', { chatId, messageId: 'm1' })).whole();
    const wrong = await act(carl.uid, 'delete', { confirm: 'somebody@else.example', reason: REASON });
    expect([wrong.status, wrong.json.field]).toEqual([400, 'confirm']);
    const call = { id: 'a call', owner: `user:${carl.uid}`, reply_id: 'r', server_id: 's', tool: 't', outcome: 'done' };
    await product()
      .database.connection('tool_calls')
      .insert({ ...call, ms: 1, at: 1 });
    const right = await act(carl.uid, 'delete', { confirm: ` ${carl.email.toUpperCase()} `, reason: REASON });
    expect([right.status, right.json]).toEqual([200, { success: true }]);
    expect((await carl.get('/api/auth/me')).status).toBe(401);
    expect((await logIn(carl)).json.error).toBe('Login failed');
    const { connection } = product().database;
    const left = async (table: string, where: object) => (await connection(table).where(where)).length;
    expect(await left('users', { uid: carl.uid })).toBe(0);
    expect(await left('chats', { owner_id: carl.uid })).toBe(0);
    expect(await left('replies', { owner: `user:${carl.uid}` })).toBe(0);
    expect(await left('ledger', { owner: `user:${carl.uid}` })).toBe(0);
    expect(await left('ledger', { owner: 'deleted' })).toBeGreaterThan(0);
    expect(await left('tool_calls', { id: 'a call', owner: 'deleted' })).toBe(1);
    expect((await connection('counters').where('subject', 'like', `%${carl.uid}%`)).length).toBe(0);
    expect((await act(carl.uid, 'delete', { confirm: carl.email, reason: REASON })).status).toBe(404);
  });

  test('what was done is in the event log, with masked addresses and no word of a message', async () => {
    expect((await ann.get('/api/admin/users')).status).toBe(403);
    const logs = async (query = '') => (await admin.get(`/api/admin/debug-logs${query}`)).json.logs;
    const refused = await eventually(
      async () => (await logs(`?kind=refused%20admin%20call&person=${ann.uid}&text=GET`))[0] ?? false,
    );
    expect(refused).toEqual({
      id: expect.any(String),
      time: expect.any(String),
      level: 'warn',
      kind: 'refused admin call',
      uid: ann.uid,
      maskedEmail: 'a•••@people.example',
      detail: expect.stringContaining('/api/admin/users'),
    });
    const all = await logs();
    expect(all.map(({ kind }: { kind: string }) => kind)).toContain('admin change');
    const text = JSON.stringify(all);
    for (const secret of [ann.email, admin.email, ann.token, 'Remember this', '127.0.0.1'])
      expect(text).not.toContain(secret);
    expect(await logs(`?since=${all[0].id}`)).toEqual([]);
    expect((await logs('?level=error')).every(({ level }: { level: string }) => level === 'error')).toBe(true);
    const { text: lines, headers } = await admin.get('/api/admin/debug-logs/export');
    expect(headers.get('Content-Disposition')).toContain('attachment');
    const exported = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(exported.map(({ id }) => id)).toEqual(expect.arrayContaining(all.map(({ id }: { id: string }) => id)));
  });

  test('a limit that refuses and a provider that fails are told too', async () => {
    await act(ann.uid, 'limits', { limits: { dailyMessages: 0, moonshotDaily: 0 }, reason: REASON });
    await eventually(async () => (await ann.ask('No more')).status === 403);
    const kinds = async (kind: string) =>
      (await admin.get(`/api/admin/debug-logs?kind=${encodeURIComponent(kind)}`)).json.logs;
    expect((await eventually(async () => (await kinds('limit hit'))[0] ?? false)).detail).toContain(
      'No messages for this account (free',
    );
    await act(ann.uid, 'limits', { limits: null, reason: REASON });
  });

  test('the overview counts messages, people, tokens and refusals by day and model', async () => {
    const overview = await eventually(async () => {
      const { json } = await admin.get('/api/admin/overview?days=7');
      return json.totals.messages >= 3 && json.totals.limitHits >= 1 ? json : false;
    });
    expect(overview.days).toHaveLength(7);
    const today = overview.days.at(-1);
    expect([overview.to, today.day]).toEqual([today.day, new Date().toISOString().slice(0, 10)]);
    expect(today.activePeople).toBeGreaterThanOrEqual(2);
    expect(overview.totals.tokensOut).toBeGreaterThan(0);
    expect(overview.totals.costUsd).toBeNull();
    const [model] = overview.models;
    expect(model.daily.at(-1)).toBe(model.messages);
    expect((await admin.get('/api/admin/overview?days=1000')).status).toBe(400);
  });

  test('the health of each connection is told, and a test makes a real call', async () => {
    const { needs } = (await admin.get('/api/admin/health')).json;
    const of = (list: typeof needs, need: string) => list.find((one: { need: string }) => one.need === need);
    expect(needs.map(({ need }: { need: string }) => need)).toEqual(
      expect.arrayContaining([
        'database',
        'models:groq',
        'embeddings',
        'vectors',
        'search',
        'payments',
        'mail',
        'sms',
        'identity',
        'blobs',
      ]),
    );
    expect(of(needs, 'database')).toEqual(expect.objectContaining({ state: 'unknown', checkedAt: null }));
    expect(of(needs, 'mail').state).toBe('sandbox');
    const test = async (need: string) => (await admin.post(`/api/admin/health/${need}/test`)).json.health;
    expect(await test('database')).toEqual(
      expect.objectContaining({ state: 'ok', detail: 'It answers', checkedAt: expect.any(String) }),
    );
    expect((await test('models:groq')).detail).toMatch(/^It offers \d+ models$/);
    expect((await test('mail')).state).toBe('sandbox');
    expect([(await test('embeddings')).state, (await test('vectors')).state, (await test('blobs')).detail]).toEqual([
      'ok',
      'ok',
      'It keeps what it is given',
    ]);
    expect((await admin.post('/api/admin/health/nothing/test')).status).toBe(404);
  });
});
