import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

import { jest } from '@jest/globals';

import { Caller, eventually, newId, newPerson, newStranger } from '../../../product/client.ts';
import { type Product, startProduct } from '../../../support/parley.ts';
import { Speaker } from '../../../product/speaker.ts';

jest.setTimeout(60_000);

/** A connection of our own, which sends exactly what it is told to. */
class Wire {
  readonly socket: Socket;
  readonly closed: Promise<void>;
  said = '';

  constructor(url: string) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1');
    this.socket.on('data', (chunk) => (this.said += chunk.toString('latin1')));
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  write(text: string | Buffer): this {
    this.socket.write(text);
    return this;
  }

  /** Writes it again and again, which is not what keeps a connection open. */
  drip(text: string, everyMs: number): this {
    const timer = setInterval(() => this.socket.write(text), everyMs);
    this.socket.once('close', () => clearInterval(timer));
    return this;
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.said)?.[1]);
  }
}

const running = (env: Record<string, string>) => {
  let product: Product;
  const wires: Wire[] = [];
  beforeAll(async () => {
    product = await startProduct('sqlite::memory:', env);
  });
  afterEach(() => wires.splice(0).forEach(({ socket }) => socket.destroy()));
  afterAll(() => product.stop());
  const wire = () => {
    const made = new Wire(product.url);
    wires.push(made);
    return made;
  };
  return { product: () => product, wire };
};

/** The head of a request whose body is still to come. */
const head = (path: string, length: number, { headers }: Pick<Caller, 'headers'>, method = 'POST') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');

const MB = 1024 * 1024;
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const IMPORT = '/api/account/import';

describe('waiting', () => {
  const { product, wire } = running({
    HEADER_TIMEOUT_SECONDS: '0.3',
    KEEP_ALIVE_SECONDS: '0.4',
    BODY_WINDOW_SECONDS: '0.3',
    BODY_BYTES_PER_SECOND: '1000',
    READER_TIMEOUT_SECONDS: '0.5',
  });

  test('connections that say nothing are closed, however many', async () => {
    const silent = Array.from({ length: 50 }, wire);
    await Promise.all(silent.map(({ closed }) => closed));
  });

  test('a head that drips is cut', async () => {
    const dripping = wire().write('GET /healthz HTTP/1.1\r\nHost: x\r\n').drip('X-More: of the same\r\n', 40);
    await dripping.closed;
    expect(dripping.status).toBe(408);
  });

  test('a body that drips is cut, also of who was refused already', async () => {
    const nobody = new Caller(product().url);
    const dripping = wire()
      .write(head('/api/auth/login', 5000, nobody))
      .drip('x', 40);
    const refused = wire()
      .write(head(IMPORT, 5000, nobody))
      .drip('x', 40);
    await Promise.all([dripping.closed, refused.closed]);
    expect(dripping.status).toBe(408);
  });

  test('a body that comes slowly and fast enough is taken, however long it takes', async () => {
    const body = JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(9000) });
    const slow = wire().write(head('/api/auth/login', body.length, new Caller(product().url)));
    // Many times faster than it must be, so that a busy machine does not make it too slow.
    for (let at = 0; at < body.length; at += 600) {
      slow.write(body.slice(at, at + 600));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await eventually(() => slow.status === 400 || slow.status === 401);
  });

  test('a connection without a request is kept for a while, then closed', async () => {
    const kept = wire().write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => kept.said.includes('{"alive":true}'));
    kept.write('GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => kept.said.includes('{"ready":true}'));
    await kept.closed;
    expect(kept.said).not.toContain(' 408 ');
  });

  test('a reply that is silent for longer than any of these is not cut', async () => {
    const ann = await newPerson(product().url);
    const speaker = new Speaker();
    product().modelServer.enqueue(speaker.plan);
    const [reply] = await Promise.all([ann.ask('Slowly', { chatId: newId(), messageId: 'm1' }), speaker.say('One')]);
    await reply.shows(1);
    const idle = wire(); // closed by the same limits: as long as that the reply is silent
    await idle.closed;
    const later = wire();
    await later.closed;
    await speaker.say(' two');
    await speaker.end();
    await reply.whole();
    expect([reply.text, reply.broke]).toEqual(['One two', undefined]);
  });

  test('a reader that takes nothing is cut off', async () => {
    const stuck = wire();
    stuck.socket.pause();
    // Pipelined: far more than the system keeps for a reader.
    for (let asked = 0; asked < 400; asked += 1) stuck.write('GET /api/docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n');
    const open = () =>
      new Promise<number>((resolve) => product().running.server.getConnections((_error, count) => resolve(count)));
    await eventually(async () => (await open()) >= 1);
    await eventually(async () => (await open()) === 0);
  });
});

describe('a body that is refused while it is read', () => {
  const { wire } = running({ HEADER_TIMEOUT_SECONDS: '1', BODY_WINDOW_SECONDS: '2' });
  const ALIVE = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  /** A body in one piece whose length nobody says. */
  const chunked = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n0\r\n\r\n`;
  /** Most of it comes after what is refused. */
  const bomb = gzipSync(Buffer.concat([Buffer.alloc(3 * MB), randomBytes(200_000)]));
  const LOGIN = '/api/auth/login';
  test.each([
    ['JSON that is too large', LOGIN, 'application/json', 'Transfer-Encoding: chunked', 413, chunked(3 * MB)],
    ['JSON that unpacks to too much', LOGIN, 'application/json', 'Content-Encoding: gzip', 413, bomb],
    [
      'JSON without a sign-in that is larger than any sign-in',
      LOGIN,
      'application/json',
      'Transfer-Encoding: chunked',
      413,
      chunked(MB / 16 + 1),
    ],
    [
      'a payment event that is too large',
      '/api/stripe/webhook',
      'application/json',
      'Transfer-Encoding: chunked',
      413,
      chunked(MB + 1),
    ],
    [
      'a form that is too large',
      '/api/auth/oidc/sandbox/callback',
      'application/x-www-form-urlencoded',
      'Transfer-Encoding: chunked',
      400,
      chunked(MB),
    ],
  ])('%s: its connection answers the next request', async (_what, path, type, encoding, status, body) => {
    const length = encoding.startsWith('Transfer') ? [] : [`Content-Length: ${body.length}`];
    const lines = [`POST ${path} HTTP/1.1`, 'Host: x', `Content-Type: ${type}`, encoding, ...length, '', ''];
    const refused = wire().write(lines.join('\r\n')).write(body);
    await eventually(() => refused.status === status);
    refused.write(ALIVE);
    await eventually(() => refused.said.includes('{"alive":true}'));
    const other = wire(); // closed by the check that also looks at refused bodies
    await other.closed;
  });
});

test('what stays open without a request stays longer than proxies keep it', async () => {
  const product = await startProduct('sqlite::memory:');
  expect(product.running.server.keepAliveTimeout).toBeGreaterThan(60_000);
  await product.stop();
});

describe('connections', () => {
  const { product, wire } = running({ CONNECTIONS_PER_ADDRESS: '5', MAX_CONNECTIONS: '8' });

  test('of one address beyond its number are closed, and taken again once others have gone', async () => {
    const first = Array.from({ length: 5 }, wire);
    await Promise.all(first.map(({ socket }) => new Promise((resolve) => socket.once('connect', resolve))));
    await wire().closed;
    first[0]?.socket.destroy();
    await eventually(
      async () => (await fetch(`${product().url}/healthz`, { headers: { Connection: 'close' } })).status === 200,
    );
  });
});

describe('connections by a trusted proxy', () => {
  const { wire } = running({ CONNECTIONS_PER_ADDRESS: '2', MAX_CONNECTIONS: '6', TRUSTED_PROXIES: '127.0.0.1' });

  test('are limited by the number of all', async () => {
    const first = Array.from({ length: 6 }, wire);
    for (const each of first) each.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => first.every(({ status }) => status === 200));
    await wire().closed;
  });
});

describe('bodies in flight', () => {
  const { product, wire } = running({
    BODY_BUDGET_MB: '9',
    BODY_BUDGET_ACCOUNT_MB: '4',
    BODY_BUDGET_ADDRESS_MB: '7',
    BODY_BUDGET_UNVERIFIED_MB: '1.5',
  });
  /** Begins a body; whoever asks after it is admitted after it, or the server would not have said so. */
  const begins = async (caller: Caller, megabytes: number) => {
    const begun = wire().write(
      head(IMPORT, megabytes * MB, new Caller(product().url, { ...caller.headers, Expect: '100-continue' })),
    );
    await eventually(() => begun.said.startsWith(CONTINUE));
    begun.said = begun.said.slice(CONTINUE.length);
    return begun;
  };
  const sends = async (caller: Caller, megabytes: number) =>
    (await caller.post(IMPORT, { text: 'x'.repeat(megabytes * MB) })).status;
  /** 400: it was read, and is no export of anything. */
  const becomes = (status: 400 | 429 | 503, caller: Caller, megabytes: number) =>
    eventually(async () => (await sends(caller, megabytes)) === status);

  test('of one unverified account or address are few: one body, and others when it is done', async () => {
    const [ann, bob] = [await newStranger(product().url), await newStranger(product().url)];
    const first = await begins(ann, 3);
    await becomes(429, ann, 1);
    await becomes(429, bob, 1);
    const refused = await begins(bob, 1);
    await eventually(() => /Retry-After: \d+\r\n[\s\S]*RATE_LIMITED/.test(refused.said));
    expect(first.said).toBe('');
    await becomes(400, await newPerson(product().url), 1);
    first.socket.destroy();
    await becomes(400, bob, 1);
  });

  test('are limited for an account, an address, and the process', async () => {
    const [ann, bob] = [await newPerson(product().url), await newPerson(product().url)];
    const first = [await begins(ann, 3)];
    await becomes(429, ann, 2); // one account
    first.push(await begins(bob, 3));
    await becomes(429, await newPerson(product().url), 2); // one address
    const ofProcess = await begins(await newStranger(product().url), 4);
    await eventually(() => /^HTTP\/1.1 503 [\s\S]*Retry-After: \d+\r\n[\s\S]*SERVER_BUSY/.test(ofProcess.said));
    expect(first.map(({ said }) => said)).toEqual(['', '']);
  });

  test('count what they may unpack to, and small ones not at all', async () => {
    const ann = await newPerson(product().url);
    await begins(ann, 3);
    await becomes(429, ann, 2);
    const packed = wire().write(
      head(IMPORT, 100, new Caller(product().url, { ...ann.headers, 'Content-Encoding': 'gzip' })),
    );
    await eventually(() => packed.status === 429);
    expect((await ann.post(IMPORT, { text: 'x' })).status).toBe(400);
  });
});
