import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import Koa from 'koa';

import { reportBrokenAnswers, reportErrors, toFailure } from '../../../../src/adapters/http/errors/report-errors.ts';
import { retryAfterSeconds } from '../../../../src/adapters/http/errors/retry-after.ts';
import { createLogger } from '../../../../src/adapters/system/logger.ts';
import { ROUTES } from '../../../../src/contract/all-routes.ts';
import { UsageNotAllowed } from '../../../../src/domain/billing/errors.ts';
import { ChatQuotaReached } from '../../../../src/domain/chat/conversations/errors.ts';
import { DailyLimitReached, FollowUpLimitReached, SubscriptionRequired } from '../../../../src/domain/chat/errors.ts';
import {
  DocumentReaderBusy,
  EmbeddingLimitReached,
  StorageFailed,
  StorageFull,
  TooManyUploads,
  VisionLimitReached,
} from '../../../../src/domain/files/errors.ts';
import { maskSecrets } from '../../../../src/domain/kernel/mask.ts';
import { Caller, newId, newPerson, newVisitor, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { expectLinear } from '../../../support/expect-linear.ts';
import { testEnv, startProcess, startModelServer } from '../../../support/parley.ts';
import { eventually } from '../../../product/client.ts';

/** What a caller sees of an error that a call ends with. */
const answered = async (error: unknown, headers: Record<string, string> = {}, path = '/api/x') => {
  const seen: unknown[] = [];
  const app = new Koa();
  app.use(
    reportErrors(
      (found) => void seen.push(found),
      () => 'an-id',
      true,
    ),
  );
  app.use(() => Promise.reject(error));
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const answer = await new Caller(`http://127.0.0.1:${port}`).send('POST', path, 'x', headers);
  await new Promise((resolve) => server.close(resolve));
  return answer;
};

const coded = (code: string, more: object = {}) => Object.assign(new Error(`the words of ${code}`), { code, ...more });
const FORM = { 'Content-Type': 'multipart/form-data; boundary=x' };

describe('a full disk', () => {
  test.each([
    ['of the folder', coded('ENOSPC')],
    ['of files', new StorageFailed(coded('EDQUOT'))],
    ['of SQLite', coded('SQLITE_FULL')],
    ['of MariaDB', Object.assign(new Error('knex'), { nativeError: coded('ER_RECORD_FILE_FULL') })],
  ])('%s is 507 on uploads and 503 elsewhere, in words that quote nothing', async (_where, error) => {
    const [upload, send] = [await answered(error, FORM), await answered(error)];
    expect([upload.status, send.status]).toEqual([507, 503]);
    for (const { json } of [upload, send])
      expect(json).toEqual({ error: expect.stringMatching(/disk.*full/i), id: 'an-id' });
  });

  test('is no other failure of the disk', async () => {
    expect((await answered(new StorageFailed(coded('EACCES')), FORM)).status).toBe(503);
    expect((await answered(coded('EACCES'))).status).toBe(500);
  });
});

describe('when to come back', () => {
  const now = Date.parse('2026-01-01T23:59:00Z');

  test.each([
    [{ retryAfterMs: 1500 }, '2'],
    [{ cooldownMs: 60_000 }, '60'],
    [{ resetsAt: '2026-01-02T00:00:00.000Z' }, '60'],
    [{ resetsAt: '2026-01-01T00:00:00.000Z' }, '1'],
    [{ code: 'USAGE_LIMIT_EXCEEDED' }, '86400'],
    [{}, '5'],
    [{ retryAfterMs: 0 }, '1'],
  ])('%j is %s seconds', (body, seconds) => expect(retryAfterSeconds(body, now)).toBe(seconds));

  test('stands in every answer that says “not now”, and in no other', async () => {
    const daily = await answered(
      new DailyLimitReached({ limit: 3, used: 3, resetsAt: Date.now() + 90_000, group: 'free' }),
    );
    expect([daily.status, daily.headers.get('retry-after')]).toEqual([429, '90']);
    expect((await answered(new TooManyUploads())).headers.get('retry-after')).toBe('5');
    expect((await answered(new TooManyUploads(), {}, '/v1/models')).headers.get('retry-after')).toBe('5');
    for (const passing of [new DocumentReaderBusy(), coded('ENOSPC')]) {
      expect((await answered(passing)).headers.get('retry-after')).toBe('5');
      expect((await answered(passing, FORM)).headers.get('retry-after')).toBe('5');
    }
    expect((await answered(new Error('x'))).headers.get('retry-after')).toBeNull();
  });
});

test('a caller that resets its connection is not reported as a failure, another error of an answer is', async () => {
  const reported: unknown[] = [];
  const app = new Koa();
  app.on(
    'error',
    reportBrokenAnswers((error) => void reported.push(error)),
  );
  const hungUp = new Promise((resolve) => app.once('error', resolve));
  const caller = new Socket();
  app.use(async () => {
    caller.resetAndDestroy();
    await hungUp;
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  caller.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  caller.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await hungUp).toMatchObject({ code: 'ECONNRESET' });
  const other = coded('ENOSPC');
  app.emit('error', other);
  expect(reported).toEqual([other]);
  await new Promise((resolve) => server.close(resolve));
});

test('a caller that hangs up in the middle of its body or of the answer is not reported as a failure', async () => {
  const reported: unknown[] = [];
  const broken: unknown[] = [];
  const app = new Koa();
  app.on(
    'error',
    reportBrokenAnswers((error) => void reported.push(error)),
  );
  app.on('error', (error) => void broken.push(error));
  app.use(async (ctx) => {
    ctx.status = 200;
    ctx.body = ctx.req;
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const caller = new Socket();
  caller.on('error', () => undefined);
  caller.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  caller.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  await eventually(() => expect(broken.length).toBeGreaterThan(0));
  await new Promise((resolve) => server.close(resolve));
  expect(reported).toEqual([]);
  for (const code of ['HPE_INVALID_EOF_STATE', 'ERR_STREAM_PREMATURE_CLOSE']) app.emit('error', coded(code));
  expect(reported).toEqual([]);
});

describe('a server that sells no plans', () => {
  const reached = { limit: 3, used: 3, resetsAt: Date.parse('2026-01-02T00:00:00Z'), group: 'free' } as const;
  const NAMES_A_PLAN = /plan|upgrade|premium|\bpro\b|subscription/i;

  test.each([
    new DailyLimitReached(reached),
    new DailyLimitReached(reached, 'model'),
    new FollowUpLimitReached('daily', reached),
    new UsageNotAllowed('lifetime', reached),
    new UsageNotAllowed('agent', reached),
    new StorageFull('files', reached),
    new EmbeddingLimitReached(reached),
    new VisionLimitReached('monthly', reached),
    new ChatQuotaReached('chat-storage', { limit: 3, used: 3, group: 'basic' }),
    new SubscriptionRequired('API access is part of the Premium plan'),
  ])('names none: %p', (error) => {
    const texts = (sellsPlans: boolean): string => {
      const { error: text, message } = toFailure(error, 'an-id', { sellsPlans }).body;
      return `${String(text)} ${String(message)}`;
    };
    expect(texts(true)).toMatch(NAMES_A_PLAN);
    expect(texts(false)).not.toMatch(NAMES_A_PLAN);
  });
});

describe('what services say', () => {
  test.each([
    ['Incorrect API key provided: gsk_abc123def456', 'gsk_abc'],
    ['Bearer eyJhbGciOiJIUzI1NiJ9.abc.def', 'eyJ'],
    ['key=abcd1234', 'abcd1234'],
    ['the account ann.b+c@example.org has no credit', 'ann.b+c'],
    ['bad credential wJalrXUtnFEMI7K7MDENGbPxRfiCYEXAMPLEKEY', 'wJalr'],
    ['mysql://root:sesame@db.example.org/parley', 'sesame'],
    ['{"api_key":"Zq81xYp0"}', 'Zq81xYp0'],
    ['sk-proj-abc_DEF-123', 'proj'],
  ])('%j keeps no secret', (text, secret) => expect(maskSecrets(text)).not.toContain(secret));

  test.each([
    'The model llama-3.3-70b-versatile does not exist',
    'FOREIGN KEY constraint failed',
    'connect ECONNREFUSED 127.0.0.1:4000',
    'no such table: replies',
  ])('%j stays as it is', (text) => expect(maskSecrets(text)).toBe(text));

  test('is masked in the log, in the stack too', () => {
    const lines: string[] = [];
    const logs = createLogger('info', { write: (line) => void lines.push(line) });
    logs.error('a call', { error: new Error('key gsk_abc123def456\nof ann@example.org') });
    logs.error('a text', { error: 'Bearer gsk_abc123def456' });
    expect(lines.join('')).not.toMatch(/gsk_abc|ann@/);
    expect(JSON.parse(lines[0] ?? '').error.stack).toContain('failures.test');
  });

  test('is in the log with the kind, code and status of what caused it, and not a word of that', () => {
    const lines: string[] = [];
    const logs = createLogger('info', { write: (line) => void lines.push(line) });
    const refused = Object.assign(new Error('connect to the question of Ann'), { code: 'ECONNREFUSED' });
    const denied = Object.assign(new Error('a word of Ann'), { name: 'AccessDenied' });
    const answer = Object.assign(denied, { $metadata: { httpStatusCode: 403 } });
    logs.error('a call', { error: new Error('no answer', { cause: new AggregateError([refused]) }) });
    logs.error('a file', { error: new Error('not read', { cause: answer }) });
    logs.error('a fault', { error: new Error('alone') });
    expect(lines.map((line) => JSON.parse(line).error.causes)).toEqual([
      ['AggregateError', 'Error ECONNREFUSED'],
      ['AccessDenied 403'],
      undefined,
    ]);
    expect(lines.join('')).not.toContain('Ann');
  });

  test.each(['a', '@', 'a@', 'key ', 'key=', 'A1/', 'sk-'])(
    'made of %j alone is masked in linear time',
    async (piece) => {
      await expectLinear({ size: 20_000, make: (size) => piece.repeat(size), run: maskSecrets });
    },
  );
});

describeProduct({}, (product) => {
  /** They say themselves for how long they are good: they are the same for everybody. */
  const SHARED = ['/api/theme', '/api/image', '/api/site-icon'];

  test('no answer of any call is kept by a cache', async () => {
    const ann = await newPerson(product().url);
    const callers = [new Caller(product().url), newVisitor(product().url), ann];
    for (const { method, path } of ROUTES.filter((route) => !SHARED.includes(route.path))) {
      for (const caller of callers) {
        const { status, headers } = await caller.send(
          method.toUpperCase(),
          path.replace(/:\w+/g, newId()),
          method === 'get' ? undefined : {},
        );
        expect([method, path, status, headers.get('cache-control')]).toEqual([
          method,
          path,
          status,
          expect.stringContaining('no-store'),
        ]);
      }
    }
    for (const path of ['/api/nothing', '/v1/nothing', '/api/docs/openapi.json', '/healthz', '/readyz', '/nothing']) {
      expect([path, (await ann.get(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
    expect((await ann.send('DELETE', '/api/auth/login')).headers.get('cache-control')).toBe('no-store');
    expect((await ann.get('/api/image?u=x&s=y&w=160')).headers.get('cache-control')).toBe('no-store');
  });

  test('a question is refused as 503 while the database has no room, and taken once it has', async () => {
    const ann = await newPerson(product().url);
    const { connection } = product().database;
    const pages = Number((await connection.raw('PRAGMA page_count'))[0].page_count);
    await connection.raw(`PRAGMA max_page_count = ${pages}`);
    const ask = () =>
      ann.post(
        '/api/ai/groq',
        question('word '.repeat(20_000), { chatId: newId(), messageId: newId(), stream: false }),
      );
    const refused = await ask();
    expect([refused.status, refused.json]).toEqual([
      503,
      { error: expect.stringMatching(/disk.*full/i), id: expect.any(String) },
    ]);
    await connection.raw('PRAGMA max_page_count = 1073741823');
    expect((await ask()).status).toBe(200);
  });
});

// In a process of its own: within the test runner an error of zlib is no `Error` of the libraries.
test('a body that is not packed as its header says is refused in words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-failures-'));
  const vendor = await startModelServer();
  const running = await startProcess(testEnv('sqlite::memory:', folder, vendor));
  const { headers } = await newPerson(running.url);
  const packed = gzipSync(JSON.stringify(question('Hi')));
  const send = async (bytes: Buffer, encoding: string) => {
    const response = await fetch(`${running.url}/api/ai/groq`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Content-Encoding': encoding },
      body: new Uint8Array(bytes),
    });
    return [response.status, response.status === 200 ? await response.text() : await response.json()];
  };
  const refused = (words: RegExp) => [
    400,
    { error: expect.stringMatching(words), code: 'VALIDATION_ERROR', field: 'body' },
  ];
  for (const encoding of ['gzip', 'deflate', 'br'])
    expect(await send(Buffer.from('{"no": "gzip"}'), encoding)).toEqual(refused(/packed/));
  expect(await send(packed.subarray(0, packed.length / 2), 'gzip')).toEqual(refused(/packed/));
  expect(await send(packed, 'nonsense')).toEqual(refused(/Content-Encoding/));
  expect((await send(packed, 'gzip'))[0]).toBe(200);
  await running.kill();
  await vendor.close();
  rmSync(folder, { recursive: true, force: true });
});
