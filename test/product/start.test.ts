import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { Database } from '../../src/adapters/sql/database.ts';
import { parseConfig } from '../../src/config.ts';
import { secretWeakness } from '../../src/platform/secret-strength.ts';
import { openAppContext, StartupError } from '../../src/process/open-context.ts';
import { startParley } from '../../src/process/start.ts';
import { AdoptedProviders } from '../../src/domain/admin/setup/ports.ts';
import { runToEnd, testEnv, startProduct, startModelServer } from '../support/parley.ts';
import { Caller, eventually, newVisitor, PASSWORD } from './client.ts';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vendor = { url: 'http://127.0.0.1:9/v1' };
const usual = testEnv(`sqlite:${join(folder, 'parley.db')}`, folder, vendor);

/** Each a value that nobody could mistake for anything else in the output. */
const WRONG = {
  SANDBOX: 'canary-box',
  PORT: 'canary-port',
  METRICS_PORT: '99999',
  APP_URL: 'canary-address',
  APP_SECRET: 'canary-short',
  DATABASE_URL: 'canary-database',
  TRUSTED_PROXIES: 'canary-proxy',
  TRUSTED_PROXY_HOPS: '0',
  ADMIN_EMAIL: 'canary-mail',
  ADMIN_PASSWORD: 'canary',
  LOG_LEVEL: 'canary-level',
  MODEL_PRICES: 'canary-prices',
  MAX_LIVE_REPLIES: '-77',
  SHUTDOWN_GRACE_SECONDS: 'canary-grace',
  GROQ_BASE_URL: 'canary-base',
  GROQ_API_KEY: 'canary key with spaces',
  SMTP_URL: 'canary-smtp',
  MAIL_FROM: 'canary-from',
  SMS: 'canary-sms',
  IDENTITY: 'canary-identity',
  CAPTCHA_DIFFICULTY: '-77',
  CAPTCHA_ALWAYS: 'canary-always',
  REGISTRATIONS_PER_HOUR: '-77',
};

test('every wrong variable is named at once, with code 1, and no value is printed', async () => {
  const { code, output } = await runToEnd({ ...usual, ...WRONG });
  expect(code).toBe(1);
  const named = output
    .split('\n')
    .filter((line) => line.startsWith('  - '))
    .map((line) => /[A-Z_]{2,}/.exec(line)?.[0]);
  expect(named).toEqual(expect.arrayContaining(Object.keys(WRONG).filter((name) => name !== 'GROQ_API_KEY')));
  expect(output).not.toMatch(/canary|99999|-77/);
  expect(output).not.toMatch(/\bat .*\.ts:\d+/);
});

const refusal = async (env: Record<string, string>): Promise<string> => {
  const error: unknown = await openAppContext({ ...usual, ...env }).then(
    () => 'it started',
    (reason: unknown) => reason,
  );
  if (error instanceof StartupError) return error.faults.join('\n');
  throw error;
};

const APART = 'https://parley.example';
const SMTP = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@example.org' };
const without = (env: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));

describe('a real installation, whose APP_URL is not this machine (docs/adr/0035)', () => {
  const bare = { ...without(usual, 'APP_SECRET', 'GROQ_API_KEY', 'GROQ_BASE_URL'), APP_URL: APART };
  const faultsOf = async (env: Record<string, string>): Promise<readonly string[]> => {
    const error: unknown = await openAppContext(env).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof StartupError ? error.faults : [];
  };

  test.each([
    APART,
    'http://192.168.1.2:3000',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'http://0.0.0.0:3000',
    'http://[::2]',
  ])('at %s is refused with every variable that is missing, whatever NODE_ENV says', async (url) => {
    for (const NODE_ENV of ['development', 'test', 'production']) {
      const faults = await faultsOf({ ...bare, APP_URL: url, NODE_ENV });
      expect(faults.map((fault) => /[A-Z_]{3,}/.exec(fault)?.[0])).toEqual([
        'APP_SECRET',
        'GROQ_API_KEY',
        'MAIL',
        'PAYMENTS',
      ]);
      expect(faults.join()).toMatch(/LLM=demo.*SMTP_URL.*STRIPE_SECRET_KEY.*PAYMENTS=off/);
    }
  });

  test('takes no sandbox that is named', async () => {
    const faults = await faultsOf({
      ...usual,
      APP_URL: APART,
      MAIL: 'sandbox',
      SMS: 'sandbox',
      IDENTITY: 'sandbox',
      PAYMENTS: 'sandbox',
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(['MAIL', 'SMS', 'IDENTITY', 'PAYMENTS']);
  });

  test('with mail and payments set has no sandbox pages, and the demo model only by name', async () => {
    const running = await startParley({
      ...bare,
      ...SMTP,
      APP_SECRET: usual['APP_SECRET'] ?? '',
      PAYMENTS: 'off',
      LLM: 'demo',
    });
    const post = (path: string, body: object) =>
      fetch(running.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await post('/identity/exchange', { name: 'Boss', email: 'boss@example.org' })).status).toBe(503);
    expect((await fetch(`${running.url}/identity/start`)).status).toBe(503);
    expect((await fetch(`${running.url}/sandbox`)).status).toBe(404);
    const ways = await (await fetch(`${running.url}/api/auth/ways`)).json();
    expect(ways).toMatchObject({ google: false, googleUrl: null, phone: false, email: true, oidc: [] });
    const registered = await (
      await post('/api/auth/register', { email: 'ann@example.org', password: 'correct horse battery' })
    ).json();
    expect(registered).toMatchObject({ requiresEmailVerification: true });
    expect(registered).not.toHaveProperty('verificationUrl');
    const phone = await post('/api/auth/send-sms', { phoneNumber: '2015550123' });
    expect([phone.status, await phone.json()]).toEqual([502, { error: 'SMS send failed' }]);
    const google = await post('/api/auth/firebase-exchange', { firebaseToken: 'a token' });
    expect(await google.json()).toMatchObject({ error: 'Firebase token exchange failed' });
    await running.stop();
  });
});

test.each([
  'http://localhost:3000',
  'http://127.0.0.1',
  'http://127.1:80',
  'http://[::1]:3000',
  'http://parley.localhost',
])('%s is this machine: sandboxes serve and no bar says so', async (APP_URL) => {
  const parts = await openAppContext({ ...usual, APP_URL });
  expect([
    parts.adapters.mail.provider.id,
    parts.adapters.identity.provider.id,
    parts.adapters.payments.provider.id,
    parts.config.SANDBOX,
  ]).toEqual(['sandbox', 'sandbox', 'sandbox', 'off']);
  await parts.database.close();
});

describe('with SANDBOX=on', () => {
  const at = async (env: Record<string, string>, look: (url: string) => Promise<void>) => {
    const running = await startParley({ ...usual, APP_URL: APART, SANDBOX: 'on', ...env });
    try {
      await look(running.url);
    } finally {
      await running.stop();
    }
  };

  test('sandboxes serve anywhere, and every page of the server says so in the reader’s language', () =>
    at({}, async (url) => {
      for (const path of ['/sandbox', '/identity/start', '/identity/callback', '/api/docs']) {
        const page = await (await fetch(url + path)).text();
        expect([path, page]).toEqual([
          path,
          expect.stringMatching(/<body><p class="sandbox-bar" role="note" lang="en"/),
        ]);
        expect(page).toContain('/sandbox-bar.css');
      }
      expect(
        await (await fetch(`${url}/sandbox`, { headers: { 'Accept-Language': 'de-CH, en;q=0.5' } })).text(),
      ).toContain('lang="de"');
      expect((await fetch(`${url}/sandbox-bar.css`)).headers.get('content-type')).toContain('text/css');
      expect(await (await fetch(`${url}/api/theme`)).json()).toMatchObject({ sandbox: true });
    }));

  test('where one part is real, the page of the others shows what they held back, no addresses', () =>
    at({ ...SMTP }, async (url) => {
      const box = await openAppContext({ ...usual, APP_URL: APART, SANDBOX: 'on', ...SMTP });
      const sent = { subject: 'x', html: null, at: 1 };
      await box.database.connection('outbox').insert([
        {
          id: 'm1',
          kind: 'mail',
          recipient: 'real@example.org',
          body: 'a letter of before',
          subject: 'x',
          html: '<p>secret</p>',
          sent_at: 1,
        },
        {
          id: 's1',
          kind: 'sms',
          recipient: '+12015550123',
          body: 'Your code',
          subject: sent.subject,
          html: null,
          sent_at: 2,
        },
        {
          id: 'c1',
          kind: 'checkout',
          recipient: 'payer@example.org',
          body: 'http://x/sandbox/checkout/cs1',
          subject: 'Checkout',
          html: null,
          sent_at: 3,
        },
      ]);
      await box.database.close();
      const page = await (await fetch(`${url}/sandbox`)).text();
      expect(page).toContain('Your code');
      expect(page).toContain('p•••@example.org');
      for (const hidden of ['real@', 'a letter of before', '2015550123', 'payer@', 'checkout/cs1'])
        expect(page).not.toContain(hidden);
      expect((await fetch(`${url}/sandbox/m1`)).status).toBe(404);
      const answer = await fetch(`${url}/api/auth/register`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'new@example.org', password: 'correct horse battery' }),
      });
      expect(await answer.json()).not.toHaveProperty('verificationUrl');
    }));

  test('APP_SECRET is needed all the same', () => {
    const read = parseConfig({ ...without(usual, 'APP_SECRET'), APP_URL: APART, SANDBOX: 'on' });
    expect('faults' in read && read.faults.join()).toContain('APP_SECRET is not set');
  });
});

test.each([
  'your-secret-here',
  'changeme',
  'x'.repeat(40),
  'ab'.repeat(20),
  'abc123'.repeat(8),
  'correct-horse-'.repeat(4),
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789012345678901234567890123',
  'change-me-change-me-please-0192837465',
  'your-app-secret-goes-here-9f8e7d6c5b4a',
  'replace_me_with_32_random_chars!!',
])('the secret %s is refused', async (secret) => {
  const fault = await refusal({ APP_SECRET: secret });
  expect(fault).toMatch(/^APP_SECRET: /);
  expect(fault).not.toContain(secret);
});

test('secrets of chance are taken, however they are written', () => {
  // Of a million and a half: few different digits, little entropy, many neighbours in sequence.
  for (const unlucky of [
    'c4c686568c33f585885f61c3fcd841cd',
    '123d66355d666624666412ddd6414023',
    'bbae377445c9997647656faa14344487',
  ])
    expect([unlucky, secretWeakness(unlucky)]).toEqual([unlucky, undefined]);
  for (let round = 0; round < 300; round += 1) {
    for (const secret of [
      randomBytes(16).toString('hex'),
      randomBytes(32).toString('hex'),
      randomBytes(24).toString('base64'),
      randomBytes(32).toString('base64url'),
    ]) {
      expect([secret, secretWeakness(secret)]).toEqual([secret, undefined]);
    }
  }
});

test.each([
  'cheap',
  '[]',
  '{"m":{"input":1}}',
  '{"m":{"input":-1,"output":1}}',
  '{"m":{"input":1,"output":1,"extra":1}}',
])('the prices %s are refused', (text) => {
  const read = parseConfig({ ...usual, MODEL_PRICES: text });
  expect('faults' in read && read.faults.join()).toMatch(/^MODEL_PRICES: must be JSON/);
});

test('prices are read by model, and without any there are none', () => {
  const pricesOf = (env: Record<string, string>) => {
    const read = parseConfig({ ...usual, ...env });
    return 'config' in read && read.config.MODEL_PRICES;
  };
  expect(pricesOf({ MODEL_PRICES: '{"m":{"input":0.5,"output":1.5}}' })).toEqual({ m: { input: 0.5, output: 1.5 } });
  expect(pricesOf({})).toEqual({});
});

test.each([
  ['PORT', '0x10'],
  ['PORT', '1e3'],
  ['PRICE_BASIC', '  '],
  ['PRICE_BASIC', '4,99'],
  ['HEADER_TIMEOUT_SECONDS', 'Infinity'],
])('%s=%p is no number', async (name, value) => {
  expect(await refusal({ [name]: value })).toBe(`${name}: must be a number`);
});

test.each([
  'https://chat.example.org/parley',
  'https://chat.example.org?a=b',
  'https://chat.example.org/#chat',
  'https://ann:word@chat.example.org',
])('APP_URL=%s is refused: links would lead elsewhere', async (APP_URL) => {
  expect(await refusal({ APP_URL })).toContain('APP_URL: must be an origin such as https://chat.example.org');
});

test('numbers are read as people write them', () => {
  const read = parseConfig({ ...usual, PORT: ' 8080 ', PRICE_BASIC: '.5', PRICE_PREMIUM: '10.' });
  expect('config' in read && read.config).toMatchObject({ PORT: 8080, PRICE_BASIC: 0.5, PRICE_PREMIUM: 10 });
});

test.each(['redis://127.0.0.1:6379?tls=true', 'redis://127.0.0.1:6379/#tls'])(
  'the reply bus %s is refused: it would be connected without TLS',
  async (REPLY_BUS) => {
    expect(await refusal({ REPLY_BUS })).toMatch(/REPLY_BUS: must be .*without parameters/);
  },
);

test('a password for an admin without an address is refused', async () => {
  expect(await refusal({ ADMIN_PASSWORD: 'long enough for it' })).toContain('ADMIN_EMAIL');
});

test('a database that cannot be reached is named by its variable and without its password', async () => {
  const text = await refusal({ DATABASE_URL: 'mysql://root:canary-word@127.0.0.1:9/parley' });
  expect(text).toContain('DATABASE_URL');
  expect(text).not.toContain('canary-word');
});

test('a port that is taken is named, and the process ends with code 1', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const { code, output } = await runToEnd({ ...usual, PORT: port });
  taken.close();
  expect([code, output]).toEqual([1, expect.stringContaining('PORT')]);
});

test.each([
  ['DATABASE_URL', (absent: string) => ({ DATABASE_URL: `sqlite:${join(absent, 'parley.db')}` })],
  ['DATA_DIR', (absent: string) => ({ DATA_DIR: absent })],
])('a command makes no database where a wrong %s leads', async (name, envFor) => {
  const absent = join(folder, `absent-${name}`);
  const env = { ...without(usual, 'APP_SECRET', 'DATABASE_URL'), ...envFor(absent) };
  for (const args of [
    ['backup', join(folder, 'no.tar')],
    ['admin', 'verify-audit'],
  ] as const) {
    const { code, output } = await runToEnd(env, ...args);
    expect([code, output]).toEqual([1, `${name}: there is no database ${join(absent, 'parley.db')}\n`]);
  }
  expect(existsSync(absent)).toBe(false);
});

test('no folder is made for a database where a wrong DATABASE_URL leads, but for the data folder', async () => {
  const absent = join(folder, 'absent-of-server');
  const DATABASE_URL = `sqlite:${join(absent, 'parley.db')}`;
  expect(await startRefusal({ DATABASE_URL })).toEqual([
    `DATABASE_URL: there is no folder ${absent} for the database. Correct the path, or make the folder`,
  ]);
  expect(existsSync(absent)).toBe(false);
  expect(await startRefusal({ DATABASE_URL, DATA_DIR: absent, HOST: '192.0.2.1' })).toEqual([
    'HOST: must be an address of this machine',
  ]);
  expect(existsSync(join(absent, 'parley.db'))).toBe(true);
});

test('a database that another process has locked is told in one line', async () => {
  const DATABASE_URL = `sqlite:${join(folder, 'locked.db')}`;
  const other = await Database.open(DATABASE_URL);
  await other.connection.raw('BEGIN IMMEDIATE');
  const { code, output } = await runToEnd({ ...usual, DATABASE_URL });
  await other.connection.raw('ROLLBACK');
  await other.close();
  expect([code, output]).toEqual([1, expect.stringMatching(/\n {2}- DATABASE_URL: .*another process has locked it\n/)]);
  expect(output).not.toMatch(/\n {4}at /);
});

const startRefusal = async (env: Record<string, string>, base = usual): Promise<readonly string[]> => {
  const error: unknown = await startParley({ ...base, ...env }).then(
    async (running) => running.stop(),
    (reason: unknown) => reason,
  );
  return error instanceof StartupError ? error.faults : [String(error)];
};

test.each(['192.0.2.1', 'host.invalid'])('HOST=%s, which is not this machine, is named', async (HOST) => {
  expect(await startRefusal({ HOST })).toEqual(['HOST: must be an address of this machine']);
});

test('addresses of IPv6 are told as a browser takes them', async () => {
  const running = await startParley({ ...usual, HOST: '::1', METRICS_HOST: '::1', METRICS_PORT: '0' });
  const { url } = running;
  const { status } = await fetch(`${url}/healthz`);
  await running.stop();
  expect([new URL(url).hostname, status]).toEqual(['[::1]', 200]);
});

test('a METRICS_HOST that is not this machine is no busy port', async () => {
  const METRICS_HOST = '192.0.2.1';
  const faults = ['METRICS_HOST: must be an address of this machine'];
  expect(await startRefusal({ METRICS_HOST, METRICS_PORT: '9464' })).toEqual(faults);
  expect(await startRefusal({ METRICS_HOST }, without(usual, 'METRICS_PORT'))).toEqual(faults);
});

test('a stored secret that was cut off is refused, with the file and what to do', async () => {
  const data = join(folder, 'cut-off');
  mkdirSync(data);
  for (const cut of ['', 'abc']) {
    writeFileSync(join(data, 'secret'), cut);
    const error: unknown = await openAppContext({ ...without(usual, 'APP_SECRET'), DATA_DIR: data }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toMatch(/APP_SECRET.*"secret" in DATA_DIR.*32 characters.*remove the file/);
  }
});

test('a DATA_DIR that is a file is refused by its name, with and without APP_SECRET', async () => {
  const data = join(folder, 'a-file');
  writeFileSync(data, '');
  for (const env of [usual, without(usual, 'APP_SECRET')]) {
    const error: unknown = await openAppContext({ ...env, DATA_DIR: data }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartupError);
    expect(String(error)).toMatch(/DATA_DIR: cannot be written/);
  }
});

test('a DATA_DIR where no folder can be made is refused at once', async () => {
  const { code, output } = await runToEnd({ ...without(usual, 'APP_SECRET'), DATA_DIR: '/proc/parley/data' });
  expect([code, output]).toEqual([1, expect.stringContaining('DATA_DIR: cannot be written')]);
});

test('PYTHON_PACKAGES that are not there are told at the start', async () => {
  const ends = { HOST: '192.0.2.1', LOG_LEVEL: 'warn' };
  const { output } = await runToEnd({ ...usual, ...ends, PYTHON_PACKAGES: join(folder, 'no-packages') });
  expect(output.match(/PYTHON_PACKAGES is no folder/g)).toHaveLength(1);
});

test('where APP_URL is this machine a secret is made once, for its owner’s eyes only, and kept', async () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const env = Object.fromEntries(Object.entries({ ...usual, DATA_DIR: own }).filter(([name]) => name !== 'APP_SECRET'));
  const secret = () => {
    const read = parseConfig(env);
    return 'config' in read ? read.config.APP_SECRET : '';
  };
  const made = secret();
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(secret()).toBe(made);
  expect(readdirSync(own).map((name) => (statSync(join(own, name)).mode & 0o777).toString(8))).toEqual(['600']);
});

test('a product whose database is gone ends in order all the same', async () => {
  const product = await startProduct('sqlite::memory:');
  await product.database.close();
  await expect(product.stop()).resolves.toBeUndefined();
});

test('an admin who is named in the settings is one from the first start on, and no setup link is offered', async () => {
  const fake = await startModelServer();
  const env = {
    ...testEnv(`sqlite:${join(folder, 'admin.db')}`, folder, fake),
    ADMIN_EMAIL: 'Boss@Example.org',
    ADMIN_PASSWORD: 'boss of it all',
  };
  const running = await startParley(env);
  const answer = await fetch(`${running.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'boss@example.org', password: 'boss of it all' }),
  });
  expect(await answer.json()).toMatchObject({ user: { isAdmin: true } });
  expect(running.setupLink).toBeUndefined();
  await running.stop();
  await fake.close();
});

test('after a purpose was chosen beside the demo, the provider that is configured next answers visitors', async () => {
  const fake = await startModelServer({ models: ['tide-large'] });
  const demoEnv = { ...testEnv(`sqlite:${join(folder, 'adopt.db')}`, folder, fake), GROQ_API_KEY: '' };
  const provider = { OPENAI_COMPATIBLE_BASE_URL: fake.url, OPENAI_COMPATIBLE_MODEL: 'tide-large' };
  const first = await startParley(demoEnv);
  const token = new URL(first.setupLink ?? '').searchParams.get('setup');
  const setup = { token, email: 'owner@example.org', password: PASSWORD };
  const owner = new Caller(first.url);
  const bearer = { Authorization: `Bearer ${(await owner.post('/api/auth/setup', setup)).json.token}` };
  expect((await owner.with(bearer).post('/api/admin/setup/purpose', { purpose: 'customers' })).status).toBe(200);
  await eventually(async () => (await first.container.get(AdoptedProviders).find()) !== undefined);
  await first.stop();

  const second = await startParley({ ...demoEnv, ...provider });
  const asked = () => JSON.stringify(fake.completions().map(({ body }) => body));
  await eventually(async () => {
    await newVisitor(second.url).post('/api/ai/trial', { message: 'A question of a visitor' });
    return asked().includes('A question of a visitor');
  });
  await second.stop();
  await fake.close();
});
