import { connect, type Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { Database } from '../../src/adapters/sql/database.ts';
import { parseConfig } from '../../src/config.ts';
import { describeSqlite } from '../support/databases.ts';
import { type ProductProcess, testEnv, startProcess, startModelServer } from '../support/parley.ts';
import type { OpenAiServer } from '../vendors/openai-server.ts';
import { type Caller, eventually, newId, newPerson, question } from './client.ts';
import { Speaker } from './speaker.ts';

jest.setTimeout(90_000);

/** A request whose last byte is still to come: it is under way when the listening ends, and answered afterwards. */
class HeldRequest {
  private readonly socket: Socket;
  private said = '';

  private constructor(
    url: string,
    private readonly text: string,
  ) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.socket.on('data', (chunk) => (this.said += chunk.toString('utf8')));
    this.socket.on('error', () => undefined);
  }

  /** Behind a whole request in the same write: once that one is answered, the server has begun to read this one. */
  static async begin(url: string, text: string): Promise<HeldRequest> {
    const held = new HeldRequest(url, text);
    held.socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${text.slice(0, -1)}`);
    await eventually(() => held.said.endsWith('{"alive":true}'));
    held.said = '';
    return held;
  }

  async finish(): Promise<string> {
    this.socket.write(this.text.slice(-1));
    await eventually(() => /\r\n\r\n[\s\S]*[}\]]/.test(this.said));
    return this.said;
  }
}

const httpOf = (method: string, path: string, caller: Caller, body?: unknown): string => {
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    Host: 'x',
    'Content-Type': 'application/json',
    'Content-Length': String(content.length),
    ...caller.headers,
  };
  return `${method} ${path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${content}`;
};

test('the delay is for several processes: by itself there is one with MySQL, and none with SQLite', () => {
  const delayOf = (env: Record<string, string>) => {
    const read = parseConfig({ APP_SECRET: 'a-secret-of-these-tests-and-of-nothing-else', ...env });
    return 'config' in read ? read.config.DRAIN_DELAY_SECONDS : read.faults;
  };
  const DATABASE_URL = 'mysql://a:b@c/d';
  expect([delayOf({}), delayOf({ DATABASE_URL }), delayOf({ DATABASE_URL, DRAIN_DELAY_SECONDS: '0' })]).toEqual([
    0, 3, 0,
  ]);
});

describeSqlite(({ migratedUrl }) => {
  describe('a process that is asked to end', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-shutdown-'));
    let vendor: OpenAiServer;
    let database: string;
    let running: ProductProcess;

    const start = async (grace: number, delay = 0) => {
      running = await startProcess({
        ...testEnv(database, folder, vendor),
        LOG_LEVEL: 'info',
        SHUTDOWN_GRACE_SECONDS: String(grace),
        DRAIN_DELAY_SECONDS: String(delay),
      });
      return running;
    };
    const speaks = () => {
      const speaker = new Speaker();
      vendor.enqueue(speaker.plan);
      return speaker;
    };
    const refusesConnections = (url: string) =>
      eventually(() =>
        fetch(`${url}/healthz`).then(
          () => false,
          () => true,
        ),
      );
    /** What is stored of the reply to a question with that text. */
    const stored = async (text: string): Promise<{ content: string; status: string }> => {
      const opened = await Database.open(database);
      const asked = await opened.connection('messages').where({ role: 'user', content: text }).first();
      const { content, status } = await opened
        .connection('messages')
        .where({ parent_id: asked.id, chat_key: asked.chat_key })
        .first();
      await opened.close();
      return { content, status };
    };

    beforeAll(async () => {
      vendor = await startModelServer();
      database = await migratedUrl();
    });
    afterEach(() => running.kill());
    afterAll(async () => {
      await vendor.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('lets replies finish within the grace, takes no new ones, is not ready, and ends with code 0', async () => {
      const { url, child, ended, output } = await start(60);
      const ann = await newPerson(url);
      const speaker = speaks();
      const [reply] = await Promise.all([
        ann.ask('Finish, please', { chatId: newId(), messageId: 'm1' }),
        speaker.say('Al'),
      ]);
      await reply.shows(1);
      const ready = await HeldRequest.begin(url, httpOf('GET', '/readyz', ann));
      const late = await HeldRequest.begin(url, httpOf('POST', '/api/ai/groq', ann, question('Too late')));
      expect((await ann.get('/readyz')).status).toBe(200);
      child.kill('SIGTERM');
      await refusesConnections(url);
      expect(await ready.finish()).toMatch(/^HTTP\/1\.1 503 [\s\S]*\{"ready":false\}$/);
      expect(await late.finish()).toMatch(/^HTTP\/1\.1 503 [\s\S]*restarting/);
      await speaker.say('most', ' done');
      await speaker.end();
      await reply.whole();
      expect([reply.text, reply.frames.at(-1)?.data, reply.broke]).toEqual(['Almost done', '[DONE]', undefined]);
      expect(await ended).toBe(0);
      expect(await stored('Finish, please')).toEqual({ content: 'Almost done', status: 'complete' });
      expect(vendor.completions().filter(({ body }) => JSON.stringify(body).includes('Too late'))).toEqual([]);
      expect(output()).not.toMatch(/"level":50|Warning/);
    });

    test('says for a while that it is not ready before it stops listening, and answers meanwhile', async () => {
      const { url, child, ended } = await start(600, 300);
      const ann = await newPerson(url);
      expect((await ann.get('/readyz')).status).toBe(200);
      child.kill('SIGTERM');
      await eventually(async () => (await fetch(`${url}/readyz`, { headers: { Connection: 'close' } })).status === 503);
      expect((await ann.post('/api/ai/groq', question('Still there?', { stream: false }))).status).toBe(200);
      child.kill('SIGTERM');
      expect(await ended).toBe(1);
    });

    test('ends by itself once the delay is over', async () => {
      const { child, ended } = await start(600, 1);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    });

    test('keeps what is left after the grace as interrupted, tells who watches, and ends with code 0', async () => {
      const { url, child, ended } = await start(0);
      const ann = await newPerson(url);
      const speakers = Array.from({ length: 5 }, speaks);
      const waiting = speakers.map((_, index) =>
        ann.ask(`Never ending ${index}`, { chatId: newId(), messageId: 'm1' }),
      );
      await Promise.all(speakers.map((speaker) => speaker.say('Half ', 'a thought')));
      const replies = await Promise.all(waiting);
      await Promise.all(replies.map((reply) => eventually(() => reply.text === 'Half a thought')));
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      for (const [index, reply] of replies.entries()) {
        await reply.whole();
        expect([reply.said('error')[0]?.['error'], reply.said('meta').at(-1)?.['status']]).toEqual([
          'The reply was interrupted',
          'interrupted',
        ]);
        expect(await stored(`Never ending ${index}`)).toEqual({ content: 'Half a thought', status: 'interrupted' });
      }
    });

    test('ends at once when it is asked twice', async () => {
      const { url, child, ended } = await start(600);
      const ann = await newPerson(url);
      const speaker = speaks();
      const [reply] = await Promise.all([ann.ask('Long', { chatId: newId(), messageId: 'm1' }), speaker.say('So')]);
      await reply.shows(1);
      child.kill('SIGTERM');
      await refusesConnections(url);
      child.kill('SIGTERM');
      expect(await ended).toBe(1);
    });
  });
});
