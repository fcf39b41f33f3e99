import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { loadSqliteEngine } from '../../src/adapters/sql/dialect/sqlite-engine.ts';
import { ROUTES } from '../../src/contract/all-routes.ts';
import { describeEachDatabase } from '../support/databases.ts';
import { type ProductProcess, testEnv, startProcess, startModelServer } from '../support/parley.ts';
import { behindProxies } from '../support/competing-connection.ts';
import type { OpenAiServer } from '../vendors/openai-server.ts';
import { type Answer, Caller, eventually, newPerson, newVisitor, question } from './client.ts';

jest.setTimeout(90_000);

/** Calls that the database is needed for and that ask nothing else of the caller. */
const READING = ROUTES.filter(({ method, path }) => method === 'get' && !path.includes(':')).map(({ path }) => path);

describeEachDatabase(({ migratedUrl, engine }) => {
  describe('a database that does not answer', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-away-'));
    let vendor: OpenAiServer;
    let product: ProductProcess;
    let takeAway: () => void;
    let giveBack: () => void;
    const closing: (() => unknown)[] = [];

    const start = async (url: string) => {
      product = await startProcess({ ...testEnv(url, folder, vendor), TRUSTED_PROXIES: '127.0.0.1' });
      closing.unshift(() => product.kill());
    };
    const startOnSqlite = async () => {
      const url = await migratedUrl();
      await start(url);
      const other = (await loadSqliteEngine())(url.replace('sqlite:', ''));
      takeAway = () => other.exec('BEGIN IMMEDIATE');
      giveBack = () => other.exec('COMMIT');
      closing.push(() => other.close());
    };
    const startOnMysql = async () => {
      const {
        proxies: [proxy],
        url,
      } = await behindProxies(await migratedUrl());
      await start(url);
      takeAway = () => proxy?.freeze();
      giveBack = () => proxy?.thaw();
      closing.push(() => proxy?.close());
    };
    beforeAll(async () => {
      vendor = await startModelServer();
      await (engine === 'sqlite' ? startOnSqlite() : startOnMysql());
    });
    afterAll(async () => {
      for (const close of closing) await close();
      await vendor.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test('stands nobody: the process is alive, not ready, and each call hears when to come back', async () => {
      const ann = await newPerson(product.url);
      takeAway();
      const answered: Answer[] = [];
      const writes = Array.from({ length: 12 }, async (_, index) => {
        const caller = index % 2 === 0 ? ann : newVisitor(product.url).with({ 'X-Forwarded-For': `10.1.1.${index}` });
        answered.push(
          await (index % 2 === 0
            ? caller.post('/api/ai/groq', question('Hi', { stream: false }))
            : caller.post('/api/ai/trial', { message: 'Hi' })),
        );
      });
      const probes = [1, 2, 3].map(() => new Caller(product.url).get('/readyz'));
      expect((await new Caller(product.url).get('/healthz')).json).toEqual({ alive: true });
      expect(answered).toEqual([]); // whoever waits for the database keeps nobody else waiting
      for (const { status, json } of await Promise.all(probes)) expect([status, json]).toEqual([503, { ready: false }]);
      const reads = engine === 'mysql' ? await Promise.all(READING.map((path) => ann.get(path))) : [];
      await Promise.all(writes);
      for (const { status, headers, json } of answered) {
        expect([status, headers.get('Retry-After')]).toEqual([503, '2']);
        expect(json).toMatchObject({ code: 'STORE_UNAVAILABLE' });
      }
      // Some need no database. A lock of SQLite keeps nobody from reading.
      expect(reads.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
      expect(reads.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(reads.length / 2);
      expect(vendor.completions()).toHaveLength(0);
      giveBack();
      await eventually(async () => (await new Caller(product.url).get('/readyz')).status === 200);
      expect((await ann.post('/api/ai/groq', question('Hi', { stream: false }))).status).toBe(200);
    });
  });
});
