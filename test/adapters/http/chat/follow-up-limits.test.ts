import { jest } from '@jest/globals';

import { Quotas } from '../../../../src/domain/kernel/ports.ts';
import { utcDay } from '../../../../src/domain/kernel/day.ts';
import { type Caller, eventually, newId, newPerson, newVisitor, question, withinOne } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { respondsWithError } from '../../../vendors/openai-server.ts';

jest.setTimeout(60_000);

const DAY_MS = 86_400_000;
const PROMPT = 'Write me an essay of ten pages.';
/** The calls beside the replies, with a prompt of the caller's own choice. */
const FOLLOW_UPS = [
  ['/api/search/orchestrated', { query: PROMPT, searchResults: PROMPT, sources: [] }],
  ['/api/ai/related-questions', { query: PROMPT, response: PROMPT }],
  ['/api/ai/generate-title', question(PROMPT)],
] as const;

// No reply is sent twice in these tests, so that none comes from memory.
describeProduct({}, (product) => {
  const asked = () => product().modelServer.completions().length;
  const each = async (caller: Caller, path: string, body: object, most: number) => {
    const answers = [];
    for (let count = 0; count < most; count += 1) answers.push(await caller.post(path, body));
    return answers;
  };

  test('an account that sent nothing asks no model by any of these calls', async () => {
    const ann = await newPerson(product().url);
    const before = asked();
    for (const [path, body] of FOLLOW_UPS) {
      const answers = await Promise.all(Array.from({ length: 80 }, () => ann.post(path, body)));
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([429]);
      expect(answers[0]?.json).toMatchObject({
        code: 'USAGE_LIMIT_EXCEEDED',
        limit: 0,
        resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
      });
    }
    expect(asked()).toBe(before);
  });

  test('after a message each is answered twice, however many come at once, and the day is counted', async () => {
    await withinOne(DAY_MS, async () => {
      const ann = await newPerson(product().url);
      await (await ann.ask(`Hello ${newId()}`)).whole();
      const before = asked();
      for (const [path, body] of FOLLOW_UPS) {
        const answers = await Promise.all(Array.from({ length: 20 }, () => ann.post(path, body)));
        expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(18);
      }
      expect(asked() - before).toBe(6);
      expect((await ann.get('/api/ai/usage')).json.daily.used).toBe(1);
      const { uid } = (await ann.get('/api/auth/me')).json.user;
      const quotas = product().running.container.get<Quotas>(Quotas);
      expect(await quotas.getUsed(`follow-ups:${uid}`, utcDay(Date.now()))).toBe(6);
    });
  });

  test('a named message has an allowance of its own, and another person’s is not used', async () => {
    const [ann, bob] = [await newPerson(product().url), await newPerson(product().url)];
    const [first, second] = [newId(), newId()];
    for (const [chatId, replyMessageId] of [
      [first, 'a1'],
      [second, 'a2'],
    ]) {
      await (await ann.ask(`Hello ${chatId}`, { chatId, messageId: 'q', replyMessageId })).whole();
    }
    const title = (caller: Caller, about: object) =>
      each(caller, '/api/ai/generate-title', { ...question(PROMPT), ...about }, 3);
    const statuses = async (caller: Caller, about: object) => (await title(caller, about)).map(({ status }) => status);
    expect(await statuses(bob, { chatId: first, messageId: 'a1' })).toEqual([429, 429, 429]);
    expect(await statuses(ann, { chatId: first, messageId: 'a1' })).toEqual([200, 200, 429]);
    expect(await statuses(ann, { chatId: second, messageId: 'a2' })).toEqual([200, 200, 429]);
    expect(await statuses(ann, {})).toEqual([429, 429, 429]);
  });

  test('a message that was given back brings no calls', async () => {
    const ann = await newPerson(product().url);
    product().modelServer.enqueue(respondsWithError(401, { message: 'no' }));
    await (await ann.ask(`Hello ${newId()}`)).whole();
    await eventually(async () => (await ann.get('/api/ai/usage')).json.daily.used === 0);
    for (const [path, body] of FOLLOW_UPS) expect((await ann.post(path, body)).status).toBe(429);
  });

  test('the title of a chat that was carried over from the trial belongs to the trial’s message', async () => {
    const session = newId();
    await (
      await newVisitor(product().url, session).watch('POST', '/api/ai/trial', { message: `Hello ${session}` })
    ).whole();
    const ann = await newPerson(product().url);
    const carried = await each(ann, '/api/ai/generate-title', { ...question(PROMPT), sessionId: session }, 3);
    expect(carried.map(({ status }) => status)).toEqual([200, 200, 429]);
  });
});
