import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { readConfig } from '../../src/config.ts';
import { openParts, StartRefused, startParley } from '../../src/start.ts';
import { runToEnd, settings, startProduct, startVendor } from '../support/parley.ts';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'parley-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const vendor = { url: 'http://127.0.0.1:9/v1' };
const usual = settings(`sqlite:${join(folder, 'parley.db')}`, folder, vendor);

/** Each a value that nobody could mistake for anything else in the output. */
const WRONG = {
  NODE_ENV: 'canary-env', PORT: 'canary-port', METRICS_PORT: '99999', APP_URL: 'canary-address', APP_SECRET: 'canary-short', DATABASE_URL: 'canary-database',
  TRUSTED_PROXIES: 'canary-proxy', TRUSTED_PROXY_HOPS: '0', ADMIN_EMAIL: 'canary-mail', ADMIN_PASSWORD: 'canary', LOG_LEVEL: 'canary-level',
  MODEL_PRICES: 'canary-prices', MAX_LIVE_REPLIES: '-77', SHUTDOWN_GRACE_SECONDS: 'canary-grace', GROQ_BASE_URL: 'canary-base', GROQ_API_KEY: 'canary key with spaces',
  SMTP_URL: 'canary-smtp', MAIL_FROM: 'canary-from', SMS: 'canary-sms', IDENTITY: 'canary-identity', CAPTCHA_DIFFICULTY: '-77', CAPTCHA_ALWAYS: 'canary-always', REGISTRATIONS_PER_HOUR: '-77',
};

test('every wrong variable is named at once, with code 1, and no value is printed', async () => {
  const { code, output } = await runToEnd({ ...usual, ...WRONG });
  expect(code).toBe(1);
  const named = output.split('\n').filter((line) => line.startsWith('  - ')).map((line) => /[A-Z_]{2,}/.exec(line)?.[0]);
  expect(named).toEqual(expect.arrayContaining(Object.keys(WRONG).filter((name) => name !== 'GROQ_API_KEY')));
  expect(output).not.toMatch(/canary|99999|-77/);
  expect(output).not.toMatch(/\bat .*\.ts:\d+/);
});

const refusal = async (env: Record<string, string>): Promise<string> => {
  const error: unknown = await openParts({ ...usual, ...env }).then(() => 'it started', (reason: unknown) => reason);
  if (error instanceof StartRefused) return error.faults.join('\n');
  throw error;
};

test('production is refused without a secret, and without a model of a real provider unless the demo is named', async () => {
  const bare = { NODE_ENV: 'production', APP_SECRET: '', GROQ_API_KEY: '', GROQ_BASE_URL: '' };
  const faults = readConfig(Object.fromEntries(Object.entries({ ...usual, ...bare }).filter(([, value]) => value !== '')));
  expect('faults' in faults && faults.faults.join()).toContain('APP_SECRET');
  expect(await refusal({ ...bare, APP_SECRET: 'x'.repeat(32) })).toMatch(/API_KEY|LLM/);
});

test.each(['your-secret-here', 'changeme', 'x'.repeat(31)])('the secret %s is refused as too short', async (secret) => {
  expect(await refusal({ APP_SECRET: secret })).toContain('APP_SECRET');
});

test.each(['cheap', '[]', '{"m":{"input":1}}', '{"m":{"input":-1,"output":1}}', '{"m":{"input":1,"output":1,"extra":1}}'])('the prices %s are refused', (text) => {
  const read = readConfig({ ...usual, MODEL_PRICES: text });
  expect('faults' in read && read.faults.join()).toMatch(/^MODEL_PRICES: must be JSON/);
});

test('prices are read by model, and without any there are none', () => {
  const pricesOf = (env: Record<string, string>) => {
    const read = readConfig({ ...usual, ...env });
    return 'config' in read && read.config.MODEL_PRICES;
  };
  expect(pricesOf({ MODEL_PRICES: '{"m":{"input":0.5,"output":1.5}}' })).toEqual({ m: { input: 0.5, output: 1.5 } });
  expect(pricesOf({})).toEqual({});
});

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

test('outside production a secret is made once, for its owner’s eyes only, and kept', async () => {
  const own = mkdtempSync(join(folder, 'own-'));
  const env = Object.fromEntries(Object.entries({ ...usual, DATA_DIR: own }).filter(([name]) => name !== 'APP_SECRET'));
  const secret = () => {
    const read = readConfig(env);
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
  const fake = await startVendor();
  const env = { ...settings(`sqlite:${join(folder, 'admin.db')}`, folder, fake), ADMIN_EMAIL: 'Boss@Example.org', ADMIN_PASSWORD: 'boss of it all' };
  const running = await startParley(env);
  const answer = await fetch(`${running.url}/api/auth/login`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email: 'boss@example.org', password: 'boss of it all' }),
  });
  expect(await answer.json()).toMatchObject({ user: { isAdmin: true } });
  expect(running.setupLink).toBeUndefined();
  await running.stop();
  await fake.close();
});
