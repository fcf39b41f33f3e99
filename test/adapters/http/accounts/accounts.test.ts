import { CreateSetupLink } from '../../../../src/domain/accounts/first-admin.ts';
import { Caller, newId, newPerson, PASSWORD, question, withinOne } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const WINDOW_MS = 15 * 60_000;

/** All that a database holds, as one text. */
const everything = async (database: {
  connection: (table: string) => { select(): Promise<unknown[]> };
}): Promise<string> => {
  const tables = [
    'users',
    'sessions',
    'one_time_secrets',
    'counters',
    'reservations',
    'replies',
    'runners',
    'settings',
    'chats',
    'messages',
    'reply_log',
  ];
  return JSON.stringify(await Promise.all(tables.map((table) => database.connection(table).select())));
};

describeProduct({ env: { TRUSTED_PROXIES: '127.0.0.1' } }, (product) => {
  let nobody: Caller;
  let setupToken: string;

  beforeAll(() => {
    nobody = new Caller(product().url);
    setupToken = new URL(product().running.setupLink ?? '').searchParams.get('setup') ?? '';
  });

  const admins = () => product().database.connection('users').where({ is_admin: true }).select('email');
  const logIn = (email: string, password: string, address = '10.0.0.1') =>
    nobody.post('/api/auth/login', { email, password }, { 'X-Forwarded-For': address });
  const claim = (token: string, email: string) => nobody.post('/api/auth/setup', { token, email, password: PASSWORD });

  test('who signs up first, or together with others, is no admin', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => newPerson(product().url)));
    for (const person of people) expect((await person.get('/api/auth/me')).json.user.isAdmin).toBe(false);
    expect(await admins()).toEqual([]);
  });

  test('of twenty sign-ups with one address one makes the account and the others are told', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        nobody.post('/api/auth/register', {
          email: index % 2 === 0 ? 'Twin@Example.org' : ' twin@example.org',
          password: PASSWORD,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(19).fill(409)]);
    expect(answers.find(({ status }) => status === 409)?.json).toEqual({
      error: 'Registration failed',
      code: 'EMAIL_IN_USE',
    });
    expect(await product().database.connection('users').where({ email: 'twin@example.org' })).toHaveLength(1);
  });

  test('a registration with a malformed body is refused by the contract, which says what is wrong', async () => {
    for (const [body, field] of [
      [{ email: 'nobody', password: PASSWORD }, 'email'],
      [{ email: 'odd@example.org', password: 'short' }, 'password'],
      ['{', 'body'],
      [[], 'body'],
    ] as const) {
      const { status, json } = await nobody.post('/api/auth/register', body);
      expect([field, status, json]).toEqual([
        field,
        400,
        { error: 'Registration failed', code: 'VALIDATION_ERROR', field, message: expect.stringContaining(field) },
      ]);
    }
  });

  test('a setup token that is made up makes nobody admin', async () => {
    for (const token of ['guess', newId(), setupToken.slice(0, -1), `${setupToken}x`]) {
      expect((await claim(token, `${newId()}@example.org`)).json).toEqual({ error: 'Invalid or expired setup link' });
    }
    expect(await admins()).toEqual([]);
  });

  test('an address that is taken does not use the setup link up', async () => {
    expect((await claim(setupToken, 'twin@example.org')).status).toBe(409);
    expect(await admins()).toEqual([]);
  });

  test('a further start offers a new setup link and ends the one before', async () => {
    const token = (await product().running.container.get(CreateSetupLink).execute()) ?? ''; // as a start does
    expect((await claim(setupToken, 'late@example.org')).status).toBe(400);
    expect(await admins()).toEqual([]);
    setupToken = token;
  });

  test('twenty who use the setup link at once make exactly one admin', async () => {
    const emails = Array.from({ length: 20 }, () => `${newId().toLowerCase()}@example.org`);
    const answers = await Promise.all(emails.map((email) => claim(setupToken, email)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(19).fill(400)]);
    const first = answers.find(({ status }) => status === 201)?.json;
    expect(await admins()).toEqual([{ email: first.user.email }]);
    expect(await product().database.connection('users').whereIn('email', emails)).toHaveLength(1);
    expect((await nobody.with({ Authorization: `Bearer ${first.token}` }).get('/api/auth/me')).json.user.isAdmin).toBe(
      true,
    );
    expect((await claim(setupToken, 'later@example.org')).status).toBe(400);
  });

  test('a wrong password, an unknown account and an address in other letters are answered alike', async () => {
    const ann = await newPerson(product().url, 'ann@example.org');
    const answers = [
      await logIn(ann.email, 'wrong password'),
      await logIn('no-one@example.org', 'wrong password'),
      await logIn('ANN@example.ORG', 'wrong password'),
    ];
    for (const answer of answers)
      expect([answer.status, answer.text]).toEqual([401, '{"error":"Login failed","code":"UNAUTHORIZED"}']);
    expect((await logIn(' Ann@Example.org ', PASSWORD)).status).toBe(200);
  });

  test('of thirty wrong passwords sent at once ten are looked at; the rest, and the right one, wait', async () => {
    const guess = async () => {
      const ben = await newPerson(product().url);
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => logIn(ben.email, `guess number ${index}`)),
      );
      return {
        ben,
        answers,
        right: await logIn(ben.email, PASSWORD),
        elsewhere: await logIn(ben.email, PASSWORD, '10.0.0.2'),
      };
    };
    const { answers, right, elsewhere } = await withinOne(WINDOW_MS, guess);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    expect(refused[0]?.json).toEqual({ error: 'Login failed', code: 'RATE_LIMITED', retryAfterMs: expect.any(Number) });
    expect(refused[0]?.json.retryAfterMs).toBeGreaterThan(0);
    expect(refused[0]?.json.retryAfterMs).toBeLessThanOrEqual(WINDOW_MS);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBe(Math.ceil(refused[0]?.json.retryAfterMs / 1000));
    expect([right.status, elsewhere.status]).toEqual([429, 200]);
  });

  test('the right password forgets the wrong ones before it', async () => {
    const carl = await newPerson(product().url);
    for (let round = 0; round < 2; round += 1) {
      for (let count = 0; count < 6; count += 1) expect((await logIn(carl.email, 'wrong')).status).toBe(401);
      expect((await logIn(carl.email, PASSWORD)).status).toBe(200);
    }
  });

  test('no token, password, address or trial session lies in the database as it is', async () => {
    const dora = await newPerson(product().url);
    const session = newId();
    await nobody.post(
      '/api/ai/trial',
      { message: 'Hi' },
      { 'X-Session-ID': session, 'X-Forwarded-For': '203.0.113.77' },
    );
    await (await dora.ask('Hi', { chatId: newId(), messageId: 'm1' })).whole();
    await logIn(dora.email, 'a wrong password', '203.0.113.78');
    const stored = await everything(product().database as never);
    for (const secret of [
      dora.token,
      PASSWORD,
      session,
      '203.0.113.77',
      '203.0.113.78',
      setupToken,
      'a wrong password',
      'gsk_of_the_tests',
    ]) {
      expect(stored.includes(secret)).toBe(false);
    }
    expect(stored).toContain('$argon2id$');
  });

  test('what an account may is read anew on every call, and an account that is gone is nobody', async () => {
    const eve = await newPerson(product().url);
    const { uid } = (await eve.get('/api/auth/me')).json.user;
    await product().database.connection('users').where({ uid }).update({ subscription: 'premium' });
    expect((await eve.get('/api/auth/me')).json.user.tier).toBe('premium');
    await product().database.connection('users').where({ uid }).delete();
    expect((await eve.post('/api/ai/groq', question('Hi'))).status).toBe(401);
  });

  test('a session that has run out is none', async () => {
    const finn = await newPerson(product().url);
    const { uid } = (await finn.get('/api/auth/me')).json.user;
    await product()
      .database.connection('sessions')
      .where({ uid })
      .update({ expires_at: Date.now() - 1 });
    expect((await finn.get('/api/auth/me')).status).toBe(401);
  });
});
