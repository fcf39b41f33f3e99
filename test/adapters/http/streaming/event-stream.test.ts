import { ShuttingDown } from '../../../../src/domain/chat/errors.ts';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';

import { jest } from '@jest/globals';
import Koa from 'koa';

import { disconnectSignal, writeReplyStream } from '../../../../src/adapters/http/streaming/event-stream.ts';
import type { EventBatch } from '../../../../src/domain/chat/replies/reply.ts';
import { Caller, eventually } from '../../../product/client.ts';

const servers: Server[] = [];
const links = { image: () => '', icon: () => undefined, file: () => undefined };

/** A server whose only answer is the stream of these batches. */
const serve = async (batches: (gone: AbortSignal) => AsyncIterable<EventBatch>): Promise<string> => {
  const app = new Koa();
  app.use(async (ctx) => void (await writeReplyStream(ctx, batches(disconnectSignal(ctx)), { links })));
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

afterEach(() => {
  jest.useRealTimers();
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

const whenGone = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

test('a silent stream says every fifteen seconds that it is alive, in words that no reader shows', async () => {
  jest.useFakeTimers({
    doNotFake: [
      'setTimeout',
      'setImmediate',
      'nextTick',
      'queueMicrotask',
      'Date',
      'performance',
      'hrtime',
      'clearTimeout',
      'clearImmediate',
    ],
  });
  let left = false;
  const url = await serve(async function* (gone) {
    yield { first: 0, events: [{ type: 'text', text: 'a' }] };
    await whenGone(gone);
    left = true;
  });
  const reader = await new Caller(url).watch('GET', '/');
  await reader.shows(1);
  jest.advanceTimersByTime(14_999);
  jest.advanceTimersByTime(1);
  await eventually(() => reader.raw.endsWith(': keep-alive\n\n'));
  for (const signs of [2, 3]) {
    jest.advanceTimersByTime(15_000);
    await eventually(() => reader.raw.split(': keep-alive\n\n').length === signs + 1);
  }
  expect(reader.text).toBe('a');
  reader.leave();
  await eventually(() => left);
  expect(jest.getTimerCount()).toBe(0);
});

test('a reader who takes nothing is cut off at a bounded backlog, and others are served on', async () => {
  const piece = 'x'.repeat(64 * 1024);
  const total = 2000; // 128 MB: far more than the system itself would hold
  let told = 0;
  const url = await serve(async function* () {
    for (let first = 0; first < total; first += 1) {
      told = first;
      yield { first, events: [{ type: 'text', text: piece }] };
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const { port } = new URL(url);
  const lazy = connect(Number(port), '127.0.0.1');
  lazy.on('error', () => undefined);
  lazy.pause();
  const closed = new Promise((resolve) => lazy.once('close', resolve));
  lazy.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const connections = () =>
    new Promise<number>((resolve) => servers[0]?.getConnections((_error, count) => resolve(count)));
  await eventually(() => told > 0);
  await eventually(async () => (await connections()) === 0);
  expect(told).toBeLessThan(total / 2);
  lazy.resume();
  await closed;
});

test('a reply that goes on in another process has no closing frame here, so its reader comes back', async () => {
  const url = await serve(async function* () {
    yield { first: 0, events: [{ type: 'text', text: 'a' }] };
    throw new ShuttingDown();
  });
  const moved = await (await new Caller(url).watch('GET', '/')).whole();
  expect([moved.text, moved.broke, moved.raw.includes('[DONE]')]).toEqual(['a', undefined, false]);
});
