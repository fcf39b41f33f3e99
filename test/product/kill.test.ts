import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { Database } from '../../src/adapters/sql/database.ts';
import { describeEachDatabase, describeSqlite } from '../support/databases.ts';
import { type ProductProcess, testEnv, startProcess, startModelServer } from '../support/parley.ts';
import { startMcpServer } from '../vendors/mcp-server.ts';
import {
  chunk,
  type OpenAiServer,
  type ScriptedResponse,
  streamsText,
  streamsToolCalls,
} from '../vendors/openai-server.ts';
import { newAdmin } from './admin.ts';
import { Caller, eventually, newId, newPerson, type Watching } from './client.ts';

jest.setTimeout(240_000);

/** A clean clone has a quarter of an hour for everything. */
const ROUNDS = process.env['CI'] === 'true' ? { sqlite: 4, mysql: 2 } : { sqlite: 10, mysql: 3 };
const PEOPLE = 10;
/** Two checkpoints, and room for one that takes its time: what was shown before that is kept, whatever happens. */
const KEPT_AFTER_MS = 1000;
const OLD_ENOUGH_MS = 1300;
const FEWEST_FRAMES = 15;

interface Asked {
  readonly caller: Caller;
  readonly chatId: string;
  readonly text: string;
  readonly watching: Watching;
}

describeEachDatabase(({ migratedUrl, engine }) => {
  describe('a process that is killed in the middle of twenty replies', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-kill-'));
    /** What the provider said so far, by question. */
    const said = new Map<string, string>();
    let vendor: OpenAiServer;
    let database: string;
    let opened: Database;
    let running: ProductProcess | undefined;
    let headers: Caller['headers'][] = [];
    let sawMore = 0;

    const talk: ScriptedResponse = (wire, { body }) =>
      new Promise((resolve) => {
        const text = (body['messages'] as { content: string }[]).at(-1)?.content ?? '';
        let count = 0;
        const timer = setInterval(() => {
          const content = `${(count += 1)} é🙂 `;
          said.set(text, `${said.get(text) ?? ''}${content}`);
          void wire.sendEvent(chunk({ content }));
        }, 30);
        void wire.closed.then(() => {
          clearInterval(timer);
          resolve();
        });
      });

    const start = async () =>
      (running = await startProcess({ ...testEnv(database, folder, vendor), REPLY_LEASE_SECONDS: '1' }));

    beforeAll(async () => {
      vendor = await startModelServer({ reply: talk });
      database = await migratedUrl();
      opened = await Database.open(database);
      const { url } = await start();
      headers = await Promise.all(Array.from({ length: PEOPLE }, async () => (await newPerson(url)).headers));
    });
    afterAll(async () => {
      await running?.kill();
      await opened.close();
      await vendor.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const ask = async (url: string, round: number): Promise<Asked[]> =>
      Promise.all(
        [...headers, ...headers].map(async (each, index) => {
          const caller = new Caller(url, each);
          const [chatId, text] = [newId(), `round ${round} question ${index}`];
          return { caller, chatId, text, watching: await caller.ask(text, { chatId, messageId: 'm1' }) };
        }),
      );

    const longEnough = ({ watching: { frames } }: Asked) =>
      frames.length > FEWEST_FRAMES && Date.now() - (frames[1]?.at ?? Infinity) > OLD_ENOUGH_MS;

    const look = async () => {
      const streaming = await opened.connection('replies').where({ status: 'streaming' });
      const open = await opened.connection('reservations').where({ state: 'open' });
      const counted = await opened
        .connection('counters')
        .where('subject', 'like', 'messages:%')
        .sum({ used: 'used' })
        .first();
      return { streaming: streaming.length, open: open.length, used: Number(counted?.used ?? 0) };
    };

    const check = async ({ caller, chatId, text, watching }: Asked, url: string, killedAt: number) => {
      const again = new Caller(url, caller.headers);
      const [question, answer, ...rest] = (await again.chat(chatId)).json.messages;
      expect([question.content, question.status, rest]).toEqual([text, 'complete', []]);
      expect([answer.role, answer.status]).toEqual(['assistant', 'interrupted']);
      expect((said.get(text) ?? '').startsWith(answer.content)).toBe(true);
      const shown = watching.textUntil(killedAt - KEPT_AFTER_MS);
      expect(shown).not.toBe('');
      expect(answer.content.startsWith(shown)).toBe(true);
      const resumed = await (await again.follow(watching.replyId, { 'Last-Event-ID': '0' })).whole();
      expect([resumed.text, resumed.said('meta').at(-1)]).toEqual([answer.content, { status: 'interrupted' }]);
      await giveBack(again, chatId, answer, watching.text);
    };

    /** What a page does that had shown more than was stored. */
    const giveBack = async (
      caller: Caller,
      chatId: string,
      { id, content: kept }: { id: string; content: string },
      shown: string,
    ) => {
      if (shown.length <= kept.length) return;
      sawMore += 1;
      const message = { id, role: 'assistant', content: shown, timestamp: new Date().toISOString() };
      expect(
        (await caller.post('/api/progress/chat', { chatId, chat: { id: chatId, messages: [message] } })).status,
      ).toBe(200);
      expect((await caller.chat(chatId)).json.messages.at(-1)).toMatchObject({
        id,
        content: shown,
        status: 'interrupted',
      });
    };

    test(`${ROUNDS[engine]} times over: questions and shown texts stay, none runs on, uses count once`, async () => {
      for (let round = 1; round <= ROUNDS[engine]; round += 1) {
        const asked = await ask(running?.url ?? '', round);
        await eventually(() => asked.every(longEnough));
        const killedAt = Date.now();
        await running?.kill();
        await Promise.all(asked.map(({ watching }) => watching.whole()));
        const { url } = await start();
        const settled = { streaming: 0, open: 0, used: round * asked.length };
        // Once the lease of the dead process is over.
        await eventually(async () => void expect(await look()).toEqual(settled));
        expect(vendor.completions()).toHaveLength(round * asked.length);
        await Promise.all(asked.map((each) => check(each, url, killedAt)));
      }
      expect(sawMore).toBeGreaterThan(0);
    });

    test('a question whose reply was interrupted can be asked again, and the interrupted version stays', async () => {
      const caller = new Caller(running?.url ?? '', headers[0] ?? {});
      const { chats } = (await caller.get('/api/progress/chats?limit=1')).json;
      const chatId = chats[0].id;
      const [question] = (await caller.chat(chatId)).json.messages;
      const reply = await caller.ask(question.content, { chatId, messageId: 'm1', replyMessageId: 'second' });
      await reply.shows(3);
      await caller.stop(reply.replyId);
      await reply.whole();
      const { json } = await caller.chat(chatId);
      expect(json.messages.at(-1)).toMatchObject({ id: 'second', status: 'stopped', content: reply.text });
      expect(json.otherVersions).toEqual([expect.objectContaining({ status: 'interrupted' })]);
    });
  });
});

describeSqlite(({ freshUrl }) => {
  test('a process that is killed while a tool asks: the question stays open and is answered at the next', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-ask-'));
    const said: unknown[] = [];
    const tools = await startMcpServer();
    tools.tools = [{ name: 'write', inputSchema: { type: 'object' } }];
    tools.play = (call) => {
      said.push(call.arguments);
      return { content: [{ type: 'text', text: 'written' }] };
    };
    const vendor = await startModelServer({
      reply: (wire, request) =>
        JSON.stringify(request.body['messages']).includes('written')
          ? streamsText('All ', 'done.')(wire, request)
          : streamsToolCalls('', { id: 'c1', name: 'notes__write', pieces: ['{"text":"x"}'] })(wire, request),
    });
    const url = await freshUrl();
    const env = { ...testEnv(url, folder, vendor), REPLY_LEASE_SECONDS: '1', OUTBOUND_ALLOWED: '127.0.0.0/8' };
    let running = await startProcess(env);
    try {
      const database = await Database.open(url);
      const admin = await newAdmin({ url: running.url, database });
      await database.close();
      const added = await admin.post('/api/admin/tool-servers', { name: 'Notes', url: tools.url });
      expect([added.status, added.text]).toEqual([201, expect.stringContaining('write')]);
      const chatId = newId();
      const ask = { chatId, messageId: 'm1', toolServers: [added.json.server.id] };
      const asked = await admin.ask('Write it down', ask);
      const waits = (watching: Watching) => () => watching.said('step').find(({ state }) => state === 'waiting');
      const question = (await eventually(() => waits(asked)() ?? false)) as { question: { id: string } };
      await running.kill();

      running = await startProcess(env);
      const next = new Caller(running.url, admin.headers);
      const followed = await next.follow(asked.replyId);
      const path = `/api/ai/replies/${asked.replyId}/questions/${question.question.id}`;
      await eventually(async () => expect((await next.post(path, { decision: 'once' })).status).toBe(200));
      expect((await followed.whole()).text).toBe('All done.');
      expect((await next.post(path, { decision: 'refuse' })).json).toMatchObject({ code: 'ALREADY_ANSWERED' });
      expect((await next.chat(chatId)).json).toMatchObject({
        toolServers: [added.json.server.id],
        messages: [
          { content: 'Write it down' },
          { status: 'complete', details: { steps: [{ state: 'done', question: { outcome: 'once' } }] } },
        ],
      });
      expect([said, vendor.completions().length]).toEqual([[{ text: 'x' }], 2]);
    } finally {
      await running.kill();
      await Promise.all([vendor.close(), tools.close()]);
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
