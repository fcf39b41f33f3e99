import { jest } from '@jest/globals';

import { startParley, type RunningServer } from '../../src/process/start.ts';
import type { Product } from '../support/parley.ts';
import { streamsPaced } from '../vendors/openai-server.ts';
import { describeProduct, describeProductOnMysql } from './describe-product.ts';
import { Caller, eventually, newId, newPerson, newStranger, tokenIn, type Watching } from './client.ts';
import { newPremiumPerson } from './premium.ts';

jest.setTimeout(60_000);

/** Long enough to be running whenever it is looked at. */
const SLOW = { reply: streamsPaced({ tokens: 5000, everyMs: 20 }) };

const COMPLETION = { model: 'gemma2-9b-it', stream: true, messages: [{ role: 'user', content: 'Hi' }] };

const OPTIONS = { upstream: SLOW, env: { SHUTDOWN_GRACE_SECONDS: '0' } };

const endsWhatWasRevoked = (product: () => Product): void => {
  /** A second process on the same database; SQLite has one only, so there the first one serves both. */
  let second: RunningServer | undefined;
  let elsewhere: string;

  beforeAll(async () => {
    const { DATABASE_URL, DATA_DIR, APP_SECRET } = product().running.context.config;
    const env = {
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
      SHUTDOWN_GRACE_SECONDS: '0',
      DATABASE_URL,
      DATA_DIR,
      APP_SECRET,
    };
    if (DATABASE_URL.startsWith('mysql'))
      second = await startParley({ ...env, GROQ_API_KEY: 'gsk', GROQ_BASE_URL: product().modelServer.url });
    elsewhere = second ? second.url.replace('localhost', '127.0.0.1') : product().url;
  });
  afterAll(() => second?.stop());

  const away = (person: Caller) => new Caller(elsewhere, person.headers);
  const streaming = async (person: Caller): Promise<Watching> => {
    const watching = await away(person).ask('Count, please', { chatId: newId(), messageId: newId() });
    await watching.shows(2);
    return watching;
  };
  const noneRuns = (uid: string) =>
    eventually(async () => {
      const rows: unknown[] = await product()
        .database.connection('replies')
        .where({ owner: `user:${uid}`, status: 'streaming' });
      return rows.length === 0;
    });
  const uidOf = async (person: Caller): Promise<string> => (await person.get('/api/auth/me')).json.user.uid;

  test('log-out everywhere ends sessions, the key, running replies and streams in every process', async () => {
    const { person, key } = await newPremiumPerson(product());
    const uid = await uidOf(person);
    const watching = await streaming(person);
    const program = away(new Caller('', { Authorization: `Bearer ${key}` }));
    const reading = await program.watch('POST', '/v1/chat/completions', COMPLETION);
    await eventually(() => reading.frames.length > 2);
    expect((await person.post('/api/auth/logout-everywhere')).status).toBe(200);
    await Promise.all([watching.whole(), reading.whole()]);
    await noneRuns(uid);
    for (const caller of [person, away(person), program]) expect((await caller.get('/api/auth/me')).status).toBe(401);
  });

  test('a reset ends what is running, a deleted key its own streams only', async () => {
    const { person, key } = await newPremiumPerson(product());
    const { email } = (await person.get('/api/auth/me')).json.user;
    const uid = await uidOf(person);
    const program = away(new Caller('', { Authorization: `Bearer ${key}` }));
    const reading = await program.watch('POST', '/v1/chat/completions', COMPLETION);
    const watching = await streaming(person);
    await eventually(() => reading.frames.length > 2);
    await person.send('DELETE', '/api/account/api-key');
    await reading.whole();
    expect(watching.ended).toBe(false);
    await new Caller(product().url).post('/api/auth/forgot-password', { email });
    const reset = await eventually(async () => {
      const mail: { body: string } | undefined = await product()
        .database.connection('outbox')
        .where({ recipient: email })
        .where('body', 'like', '%reset=%')
        .first('body');
      return /reset=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? false;
    });
    expect(
      (await new Caller(product().url).post('/api/auth/reset-password', { token: reset, password: 'another long one' }))
        .status,
    ).toBe(200);
    await watching.whole();
    await noneRuns(uid);
    expect((await person.get('/api/auth/me')).status).toBe(401);
  });

  test('a stream ends with the session that reads it, and nobody else’s does', async () => {
    const person = await newPerson(product().url);
    const other = await newPerson(product().url);
    const watching = await streaming(person);
    const others = await streaming(other);
    await person.post('/api/auth/logout');
    await watching.whole();
    expect(others.ended).toBe(false);
    await other.post('/api/auth/logout-everywhere');
    await others.whole();
  });

  test('the verification link tells whose it is, signs in, and can end what the first registrant set', async () => {
    const squatter = await newStranger(product().url);
    const nobody = new Caller(product().url);
    const token = tokenIn(squatter.link);
    expect((await nobody.post('/api/auth/link', { token, purpose: 'verify-email' })).json).toMatchObject({
      email: squatter.email,
    });
    expect((await nobody.post('/api/auth/link', { token, purpose: 'reset-password' })).json).toEqual({
      error: 'Invalid or expired reset token',
    });
    const verified = (await nobody.post('/api/auth/verify-email', { token })).json;
    expect((await squatter.get('/api/auth/me')).status).toBe(200);
    await nobody.post('/api/auth/reset-password', { token: verified.resetToken, password: 'mine and only mine' });
    expect((await squatter.get('/api/auth/me')).status).toBe(401);
    expect((await nobody.with({ Authorization: `Bearer ${verified.token}` }).get('/api/auth/me')).status).toBe(401);
  });
};

// One process ends its own streams; the streams of another process end by what the database tells
// it, which only MySQL has.
describeProduct(OPTIONS, endsWhatWasRevoked);
describeProductOnMysql(OPTIONS, endsWhatWasRevoked);
