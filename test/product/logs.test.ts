import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { Database } from '../../src/adapters/sql/database.ts';
import { describeSqlite } from '../support/databases.ts';
import { testEnv, startProcess, startModelServer } from '../support/parley.ts';
import { respondsWithError } from '../vendors/openai-server.ts';
import { eventually, newId, newPerson, newVisitor, PASSWORD, question } from './client.ts';
import { setPlan } from './premium.ts';

jest.setTimeout(60_000);

describeSqlite(({ migratedUrl }) => {
  describe('the log', () => {
    test('has a line for what went wrong, and no word, token, password or address of anybody', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'parley-logs-'));
      const vendor = await startModelServer();
      const url = await migratedUrl();
      const running = await startProcess({
        ...testEnv(url, folder, vendor),
        LOG_LEVEL: 'debug',
        TRUSTED_PROXIES: '127.0.0.1',
        APP_SECRET: 'canary-of-the-secret-that-is-long',
      });
      const from = { 'X-Forwarded-For': '203.0.113.99' };
      const ann = (await newPerson(running.url, 'canary-mail@example.org')).with(from);
      const session = newId();
      const visitor = newVisitor(running.url, session).with(from);
      await ann.post('/api/auth/login', { email: 'canary-mail@example.org', password: 'canary-wrong-password' });
      await (await ann.ask('canary-question', { chatId: newId(), messageId: 'm1' })).whole();
      await ann.get('/api/progress/chats?q=canary-search');
      for (const broken of [
        '{"canary-broken-json',
        'canary-no-json',
        '{"a": canary}',
        '{"__proto__": "canary-proto"}',
        '[canary',
      ]) {
        expect((await ann.post('/api/ai/groq', broken)).status).toBe(400);
      }
      expect(
        (await ann.post('/api/ai/groq', '{"a": "canary-not-packed"}', { 'Content-Encoding': 'gzip' })).status,
      ).toBe(400);
      await visitor.post('/api/ai/trial', { message: 'canary-trial' });
      vendor.enqueue(respondsWithError(401, { message: 'Incorrect API key provided: gsk_of_the_tests' }));
      await ann.post('/api/ai/groq', question('canary-refused'));

      const database = await Database.open(url);
      await setPlan({ database }, 'canary-mail@example.org', 'premium');
      const key = String((await ann.post('/api/account/api-key')).json.secret);
      const program = ann.with({ Authorization: `Bearer ${key}` });
      const wish = { model: 'gemma2-9b-it', messages: [{ role: 'user', content: 'canary-program' }], stream: true };
      expect((await (await program.watch('POST', '/v1/chat/completions', wish)).whole()).raw).toContain('[DONE]');
      vendor.enqueue(respondsWithError(401, { message: 'Incorrect API key provided: gsk_of_the_tests' }));
      expect((await program.post('/v1/chat/completions', wish)).status).toBe(502);
      expect((await program.with({ Authorization: `Bearer ${key}x` }).get('/v1/models')).status).toBe(401);
      // The product writes to the same file, and who comes second is refused at once.
      const hide = (table: string) =>
        eventually(() => database.connection.schema.renameTable(table, `${table}_hidden`).then(() => true));
      await hide('reply_log');
      await ann.watch('POST', '/api/ai/groq', question('canary-unsaved'));
      await eventually(() => running.output().includes('a checkpoint of streaming replies'));
      await hide('replies');
      const failed = await ann.post(
        '/api/ai/groq',
        question('canary-unlucky', { chatId: newId(), messageId: 'canary-message' }),
      );
      await hide('messages');
      await ann.post('/api/progress/chat', {
        chatId: '0'.repeat(21),
        chat: {
          id: '0'.repeat(21),
          title: 'canary-title',
          messages: [{ id: 'm', role: 'user', content: 'canary-saved', timestamp: '2026-01-01T00:00:00Z' }],
        },
      });
      await hide('sessions');
      expect((await ann.get('/api/auth/me')).status).toBe(500);
      await database.close();
      expect([failed.status, failed.json]).toEqual([
        500,
        { error: 'Internal error', code: 'INTERNAL_ERROR', id: expect.any(String) },
      ]);
      await eventually(() => running.output().includes(failed.json.id));
      await running.kill();
      await vendor.close();
      rmSync(folder, { recursive: true, force: true });

      const output = running.output();
      const token = String(ann.headers['Authorization']).replace('Bearer ', '');
      const digest = createHash('sha256').update(token).digest('hex');
      const keySecret = key.split('_').slice(2).join('_');
      const secrets = [
        PASSWORD,
        token,
        digest,
        key,
        keySecret,
        createHash('sha256').update(keySecret).digest('hex'),
        session,
        '203.0.113.99',
        'gsk_of_the_tests',
        'canary',
      ];
      const told = output.split('\n').filter((line) => secrets.some((secret) => line.includes(secret)));
      expect(told).toEqual([]);
      const lines = output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      const fields = new Set(lines.flatMap((line) => Object.keys(line)));
      expect(
        [...fields].filter(
          (name) =>
            ![
              'level',
              'time',
              'msg',
              'id',
              'method',
              'path',
              'status',
              'ms',
              'code',
              'uid',
              'model',
              'events',
              'error',
            ].includes(name),
        ),
      ).toEqual([]);
      expect(lines.some(({ msg }) => msg === 'reply')).toBe(true);
    });
  });
});
