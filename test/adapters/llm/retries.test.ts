import { chunk, respondsWithError, streamsText, startOpenAiServer } from '../../vendors/openai-server.ts';
import { connecting, listen, request, TestClock } from './setup.ts';
import type { ScriptedResponse } from '../../vendors/sse-server.ts';

const { connect, keep } = connecting();

const facing = async (plans: readonly ScriptedResponse[], random = () => 0.5) => {
  const server = keep(await startOpenAiServer({ reply: streamsText('Well') }));
  server.enqueue(...plans);
  const clock = new TestClock();
  const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url }, { clock, random });
  return { server, clock, models };
};

test('a passing trouble is not noticed', async () => {
  const { server, clock, models } = await facing([respondsWithError(503, 'busy'), (wire) => wire.destroy()]);
  expect(await listen(models)).toMatchObject({ text: 'Well', fault: undefined });
  expect(server.completions()).toHaveLength(3);
  expect(clock.slept).toEqual([300, 600]);
});

test.each([
  [0, [200, 400]],
  [1, [400, 800]],
])('the waits are spread by chance (%d)', async (chance, waits) => {
  const { clock, models } = await facing([respondsWithError(503, ''), respondsWithError(500, '')], () => chance);
  await listen(models);
  expect(clock.slept).toEqual(waits);
});

test('a third failure is final', async () => {
  const { server, models } = await facing([
    respondsWithError(503, ''),
    respondsWithError(503, ''),
    respondsWithError(503, ''),
  ]);
  expect((await listen(models)).fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
  expect(server.completions()).toHaveLength(3);
});

test.each<[string, Record<string, string>, number]>([
  ['in seconds', { 'retry-after': '2' }, 2000],
  ['in milliseconds', { 'retry-after-ms': '1234' }, 1234],
  ['no longer than we would have waited', { 'retry-after': '0' }, 300],
])('the provider is given the time it asks for, %s', async (_, headers, wait) => {
  const { clock, models } = await facing([respondsWithError(429, 'slow down', headers)]);
  expect((await listen(models)).text).toBe('Well');
  expect(clock.slept).toEqual([wait]);
});

describe('a model that is being loaded', () => {
  const loading = respondsWithError(503, { code: 503, message: 'Loading model', type: 'unavailable_error' });

  test('is waited for, and answers', async () => {
    const { server, clock, models } = await facing(Array.from({ length: 8 }, () => loading));
    expect(await listen(models)).toMatchObject({ text: 'Well', fault: undefined });
    expect(server.completions()).toHaveLength(9);
    expect(clock.slept).toEqual(Array.from({ length: 8 }, () => 2000));
  });

  test('is waited for no longer than for a first byte', async () => {
    const { clock, models } = await facing(Array.from({ length: 40 }, () => loading));
    expect((await listen(models)).fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
    expect(clock.slept.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
  });
});

describe('calls of tools that a model writes wrongly', () => {
  const failed = respondsWithError(400, {
    message: "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    type: 'invalid_request_error',
    code: 'tool_use_failed',
    failed_generation: '<function=look>',
  });
  const tools = [{ name: 'look', description: '', parameters: {} }];

  test('are asked for again, and then an answer without tools', async () => {
    const { server, models } = await facing([failed, failed]);
    expect(await listen(models, { tools, toolChoice: 'auto' })).toMatchObject({ text: 'Well', fault: undefined });
    expect(server.completions().map(({ body }) => ['tools' in body, 'tool_choice' in body])).toEqual([
      [true, true],
      [true, true],
      [false, false],
    ]);
  });

  test('stay what was asked for where a tool has to be called', async () => {
    const { server, models } = await facing([failed, failed, failed]);
    expect((await listen(models, { tools, toolChoice: 'required' })).fault).toMatchObject({
      code: 'MODEL_CONFIG_ERROR',
      requestRefused: false,
    });
    expect(server.completions().every(({ body }) => 'tools' in body)).toBe(true);
  });
});

test('Gemini tells in the body how long to wait', async () => {
  const body = [{ error: { code: 429, message: 'x', details: [{ retryDelay: '3.2s' }] } }];
  const { clock, models } = await facing([(wire) => wire.respond(429, body)]);
  expect((await listen(models)).text).toBe('Well');
  expect(clock.slept).toEqual([3200]);
});

test('a date to wait for is understood', async () => {
  const { clock, models } = await facing([
    respondsWithError(429, '', { 'retry-after': new Date(Date.now() + 4000).toUTCString() }),
  ]);
  await listen(models);
  expect(clock.slept).toHaveLength(1);
  expect(clock.slept[0]).toBeGreaterThan(1000);
});

test('a provider that asks for more than five seconds is taken at its word: no', async () => {
  const { server, clock, models } = await facing([respondsWithError(429, '', { 'retry-after': '30' })]);
  expect((await listen(models)).fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
  expect(server.completions()).toHaveLength(1);
  expect(clock.slept).toEqual([]);
});

test('once a word was heard nothing is tried again, so nothing is said twice', async () => {
  const { server, models } = await facing([
    async (wire) => {
      await wire.sendEvent(chunk({ content: 'Once' }));
      wire.destroy();
    },
  ]);
  const { text, fault } = await listen(models);
  expect(text).toBe('Once');
  expect(fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
  expect(server.completions()).toHaveLength(1);
});

test('a reply that failed is over: asking it for more begins nothing anew', async () => {
  const { server, models } = await facing([respondsWithError(401, '')]);
  const reply = models.reply(request(), new AbortController().signal)[Symbol.asyncIterator]();
  await expect(reply.next()).rejects.toMatchObject({ code: 'AI_SERVICE_AUTH_ERROR' });
  expect(await reply.next()).toEqual({ done: true, value: undefined });
  expect(server.completions()).toHaveLength(1);
});

test('a reply that is left before it began asks nobody', async () => {
  const { server, models } = await facing([]);
  const reply = models.reply(request(), new AbortController().signal)[Symbol.asyncIterator]();
  expect(await reply.return?.()).toEqual({ done: true, value: undefined });
  expect(await reply.next()).toEqual({ done: true, value: undefined });
  expect(server.completions()).toEqual([]);
});
