import type { ServiceIdentifier } from 'inversify';

import { jest } from '@jest/globals';

import { LedgerStore, UserLimits } from '../../../../src/domain/billing/ports.ts';
import { AllSettings } from '../../../../src/domain/kernel/settings.ts';
import { Quotas } from '../../../../src/domain/kernel/ports.ts';
import { customLimits, GEMMA, KIMI, someLimits } from '../../../fakes/billing.ts';
import { type Caller, eventually, newId, newPerson, newVisitor, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { respondsWithError } from '../../../vendors/openai-server.ts';

jest.setTimeout(60_000);

const PRICES = { MODEL_PRICES: JSON.stringify({ [KIMI]: { input: 1, output: 3 } }) };

// Payments may be off: limits hold all the same.
describeProduct({ env: { ...PRICES, PAYMENTS: 'off' } }, (product) => {
  const get = <T>(token: ServiceIdentifier<T>): T => product().running.container.get(token);
  const uidOf = async (person: Caller): Promise<string> => (await person.get('/api/auth/me')).json.user.uid;
  const send = (person: Caller, more: object = {}) =>
    person.post('/api/ai/groq', question('Hi', { stream: false, ...more }));
  const modelsAsked = (since: number) =>
    product()
      .modelServer.completions()
      .slice(since)
      .map(({ body }) => body['model']);
  /** A reply is stored just after its end is told. */
  const lines = (owner: string, count: number) =>
    eventually(async () => {
      const found = await get(LedgerStore).listByOwner(owner, 0);
      if (found.length < count) throw new Error(`${found.length} lines of ${count}`);
      return found;
    });

  const use = async (person: Caller, count: number, more: object = {}) => {
    const answers = [];
    for (let sent = 0; sent < count; sent += 1) answers.push((await send(person, more)).status);
    return answers;
  };

  afterEach(() => get(AllSettings).of('rate-limits').change(someLimits().rateLimits));

  test('of a free day the 31st message is 429 with the limit; after ten of Kimi’s Gemma answers', async () => {
    const ann = await newPerson(product().url);
    const before = product().modelServer.completions().length;
    expect(await use(ann, 30)).toEqual(Array<number>(30).fill(200));
    const refused = await send(ann);
    const { resetsAt, message, ...body } = refused.json;
    expect(message).toMatch(
      /^All 30 messages of the day are used\. There is more from .* 00:00 UTC\. An administrator of this server can raise it\.$/,
    );
    expect([refused.status, body]).toEqual([
      429,
      { error: 'Daily message limit reached', code: 'USAGE_LIMIT_EXCEEDED', rule: 'daily', limit: 30, used: 30 },
    ]);
    expect(Date.parse(resetsAt)).toBeGreaterThan(Date.now());
    expect(resetsAt).toMatch(/T00:00:00\.000Z$/);
    expect(modelsAsked(before)).toEqual([...Array<string>(10).fill(KIMI), ...Array<string>(20).fill(GEMMA)]);
    expect((await ann.get('/api/ai/usage')).json).toEqual({
      tier: 'free',
      daily: { used: 30, limit: 30, resetsAt },
      moonshotDaily: { used: 10, limit: 10 },
      usedUpModels: [KIMI],
      lifetime: { used: 30, limit: -1 },
      agent: { used: 0, limit: 0 },
      vision: { daily: { used: 0, limit: 5 }, monthly: { used: 0, limit: 20 } },
      files: { maxPerMessage: 5, maxFileSize: 5 * 1024 * 1024 },
      chats: {
        count: { used: 0, limit: 500 },
        bytes: { used: 0, limit: 50 * 1024 * 1024 },
        maxChatBytes: 5 * 1024 * 1024,
        unusedDays: 0,
      },
    });
    expect(await lines(`user:${await uidOf(ann)}`, 30)).toHaveLength(30); // and none for the refused one
  });

  test('of two that come at once to the last message one is answered', async () => {
    const ann = await newPerson(product().url);
    await get(UserLimits).set(customLimits({ uid: await uidOf(ann), dailyMessages: 3 }));
    await use(ann, 2);
    const before = product().modelServer.completions().length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(ann)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429, 429]);
    expect(modelsAsked(before)).toEqual([KIMI]);
  });

  test('of many that come at once to the last of Kimi one is Kimi’s, and the fallback answers the others', async () => {
    const ann = await newPerson(product().url);
    await get(UserLimits).set(customLimits({ uid: await uidOf(ann), moonshotDaily: 1 }));
    const before = product().modelServer.completions().length;
    // The same question would have the answer of the first that is done.
    const ask = (_: unknown, index: number) =>
      ann.post('/api/ai/groq', question(`Hi ${index}`, { stream: false, chatId: newId(), messageId: 'q1' }));
    const chats = await Promise.all(Array.from({ length: 5 }, ask));
    expect(chats.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(modelsAsked(before).toSorted()).toEqual([GEMMA, GEMMA, GEMMA, GEMMA, KIMI]);
  });

  test('where another model answers than asked, the head and the stored message say why and how long', async () => {
    const ann = await newPerson(product().url);
    await get(UserLimits).set(customLimits({ uid: await uidOf(ann), moonshotDaily: 1 }));
    const chatId = newId();
    expect((await send(ann, { chatId, messageId: 'q1', model: KIMI })).status).toBe(200);
    const reply = await (await ann.ask('And now?', { chatId, messageId: 'q2', model: KIMI })).whole();
    const insteadOf = { model: KIMI, reason: 'limit', resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) };
    expect(reply.said('meta')[0]).toMatchObject({ model: GEMMA, insteadOf });
    const messages = (await ann.chat(chatId)).json.messages as { model: string; details?: { insteadOf: unknown } }[];
    expect(messages.at(-1)).toMatchObject({ model: GEMMA, details: { insteadOf } });
    expect(messages[1]?.details ?? null).toBeNull();
  });

  test('with the fallback switched off the model’s own limit is told as 429', async () => {
    const ann = await newPerson(product().url);
    await get(AllSettings)
      .of('rate-limits')
      .change(someLimits({ enableModelFallback: false }).rateLimits);
    await get(UserLimits).set(customLimits({ uid: await uidOf(ann), moonshotDaily: 1 }));
    await use(ann, 1);
    const refused = await send(ann);
    expect([refused.status, refused.json]).toEqual([
      429,
      expect.objectContaining({ code: 'USAGE_LIMIT_EXCEEDED', rule: 'model', limit: 1, used: 1 }),
    ]);
    expect((await send(ann, { model: GEMMA })).status).toBe(200);
  });

  test('no access and a lifetime limit are 403, and nobody is asked', async () => {
    const ann = await newPerson(product().url);
    const uid = await uidOf(ann);
    const before = product().modelServer.completions().length;
    await get(UserLimits).set(customLimits({ uid, dailyMessages: 0 }));
    const closed = await send(ann);
    expect([closed.status, closed.json]).toEqual([
      403,
      expect.objectContaining({ code: 'USAGE_LIMIT_EXCEEDED', rule: 'no-access', limit: 0, used: 0 }),
    ]);
    await get(UserLimits).remove(uid);
    const { rateLimits } = someLimits({ enableLifetimeLimits: true });
    const free = { ...rateLimits.subscriptions.free, lifetime: { totalMessages: 1, modelLimits: {} } };
    await get(AllSettings)
      .of('rate-limits')
      .change({ ...rateLimits, subscriptions: { ...rateLimits.subscriptions, free } });
    const answers = [await send(ann), await send(ann)];
    expect(answers.map(({ status, json }) => [status, json.rule])).toEqual([
      [200, undefined],
      [403, 'lifetime'],
    ]);
    expect(product().modelServer.completions().length - before).toBe(1);
  });

  test('a paid account sends without end, may ask for more models, and sees its own limits', async () => {
    const ann = await newPerson(product().url);
    expect((await send(ann, { model: 'llama-3.3-70b-versatile' })).json).toMatchObject({
      code: 'SUBSCRIPTION_REQUIRED',
    });
    await product()
      .database.connection('users')
      .where({ uid: await uidOf(ann) })
      .update({ subscription: 'basic' });
    expect(await use(ann, 35)).toEqual(Array<number>(35).fill(200));
    expect((await send(ann, { model: 'llama-3.3-70b-versatile' })).status).toBe(200);
    expect((await send(ann, { model: 'llama-3.2-90b-text-preview' })).status).toBe(403);
    expect((await send(ann, { model: 'nonsense' })).json).toMatchObject({ code: 'MODEL_CONFIG_ERROR', field: 'model' });
    expect((await ann.get('/api/ai/usage')).json).toMatchObject({
      tier: 'basic',
      daily: { used: 36, limit: -1 },
      agent: { limit: 5 },
    });
  });

  test('a message that the provider refused is given back in every count, and is a line of the ledger', async () => {
    const ann = await newPerson(product().url);
    const uid = await uidOf(ann);
    product().modelServer.enqueue(respondsWithError(401, { message: 'no' }));
    expect((await send(ann)).status).toBe(502);
    expect(await lines(`user:${uid}`, 1)).toMatchObject([
      { purpose: 'reply', model: KIMI, status: 'error', inputTokens: 0, outputTokens: 0 },
    ]);
    expect((await ann.get('/api/ai/usage')).json).toMatchObject({
      daily: { used: 0 },
      moonshotDaily: { used: 0 },
      lifetime: { used: 0 },
    });
    const counts = await Promise.all(
      [`lifetime:${uid}`, `lifetime:${uid}:${KIMI}`].map((subject) => get(Quotas).getUsed(subject, 'ever')),
    );
    expect(counts).toEqual([0, 0]);
  });

  test('replies and titles stand in the ledger with tokens, provider and price, those of visitors too', async () => {
    const ann = await newPerson(product().url);
    const owner = `user:${await uidOf(ann)}`;
    await send(ann);
    await lines(owner, 1);
    expect((await ann.post('/api/ai/generate-title', question('Hi'))).status).toBe(200);
    const [reply, title] = await lines(owner, 2);
    expect(reply).toMatchObject({
      purpose: 'reply',
      model: KIMI,
      provider: 'groq',
      status: 'complete',
      estimated: false,
    });
    expect(reply?.costMicroUsd).toBe((reply?.inputTokens ?? NaN) + 3 * (reply?.outputTokens ?? NaN));
    expect(title).toMatchObject({ purpose: 'title', model: KIMI, provider: 'groq', status: 'complete' });
    expect((await ann.get('/api/ai/usage')).json.daily.used).toBe(1); // a title charges nothing

    const known = await product().database.connection('ledger').where('owner', 'like', 'visitor:%').pluck('id');
    await newVisitor(product().url).post('/api/ai/trial', { message: 'Hi' });
    const theirs = await eventually(async () => {
      const rows = await product()
        .database.connection('ledger')
        .where('owner', 'like', 'visitor:%')
        .whereNotIn('id', known);
      return rows.length > 0 && rows;
    });
    expect(theirs).toMatchObject([
      {
        purpose: 'reply',
        model: 'llama-3.3-70b-versatile',
        provider: 'groq',
        cost_micro_usd: null,
        status: 'complete',
      },
    ]);
  });
});
