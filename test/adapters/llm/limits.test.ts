import { createServer } from 'node:net';

import { chunk, streamsText, startOpenAiServer } from '../../vendors/openai-server.ts';
import { holdingTimers } from './held-timers.ts';
import { connecting, listen, request, TestClock, until } from './setup.ts';
import type { CallLimits } from '../../../src/adapters/llm/upstream/call-limits.ts';
import type { ScriptedResponse } from '../../vendors/sse-server.ts';

const { connect, keep } = connecting();
const hold = holdingTimers();

const under = async (limits: Partial<CallLimits>, reply: ScriptedResponse) => {
  const server = keep(await startOpenAiServer({ reply }));
  const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url }, { limits });
  return { server, models };
};

const TIMEOUT = { code: 'AI_SERVICE_TIMEOUT', kind: 'timed_out' };

test('a provider that takes no connection is given up', async () => {
  const mute = createServer();
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
  const sockets = new Set<{ destroy(): void }>();
  mute.on('connection', (socket) => sockets.add(socket.on('error', () => undefined)));
  keep({
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        mute.close(() => resolve());
      }),
  });
  const address = mute.address();
  // The server never answers the handshake, which is a part of connecting.
  const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`;
  const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: url }, { limits: { connectMs: 60 } });
  const { fault } = await listen(models);
  expect(fault).toMatchObject(TIMEOUT);
  expect(String((fault as Error).cause)).toContain('slowConnect');
});

test('silence instead of headers is given up; the server may be at work, so it is not asked twice', async () => {
  const timers = hold(501);
  const { models, server } = await under({ firstByteMs: 501 }, () => undefined);
  const heard = listen(models);
  await until(() => server.completions().length === 1);
  timers.pass(501);
  expect((await heard).fault).toMatchObject(TIMEOUT);
  expect(server.completions()).toHaveLength(1);
  await Promise.all(server.completions().map(({ closed }) => closed));
});

describe('how long is waited', () => {
  const OWN = { OLLAMA_BASE_URL: 'http://127.0.0.1:9', OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1' };
  const HOSTED = { GROQ_API_KEY: 'k', OPENAI_API_KEY: 'k', OPENROUTER_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };
  /** The limits that a provider's connection is made with. */
  const limitsOf = (env: Record<string, string>, id: string) =>
    connect(env).active.find((provider) => provider.id === id)?.limits;

  test('lets a server of one’s own load its model first; a hosted one is given up sooner', () => {
    for (const id of ['ollama', 'openai-compatible'])
      expect(limitsOf(OWN, id)).toMatchObject({ firstByteMs: 240_000, idleMs: 60_000, totalMs: 900_000 });
    for (const id of ['groq', 'openai', 'openrouter', 'anthropic'])
      expect(limitsOf(HOSTED, id)).toMatchObject({ firstByteMs: 60_000, idleMs: 30_000, totalMs: 300_000 });
  });

  test('is a setting for all of them, and a wrong one is named', () => {
    const set = { LLM_FIRST_BYTE_SECONDS: '200', LLM_IDLE_SECONDS: '0.5', LLM_TOTAL_SECONDS: '1000' };
    for (const id of ['ollama', 'groq'])
      expect(limitsOf({ ...OWN, ...HOSTED, ...set }, id)).toMatchObject({
        firstByteMs: 200_000,
        idleMs: 500,
        totalMs: 1_000_000,
      });
    expect(connect({ ...OWN, LLM_IDLE_SECONDS: 'canary' }).faults).toEqual([
      expect.stringMatching(/^LLM_IDLE_SECONDS: (?!.*canary)/),
    ]);
  });

  test.each<[string, ScriptedResponse, string]>([
    ['LLM_FIRST_BYTE_SECONDS', () => undefined, 'silent'],
    ['LLM_IDLE_SECONDS', (wire) => wire.sendEvent(chunk({ content: 'Then' })), 'stalled'],
    ['LLM_TOTAL_SECONDS', (wire) => wire.sendEvent(chunk({ content: 'Then' })), 'overlong'],
  ])('%s ends the call of an own server', async (name, reply, situation) => {
    const server = keep(await startOpenAiServer({ reply }));
    const { models } = connect({
      OPENAI_COMPATIBLE_BASE_URL: server.url,
      OPENAI_COMPATIBLE_MODEL: 'own',
      [name]: '0.06',
    });
    const { fault } = await listen(models, { model: 'own' });
    expect(fault).toMatchObject(TIMEOUT);
    expect(String((fault as Error).cause)).toContain(situation);
  });
});

test('headers without a first byte are given up the same way', async () => {
  const timers = hold(501);
  const { models, server } = await under({ firstByteMs: 501 }, (wire) => void wire.open());
  const heard = listen(models);
  await until(() => server.completions().length === 1);
  timers.pass(501);
  expect((await heard).fault).toMatchObject(TIMEOUT);
  expect(server.completions()).toHaveLength(1);
});

test('a stall midway is told, with what came before', async () => {
  const { models, server } = await under({ idleMs: 60 }, (wire) => wire.sendEvent(chunk({ content: 'Then' })));
  const { text, fault } = await listen(models);
  expect(text).toBe('Then');
  expect(fault).toMatchObject(TIMEOUT);
  expect(String((fault as Error).cause)).toContain('stalled');
  expect(server.completions()).toHaveLength(1);
  await server.completions()[0]?.closed;
});

test('a reply that never ends is given up in the end, however lively', async () => {
  const timers = hold(151);
  const { models } = await under({ totalMs: 151 }, async (wire) => {
    let open = true;
    void wire.closed.then(() => (open = false));
    for (let sent = 1; open; sent += 1) {
      await wire.sendEvent(chunk({ content: 'and ' }));
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (sent > 10) timers.pass(20);
    }
  });
  const { text, fault } = await listen(models);
  expect(text).toContain('and and');
  expect(fault).toMatchObject(TIMEOUT);
  expect(String((fault as Error).cause)).toContain('overlong');
});

test('a text without end ends where no database would store more, and is not asked for again', async () => {
  const { models, server } = await under({}, async (wire) => {
    for (let frames = 0; frames < 6; frames += 1) await wire.sendEvent(chunk({ content: 'a'.repeat(500_000) }));
    wire.end();
  });
  const { text, fault } = await listen(models);
  expect(fault).toMatchObject({ code: 'MODEL_CONFIG_ERROR', cause: { kind: 'oversized' } });
  expect(text.length).toBeGreaterThanOrEqual(2_000_000);
  expect(text.length).toBeLessThan(3_000_000);
  expect(server.completions()).toHaveLength(1);
});

test('signs of life without text keep the reply waiting', async () => {
  const timers = hold(401);
  const { models } = await under({ idleMs: 401 }, async (wire) => {
    for (let beat = 0; beat < 8; beat += 1) {
      const before = timers.renewed();
      await wire.sendBytes(': PROCESSING\n\n');
      await until(() => timers.renewed() > before);
      timers.pass(100);
    }
    await streamsText('Here')(wire, {
      method: '',
      path: '',
      headers: {},
      body: {},
      closed: wire.closed,
      isAborted: false,
    });
  });
  expect((await listen(models)).text).toBe('Here');
});

test('a slow reader is not taken for a stalled provider', async () => {
  const timers = hold(61);
  const { models } = await under({ idleMs: 61 }, async (wire) => {
    await wire.sendEvent(chunk({ content: 'One ' }));
    await slow;
    await wire.sendEvent(chunk({ content: 'two' }));
    await wire.sendEvent(chunk({}, 'stop'));
    wire.end();
  });
  let wake = () => {};
  const slow = new Promise<void>((resolve) => (wake = resolve));
  let text = '';
  for await (const event of models.reply(request(), new AbortController().signal)) {
    if (event.type !== 'text') continue;
    text += event.text;
    if (text === 'One ') timers.pass(200);
    wake();
  }
  expect(text).toBe('One two');
});

describe('stopping', () => {
  test.each<[string, ScriptedResponse]>([
    ['before the headers', () => undefined],
    ['before the first text', (wire) => void wire.open()],
    ['midway', (wire) => wire.sendEvent(chunk({ content: 'Some' }))],
  ])('%s closes upstream and ends without a fault', async (_, plan) => {
    const { models, server } = await under({}, plan);
    const stop = new AbortController();
    const heard = listen(models, {}, stop.signal);
    await until(() => server.completions().length === 1);
    stop.abort();
    const { fault, events } = await heard;
    expect(fault).toBeUndefined();
    expect(events.filter(({ type }) => type === 'end')).toEqual([]);
    await server.completions()[0]?.closed;
    expect(server.completions()[0]?.isAborted).toBe(true);
  });

  test('while it waits to try again ends without another attempt', async () => {
    const server = keep(await startOpenAiServer({ reply: (wire) => wire.respond(503, 'busy') }));
    const stop = new AbortController();
    class Stopping extends TestClock {
      override sleep(ms: number) {
        stop.abort();
        return super.sleep(ms);
      }
    }
    const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url }, { clock: new Stopping() });
    expect(await listen(models, {}, stop.signal)).toEqual({ text: '', events: [], fault: undefined });
    expect(server.completions()).toHaveLength(1);
  });

  test('a reader who leaves closes upstream too', async () => {
    const { models, server } = await under({}, (wire) => wire.sendEvent(chunk({ content: 'Some' })));
    for await (const event of models.reply(request(), new AbortController().signal)) {
      expect(event).toEqual({ type: 'text', text: 'Some' });
      break;
    }
    await server.completions()[0]?.closed;
    expect(server.completions()[0]?.isAborted).toBe(true);
  });

  test('while the lists of models are asked for ends at once', async () => {
    const server = keep(await startOpenAiServer({ list: () => undefined }));
    const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url });
    const stop = new AbortController();
    const heard = listen(models, { model: 'who-has-this' }, stop.signal);
    await until(() => server.listings().length === 1);
    stop.abort();
    expect(await heard).toEqual({ text: '', events: [], fault: undefined });
  });
});
