import {
  Caller,
  eventually,
  newId,
  newPerson,
  newStranger,
  PASSWORD,
  question,
  tokenIn,
  withinOne,
} from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';

const NOT_VERIFIED = { error: 'Email verification required', code: 'EMAIL_VERIFICATION_REQUIRED' };
const from = (address: string) => ({ 'X-Forwarded-For': address });

describeProduct({ env: { TRUSTED_PROXIES: '127.0.0.1' } }, (product) => {
  let nobody: Caller;
  let phones = 0;
  beforeAll(() => {
    nobody = new Caller(product().url);
  });
  const verify = (token: string) => nobody.post('/api/auth/verify-email', { token });
  const bearer = (token: string) => nobody.with({ Authorization: `Bearer ${token}` });
  const outboxFor = async (recipient: string) => {
    const rows: { body: string; kind: string; html: string | null; id: string }[] = await product()
      .database.connection('outbox')
      .where({ recipient })
      .orderBy('sent_at');
    return rows;
  };
  const mailFor = (email: string) =>
    eventually(async () => {
      const [mail] = await outboxFor(email);
      if (!mail) throw new Error('no mail yet');
      return mail;
    });
  const newPhone = () => ({ phoneNumber: `20155501${String((phones += 1)).padStart(2, '0')}`, countryCode: '+1' });

  test('says which ways there are, and where sandboxes put what they send', async () => {
    expect((await nobody.get('/api/auth/ways')).json).toEqual({
      google: true,
      phone: true,
      email: true,
      oidc: [{ id: 'sandbox', label: 'Sandbox', icon: null }],
      registration: 'open',
      googleUrl: '/identity/start',
      captcha: { provider: 'builtin', siteKey: null, scriptUrl: null, always: false },
      outboxUrl: '/sandbox',
    });
    expect((await nobody.get('/api/auth/captcha')).json).toEqual({
      provider: 'builtin',
      challenge: expect.any(String),
      difficulty: 17,
      expiresAt: expect.any(String),
    });
  });

  describe('an address that nobody has proved', () => {
    test('keeps a free account from every reply until its mail is opened', async () => {
      const ann = await newStranger(product().url);
      for (const answer of [
        await ann.post('/api/ai/groq', question('Hi')),
        await ann.post('/api/ai/generate-title', question('Hi')),
      ]) {
        expect([answer.status, answer.json]).toEqual([403, NOT_VERIFIED]);
      }
      expect((await ann.get('/api/auth/me')).json.user.emailVerified).toBe(false);
      const { status, json } = await verify(tokenIn(ann.link));
      expect([status, json.user.emailVerified]).toEqual([200, true]);
      expect((await (await bearer(json.token).ask('Hi')).whole()).status).toBe(200);
      expect((await (await ann.ask('Hi')).whole()).status).toBe(200);
    });

    test('does not keep paying people or admins from anything', async () => {
      for (const more of [{ subscription: 'basic' }, { is_admin: true }]) {
        const person = await newStranger(product().url);
        await product().database.connection('users').where({ email: person.email }).update(more);
        expect((await (await person.ask('Hi')).whole()).status).toBe(200);
      }
    });

    test('is mailed the link, and of twenty who open it at once one gets in', async () => {
      const ann = await newStranger(product().url);
      const mail = await mailFor(ann.email);
      expect(mail).toMatchObject({ kind: 'mail', body: expect.stringContaining(ann.link) });
      const answers = await Promise.all(Array.from({ length: 20 }, () => verify(tokenIn(ann.link))));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(400)]);
      expect(answers.find(({ status }) => status === 400)?.json).toEqual({
        error: 'Invalid or expired verification token',
      });
    });

    test('is mailed again on demand, which ends the link before; at once a second time it is not', async () => {
      const ann = await newStranger(product().url);
      const answers = await Promise.all(Array.from({ length: 5 }, () => ann.post('/api/auth/resend-verification')));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
      expect(answers.find(({ status }) => status === 429)?.json).toEqual({
        error: expect.any(String),
        code: 'RATE_LIMITED',
        retryAfterMs: expect.any(Number),
      });
      expect((await verify(tokenIn(ann.link))).status).toBe(400);
      const link = answers.find(({ status }) => status === 200)?.json.verificationUrl;
      expect((await verify(tokenIn(link))).status).toBe(200);
      expect((await ann.post('/api/auth/resend-verification')).json).toEqual({ error: 'Email already verified' });
    });
  });

  describe('a forgotten password', () => {
    const forgot = (email: string, address = '10.1.0.1') =>
      nobody.post('/api/auth/forgot-password', { email }, from(address));
    const resetToken = (email: string) =>
      eventually(async () => {
        const found = (await outboxFor(email))
          .map(({ body }) => /\?reset=([\w-]+)/.exec(body)?.[1])
          .filter((token) => token !== undefined);
        if (found.length === 0) throw new Error('no mail yet');
        return String(found.at(-1));
      });

    test('is answered alike for everybody, and sets a new one once', async () => {
      const ann = await newPerson(product().url);
      const answers = [await forgot(ann.email), await forgot('nobody-at-all@example.org')];
      for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, '{"success":true}']);
      const token = await resetToken(ann.email);
      const uses = await Promise.all(
        Array.from({ length: 10 }, () =>
          nobody.post('/api/auth/reset-password', { token, password: 'a new password' }),
        ),
      );
      expect(uses.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(400)]);
      expect(uses.find(({ status }) => status === 400)?.json).toEqual({ error: 'Invalid or expired reset token' });
      expect((await ann.get('/api/auth/me')).status).toBe(401);
      expect(
        (await bearer(uses.find(({ status }) => status === 200)?.json.token).get('/api/auth/me')).json.user.email,
      ).toBe(ann.email);
      expect((await nobody.post('/api/auth/login', { email: ann.email, password: PASSWORD })).status).toBe(401);
      expect((await nobody.post('/api/auth/login', { email: ann.email, password: 'a new password' })).status).toBe(200);
    });

    test('of thirty requests from one address at once five are looked at', async () => {
      let host = 0;
      const answers = await withinOne(3_600_000, () => {
        host += 1;
        return Promise.all(Array.from({ length: 30 }, () => forgot('nobody@example.org', `10.1.1.${host}`)));
      });
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
      expect(answers.find(({ status }) => status === 429)?.json).toMatchObject({
        code: 'RATE_LIMITED',
        retryAfterMs: expect.any(Number),
      });
    });

    test('a token for one thing does nothing else', async () => {
      const ann = await newStranger(product().url);
      expect(
        (await nobody.post('/api/auth/reset-password', { token: tokenIn(ann.link), password: 'a new password' }))
          .status,
      ).toBe(400);
      await forgot(ann.email, '10.1.0.3');
      expect((await verify(await resetToken(ann.email))).status).toBe(400);
    });
  });

  describe('by phone', () => {
    const sms = (phone: object, address = '10.2.0.1') => nobody.post('/api/auth/send-sms', phone, from(address));
    const guess = (phone: object, otp: string) => nobody.post('/api/auth/verify-sms', { ...phone, otp });

    test('a code signs in and needs no mail; of ten who use it at once one gets in', async () => {
      const phone = newPhone();
      const { json } = await sms(phone);
      expect(json).toEqual({ success: true, devCode: expect.stringMatching(/^\d{6}$/) });
      expect((await outboxFor(`+1${phone.phoneNumber}`))[0]).toMatchObject({
        kind: 'sms',
        body: expect.stringContaining(json.devCode),
      });
      const answers = await Promise.all(Array.from({ length: 5 }, () => guess(phone, json.devCode)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
      const { token, user } = answers.find(({ status }) => status === 200)?.json ?? {};
      expect(user).toMatchObject({
        authMode: 'phone',
        phoneNumber: `+1${phone.phoneNumber}`,
        email: null,
        isAdmin: false,
        tier: 'free',
      });
      expect((await (await bearer(token).ask('Hi')).whole()).status).toBe(200);
    });

    test('of fifty guesses at once five are looked at, and the right code comes too late', async () => {
      const phone = newPhone();
      const { devCode } = (await sms(phone)).json;
      const wrong = devCode === '000000' ? '000001' : '000000';
      const answers = await Promise.all(Array.from({ length: 50 }, () => guess(phone, wrong)));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
      expect((await guess(phone, devCode)).json).toEqual({ error: 'SMS verification failed', code: 'RATE_LIMITED' });
    });

    test('of ten requests at once one is sent, and dear or wrong numbers get none', async () => {
      const phone = newPhone();
      const answers = await Promise.all(Array.from({ length: 10 }, () => sms(phone, '10.2.0.2')));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(429)]);
      expect(answers.find(({ status }) => status === 429)?.json).toEqual({
        error: 'SMS send failed',
        code: 'RATE_LIMITED',
        retryAfterMs: expect.any(Number),
      });
      const body = await sms({ phoneNumber: 7, countryCode: '+1' }, '10.2.0.3');
      expect([body.status, body.json]).toEqual([
        400,
        {
          error: 'SMS send failed',
          code: 'VALIDATION_ERROR',
          field: 'phoneNumber',
          message: expect.stringMatching(/^phoneNumber: /),
        },
      ]);
      for (const phoneNumber of ['9005551234', '123', '+999123456789']) {
        const answer = await sms({ phoneNumber, countryCode: '+1' }, '10.2.0.3');
        expect([answer.status, answer.json]).toEqual([
          400,
          { error: 'SMS send failed', code: 'VALIDATION_ERROR', field: 'phoneNumber' },
        ]);
      }
    });
  });

  describe('with Google, in the sandbox', () => {
    const exchange = (body: object) => nobody.post('/identity/exchange', body);

    test('the popup’s form gets a token that signs in, and a second time finds the account', async () => {
      const page = await nobody.get('/identity/start');
      expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(page.text).toContain('robin@example.com');
      expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
      const person = { name: 'Robin', email: `${newId().toLowerCase()}@example.com` };
      const sign = async () =>
        nobody.post('/api/auth/firebase-exchange', { firebaseToken: (await exchange(person)).json.firebaseToken });
      const first = await sign();
      expect(first.json.user).toMatchObject({
        email: person.email,
        name: 'Robin',
        emailVerified: true,
        authMode: 'email',
      });
      expect((await sign()).json.user.uid).toBe(first.json.user.uid);
      expect((await (await bearer(first.json.token).ask('Hi')).whole()).status).toBe(200);
    });

    test('made-up tokens and answers do nothing', async () => {
      expect(
        (await nobody.post('/api/auth/firebase-exchange', { firebaseToken: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' }))
          .json,
      ).toEqual({ error: 'Firebase token exchange failed', code: 'UNAUTHORIZED' });
      for (const body of [
        {},
        { name: '', email: 'a@example.org' },
        { name: 'A', email: 'nobody' },
        { name: 'A', email: 'a@example.org', isAdmin: true },
      ])
        expect((await exchange(body)).status).toBe(400);
      expect((await exchange({ idToken: 'x', state: 'y' })).status).toBe(401);
    });
  });

  test('the outbox page shows mails newest first, without scripts, and each mail in a cage', async () => {
    const ann = await newStranger(product().url, `canary-${newId().toLowerCase()}@example.org`);
    const mail = await mailFor(ann.email);
    const page = await nobody.get('/sandbox');
    expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex, nofollow']);
    expect(page.text).toContain(ann.email);
    expect(page.text).not.toContain('<script');
    const shown = await nobody.get(`/sandbox/${mail.id}`);
    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect((await nobody.get('/sandbox/unknown')).status).toBe(404);
    expect((await nobody.get('/sandbox/page.css')).headers.get('content-type')).toContain('css');
  });

  test('signing out everywhere ends this session and all others', async () => {
    const ann = await newPerson(product().url);
    const other = bearer((await nobody.post('/api/auth/login', { email: ann.email, password: PASSWORD })).json.token);
    expect((await ann.post('/api/auth/logout-everywhere')).json).toEqual({ success: true });
    expect([(await ann.get('/api/auth/me')).status, (await other.get('/api/auth/me')).status]).toEqual([401, 401]);
  });

  test('throw-away addresses make no account', async () => {
    const answer = await nobody.post('/api/auth/register', { email: 'x@sub.mailinator.com', password: PASSWORD });
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: 'Disposable email addresses are not allowed', code: 'DISPOSABLE_EMAIL' },
    ]);
  });

  test('no mailed token, code or phone secret lies in the tables of sign-in as it is', async () => {
    const ann = await newStranger(product().url);
    const phone = newPhone();
    const { devCode } = (await nobody.post('/api/auth/send-sms', phone, from('10.2.0.4'))).json;
    const tables = ['account_tokens', 'sign_in_codes', 'paces', 'one_time_secrets', 'counters'];
    const stored = JSON.stringify(
      await Promise.all(tables.map((table) => product().database.connection(table).select())),
    );
    for (const secret of [tokenIn(ann.link), `"${devCode}"`, phone.phoneNumber])
      expect(stored.includes(secret)).toBe(false);
  });
});

describeProduct(
  {
    env: {
      TRUSTED_PROXIES: '127.0.0.1',
      REGISTRATIONS_PER_HOUR: '5',
      TURNSTILE_SECRET_KEY: 's',
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_BASE_URL: 'http://127.0.0.1:9',
    },
  },
  (product) => {
    const register = (address: string, more: object = {}) =>
      new Caller(product().url).post(
        '/api/auth/register',
        { email: `${newId().toLowerCase()}@example.org`, password: PASSWORD, ...more },
        from(address),
      );

    test('of twenty sign-ups from one address at once three are made; the rest solve a captcha or wait', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => register('10.3.0.1')));
      const codes = answers.map(({ status, json }) => (status === 201 ? 'made' : json.code));
      expect(codes.filter((code) => code === 'REGISTRATION_COOLDOWN')).toHaveLength(10);
      expect(codes.filter((code) => code === 'made').length).toBeLessThanOrEqual(3);
      expect(codes.filter((code) => code === 'CAPTCHA_REQUIRED').length).toBeGreaterThanOrEqual(7);
      expect(answers.find(({ json }) => json.code === 'REGISTRATION_COOLDOWN')?.json).toEqual({
        error: 'Registration failed',
        code: 'REGISTRATION_COOLDOWN',
        cooldownMs: expect.any(Number),
        reason: expect.any(String),
      });
      expect((await register('10.3.0.2')).status).toBe(201);
    });

    test('a captcha that nobody can check lets nobody in', async () => {
      for (let count = 0; count < 3; count += 1) await register('10.3.0.3');
      expect((await register('10.3.0.3')).json).toEqual({ error: 'Registration failed', code: 'CAPTCHA_REQUIRED' });
      const answer = await register('10.3.0.3', { captchaToken: 'a token' });
      expect([answer.status, answer.json]).toEqual([
        503,
        { error: 'Registration failed', code: 'CAPTCHA_REQUIRED', captchaError: 'Captcha verification failed' },
      ]);
    });

    test('the page may load exactly the captcha’s script, and there is no challenge of ours', async () => {
      const answer = await new Caller(product().url).get('/api/auth/ways');
      expect(answer.json.captcha).toMatchObject({ provider: 'turnstile', siteKey: 'site' });
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("script-src 'self' https://challenges.cloudflare.com;");
      expect(policy).toContain("connect-src 'self';");
      expect((await new Caller(product().url).get('/api/auth/captcha')).status).toBe(404);
    });
  },
);
