import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { describeMysql } from '../support/databases.ts';
import { describeRedis, type RedisServer, startRedis } from '../support/redis-server.ts';
import { type ProductProcess, testEnv, startProcess, startModelServer } from '../support/parley.ts';
import type { OpenAiServer } from '../vendors/openai-server.ts';
import { Caller, eventually, newId, newPerson, newVisitor, PASSWORD } from './client.ts';
import { Speaker } from './speaker.ts';

jest.setTimeout(90_000);

const twoProcesses = (freshUrl: () => Promise<string>, broker?: () => RedisServer) => {
  describe('two processes on one database', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-two-'));
    let vendor: OpenAiServer;
    let a: ProductProcess;
    let b: ProductProcess;

    beforeAll(async () => {
      vendor = await startModelServer();
      const env = {
        ...testEnv(await freshUrl(), folder, vendor),
        TRUSTED_PROXIES: '127.0.0.1',
        ADMIN_EMAIL: 'boss@example.org',
        ADMIN_PASSWORD: PASSWORD,
        ...(broker && { REPLY_BUS: broker().url }),
      };
      [a, b] = await Promise.all([startProcess(env), startProcess(env)]);
    });
    afterAll(async () => {
      await Promise.all([a, b].map((running) => running?.kill()));
      await vendor.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('started at the same moment on an empty database both are ready, and have one admin', async () => {
      for (const { url } of [a, b]) {
        expect((await new Caller(url).get('/readyz')).json).toEqual({ ready: true });
        const { json } = await new Caller(url).post('/api/auth/login', {
          email: 'boss@example.org',
          password: PASSWORD,
        });
        expect(json).toMatchObject({ user: { isAdmin: true } });
      }
    });

    test('of fifty trial messages sent at once to both, three are asked and 47 answered with 429', async () => {
      const before = vendor.completions().length;
      const session = newId();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          newVisitor(index % 2 === 0 ? a.url : b.url, session).post(
            '/api/ai/trial',
            { message: 'Hi' },
            { 'X-Forwarded-For': '10.9.8.7' },
          ),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        ...Array<number>(3).fill(200),
        ...Array<number>(47).fill(429),
      ]);
      expect(vendor.completions().length - before).toBe(3);
    });

    test('a reply that one process writes is followed to its end and from any frame through the other', async () => {
      const ann = await newPerson(a.url);
      const there = new Caller(b.url, ann.headers);
      const speaker = new Speaker();
      vendor.enqueue(speaker.plan);
      const [here] = await Promise.all([
        ann.ask('Both', { chatId: newId(), messageId: 'm1' }),
        speaker.say('one ', 'two '),
      ]);
      await here.shows(1);
      const other = await there.follow(here.replyId);
      await eventually(() => other.text === 'one two ');
      await speaker.say('three');
      await speaker.end();
      await Promise.all([here.whole(), other.whole()]);
      expect(other.raw).toBe(here.raw);
      const resumed = await (await there.follow(here.replyId, { 'Last-Event-ID': '1' })).whole();
      expect(resumed.frames.map(({ id, data }) => [id, data])).toEqual(
        here.frames.slice(2).map(({ id, data }) => [id, data]),
      );
      const stranger = await newPerson(b.url);
      expect((await stranger.follow(here.replyId)).status).toBe(404);
    });

    test('follow-ups of one process are followed live through the other, which ends with them', async () => {
      const ann = await newPerson(a.url);
      const answer = new Speaker();
      const title = new Speaker();
      vendor.enqueue(answer.plan, title.plan);
      const chatId = newId();
      const [here] = await Promise.all([
        ann.ask('Which plans are there?', { chatId, messageId: 'm1', followUps: true }),
        answer.say('Three.').then(() => answer.end()),
      ]);
      await title.asked;
      const there = await new Caller(b.url, ann.headers).follow(here.replyId);
      await eventually(() => there.frames.some(({ data }) => data === '[DONE]'));
      expect([there.ended, there.said('title')]).toEqual([false, []]);
      await title.say('Plans and prices');
      await title.end();
      await Promise.all([here.whole(), there.whole()]);
      expect(there.said('title')).toEqual([{ title: 'Plans and prices' }]);
      expect(there.raw).toBe(here.raw);
    });

    test('a reply that one process writes is stopped through the other, and its text is kept', async () => {
      const ann = await newPerson(a.url);
      const there = new Caller(b.url, ann.headers);
      const speaker = new Speaker();
      vendor.enqueue(speaker.plan);
      const chatId = newId();
      const [here] = await Promise.all([ann.ask('Talk', { chatId, messageId: 'm1' }), speaker.say('Words')]);
      await here.shows(1);
      expect((await there.stop(here.replyId)).json).toEqual({ success: true });
      const request = await speaker.asked;
      await request.closed;
      expect(request.isAborted).toBe(true);
      await here.whole();
      expect((await there.chat(chatId)).json.messages.at(-1)).toMatchObject({ content: 'Words', status: 'stopped' });
    });

    test('the same message sent to both at once is one turn and one call of the provider', async () => {
      const ann = await newPerson(a.url);
      const there = new Caller(b.url, ann.headers);
      for (let round = 0; round < 5; round += 1) {
        const before = vendor.completions().length;
        const place = { chatId: newId(), messageId: 'm1' };
        const replies = await Promise.all(
          [ann, there, ann, there].map(async (caller) => (await caller.ask(`Round ${round}`, place)).whole()),
        );
        expect(replies.map(({ text }) => text)).toEqual(Array(4).fill(`You said: Round ${round}`));
        expect(new Set(replies.map(({ replyId }) => replyId)).size).toBe(1);
        expect(vendor.completions().length - before).toBe(1);
        expect((await there.chat(place.chatId)).json.messages).toHaveLength(2);
      }
    });

    test('who signs out at one process is signed out at the other, and wrong passwords count at both', async () => {
      const ann = await newPerson(a.url);
      const there = new Caller(b.url, ann.headers);
      expect((await there.get('/api/auth/me')).status).toBe(200);
      await ann.post('/api/auth/logout');
      expect((await there.get('/api/auth/me')).status).toBe(401);
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) =>
          new Caller(index % 2 === 0 ? a.url : b.url).post(
            '/api/auth/login',
            { email: ann.email, password: `not ${PASSWORD}` },
            { 'X-Forwarded-For': '10.9.8.6' },
          ),
        ),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    });
  });
};

// One process runs on SQLite (docs/scaling.md).
describeMysql(({ freshUrl }) => twoProcesses(freshUrl));

describeRedis(() =>
  describeMysql(({ freshUrl }) => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedis();
    });
    afterAll(() => server.close());
    twoProcesses(freshUrl, () => server);
  }),
);
