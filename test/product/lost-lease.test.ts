import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { Database } from '../../src/adapters/sql/database.ts';
import { describeMysql } from '../support/databases.ts';
import { type ProductProcess, testEnv, startProcess, startModelServer } from '../support/parley.ts';
import { behindProxies } from '../support/competing-connection.ts';
import type { OpenAiServer } from '../vendors/openai-server.ts';
import type { TcpProxy } from '../vendors/tcp-proxy.ts';
import { Caller, eventually, newId, newPerson, type Watching } from './client.ts';
import { Speaker } from './speaker.ts';

jest.setTimeout(90_000);

describeMysql(({ migratedUrl }) => {
  describe('a process that loses its database, or time, for longer than its lease', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-away-'));
    let vendor: OpenAiServer;
    let database: string;
    let proxy: TcpProxy | undefined;
    let a: ProductProcess;
    let b: ProductProcess;

    beforeAll(async () => {
      vendor = await startModelServer();
      database = await migratedUrl();
      const { proxies, url } = await behindProxies(database);
      [proxy] = proxies;
      const env = { ...testEnv(database, folder, vendor), REPLY_LEASE_SECONDS: '1', DRAIN_DELAY_SECONDS: '0' };
      [a, b] = await Promise.all([startProcess({ ...env, DATABASE_URL: url }), startProcess(env)]);
    });
    afterAll(async () => {
      a?.child.kill('SIGCONT');
      await Promise.all([a, b].map((running) => running?.kill()));
      await Promise.all([proxy?.close(), vendor.close()]);
      rmSync(folder, { recursive: true, force: true });
    });

    /** A reply that the first process writes: it has said `one two `, and the second process can read that. */
    const writing = async () => {
      const ann = await newPerson(a.url);
      const there = new Caller(b.url, ann.headers);
      const speaker = new Speaker();
      vendor.enqueue(speaker.plan);
      const chatId = newId();
      const [page] = await Promise.all([ann.ask('Count', { chatId, messageId: 'm1' }), speaker.say('one ', 'two ')]);
      const stored = async () => {
        const { content, status } = (await there.chat(chatId)).json.messages.at(-1);
        return [content, status];
      };
      await eventually(async () => (await stored())[0] === 'one two ');
      const becomes = (...end: string[]) => eventually(async () => void expect(await stored()).toEqual(end));
      return { page, there, speaker, becomes };
    };
    const ended = (page: Watching) => page.said('meta').at(-1)?.['status'];
    const saving = (page: Watching) => eventually(() => page.said('saving').length === 1);
    /** Of one reply: the lines of the ledger, and what became of its use. */
    const counted = async (replyId: string) => {
      const opened = await Database.open(database);
      const lines: string[] = await opened.connection('ledger').where('id', 'like', `${replyId}%`).pluck('status');
      const { reservation_id: id } = await opened.connection('replies').where({ id: replyId }).first('reservation_id');
      const reserved = await opened.connection('reservations').where({ id }).first('state');
      await opened.close();
      return { lines, use: reserved.state };
    };

    // A file is never away.
    test('tells complete once it is stored, also when another process had given it up', async () => {
      const { page, there, speaker, becomes } = await writing();
      proxy?.cut();
      await speaker.say('three');
      await speaker.end();
      await saving(page);
      await becomes('one two ', 'interrupted');
      expect([page.text, page.ended, ended(page)]).toEqual(['one two three', false, undefined]);
      expect(ended(await (await there.follow(page.replyId)).whole())).toBe('interrupted');
      expect(await counted(page.replyId)).toEqual({ lines: ['interrupted'], use: 'charged' });
      proxy?.restore();
      await page.whole();
      expect(ended(page)).toBe('complete');
      await becomes('one two three', 'complete');
      const resumed = await (await there.follow(page.replyId, { 'Last-Event-ID': '0' })).whole();
      expect(resumed.text).toBe('one two three');
      expect(await counted(page.replyId)).toEqual({ lines: ['complete'], use: 'charged' });
    });

    test('that stood still goes on as if nothing had been', async () => {
      const { page, speaker, becomes } = await writing();
      a.child.kill('SIGSTOP');
      await becomes('one two ', 'interrupted');
      a.child.kill('SIGCONT');
      await speaker.say('three');
      await speaker.end();
      await page.whole();
      expect([page.text, ended(page)]).toEqual(['one two three', 'complete']);
      await becomes('one two three', 'complete');
      expect(await counted(page.replyId)).toEqual({ lines: ['complete'], use: 'charged' });
    });

    test('tells interrupted when it has to end before the database is back', async () => {
      const { page, speaker, becomes } = await writing();
      proxy?.cut();
      await speaker.say('three');
      await speaker.end();
      await saving(page);
      a.child.kill('SIGTERM');
      await page.whole();
      expect([page.text, ended(page)]).toEqual(['one two three', 'interrupted']);
      expect(await a.ended).toBe(0);
      await becomes('one two ', 'interrupted');
      expect(await counted(page.replyId)).toEqual({ lines: ['interrupted'], use: 'charged' });
    });
  });
});
