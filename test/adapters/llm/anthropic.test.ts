import { anthropicError, anthropicText, startAnthropicServer } from '../../vendors/anthropic-server.ts';
import { connecting, listen, request, TestClock } from './setup.ts';
import type { ModelRequest } from '../../../src/domain/chat/models/ports.ts';

const { connect, keep } = connecting();

const facing = async () => {
  const server = keep(await startAnthropicServer());
  const clock = new TestClock();
  const { models } = connect({ ANTHROPIC_API_KEY: 'sk-ant-1', ANTHROPIC_BASE_URL: server.url }, { clock });
  return {
    server,
    clock,
    models,
    ask: (more: Partial<ModelRequest> = {}) => listen(models, { model: 'claude-sonnet-4-5', ...more }),
  };
};

test('marks what the next question begins with too, so that it is cached', async () => {
  const { ask, server } = await facing();
  const messages = [
    { role: 'system', content: 'Whole files.\n\nBe kind.' },
    { role: 'user', content: 'How?' },
  ] as const;
  server.enqueue(anthropicText(['So.'], 'end_turn', { cache_creation_input_tokens: 20, cache_read_input_tokens: 300 }));
  const { events } = await ask({ messages, stablePrefix: 'Whole files.'.length });
  expect(events).toContainEqual({ type: 'usage', inputTokens: 329, outputTokens: 1 });
  expect(server.messages()[0]?.body['system']).toEqual([
    { type: 'text', text: 'Whole files.', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: '\n\nBe kind.' },
  ]);
});

test('what no database keeps is left out of a reply', async () => {
  const { ask, server } = await facing();
  server.enqueue(anthropicText(['a\0b\ud83d', '\ude42c'], 'end_turn'));
  expect((await ask()).text).toBe('ab🙂c');
});

test.each([
  ['max_tokens', 'length'],
  ['refusal', 'filtered'],
  ['stop_sequence', 'stop'],
])('the reason %s ends as %s', async (said, reason) => {
  const { ask, server } = await facing();
  server.enqueue(anthropicText(['So.'], said));
  expect((await ask()).events.at(-1)).toEqual({ type: 'end', reason });
});

test('a count that cannot be is none', async () => {
  const { ask, server } = await facing();
  server.enqueue(
    anthropicText(['So.'], 'end_turn', { cache_creation_input_tokens: 0, cache_read_input_tokens: 1e300 }),
  );
  expect((await ask()).events.map(({ type }) => type)).toEqual(['text', 'end']);
});

test('asks as the messages API wants to be asked: the system prompt apart, one sampling wish', async () => {
  const { server, ask } = await facing();
  await ask({
    temperature: 1.7,
    maxTokens: 99,
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi ' },
      { role: 'system', content: 'And brief.' },
    ],
  });
  expect(server.messages()[0]).toMatchObject({
    method: 'POST',
    headers: { 'x-api-key': 'sk-ant-1', 'anthropic-version': '2023-06-01' },
  });
  expect(server.messages()[0]?.body).toEqual({
    model: 'claude-sonnet-4-5',
    max_tokens: 99,
    stream: true,
    temperature: 1,
    system: 'Be kind.\n\nAnd brief.',
    messages: [{ role: 'user', content: 'Hi' }],
  });
});

test('half of an emoji at the end of a cut text spoils no request', async () => {
  const { server, ask } = await facing();
  await ask({ messages: [{ role: 'user', content: `Hi ${'😀'.slice(0, 1)}` }] });
  expect(server.messages()[0]?.body['messages']).toEqual([{ role: 'user', content: 'Hi \ufffd' }]);
});

test('a wish for top_p takes the place of the temperature', async () => {
  const { server, ask } = await facing();
  await ask({ topP: 0.5 });
  expect(server.messages()[0]?.body).toMatchObject({ top_p: 0.5 });
  expect(server.messages()[0]?.body).not.toHaveProperty('temperature');
});

test('a shortened conversation that begins with a reply, or holds blank turns, is still accepted', async () => {
  const { server, ask } = await facing();
  await ask({
    messages: [
      { role: 'user', content: ' ' },
      { role: 'assistant', content: 'As I said.' },
      { role: 'user', content: 'Go on' },
    ],
  });
  const sent = server.messages()[0]?.body['messages'] as { role: string; content: string }[];
  expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(sent.filter(({ content }) => content.trim() === '')).toEqual([]);
});

test('tells the text, the tokens of both directions and the end', async () => {
  const { server, ask } = await facing();
  server.enqueue(anthropicText(['Bon', 'jour']));
  const { text, events } = await ask();
  expect(text).toBe('Bonjour');
  expect(events.slice(-2)).toEqual([
    { type: 'usage', inputTokens: 9, outputTokens: 2 },
    { type: 'end', reason: 'stop' },
  ]);
});

test('thinking is told as such and not as text', async () => {
  const { server, ask } = await facing();
  server.enqueue(async (wire, seen) => {
    await wire.sendEvent({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'hm' } });
    await anthropicText(['Out'])(wire, seen);
  });
  const { text, events } = await ask();
  expect([text, events[0]]).toEqual(['Out', { type: 'thinking', text: 'hm' }]);
});

test.each<[number, string, string, string, boolean]>([
  [401, 'authentication_error', 'invalid x-api-key', 'AI_SERVICE_AUTH_ERROR', false],
  [403, 'permission_error', 'not allowed', 'AI_SERVICE_AUTH_ERROR', false],
  [404, 'not_found_error', 'model: claude-x', 'MODEL_CONFIG_ERROR', true],
  [400, 'invalid_request_error', 'messages: too short', 'MODEL_CONFIG_ERROR', false],
  [400, 'invalid_request_error', 'Your credit balance is too low to access the API', 'API_QUOTA_EXCEEDED', false],
  [429, 'rate_limit_error', 'slow down', 'API_RATE_LIMIT_EXCEEDED', false],
  [500, 'api_error', 'internal', 'API_RATE_LIMIT_EXCEEDED', false],
  [529, 'overloaded_error', 'Overloaded', 'API_RATE_LIMIT_EXCEEDED', false],
])('a refusal of %d %s (%s) becomes %s', async (status, type, message, code, unknownModel) => {
  const { server, ask } = await facing();
  server.enqueue(...[1, 2, 3].map(() => anthropicError(status, type, message)));
  expect((await ask()).fault).toMatchObject({ code, unknownModel });
});

test('an overload told inside the stream is tried again as long as nothing was said', async () => {
  const { server, clock, ask } = await facing();
  server.enqueue(
    (wire) => wire.sendEvent({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
    anthropicText(['Now']),
  );
  expect((await ask()).text).toBe('Now');
  expect(clock.slept).toHaveLength(1);
});

test('a stream that ends in the middle is a fault, with what was said', async () => {
  const { server, ask } = await facing();
  server.enqueue(async (wire) => {
    await wire.sendEvent({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half' } });
    wire.end();
  });
  expect(await ask()).toMatchObject({ text: 'Half', fault: { code: 'API_RATE_LIMIT_EXCEEDED' } });
});

test('stopping closes upstream', async () => {
  const { server, models } = await facing();
  server.enqueue((wire) =>
    wire.sendEvent({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Half' } }),
  );
  const stop = new AbortController();
  for await (const event of models.reply(request({ model: 'claude-sonnet-4-5' }), stop.signal)) {
    expect(event.type).toBe('text');
    stop.abort();
  }
  await server.messages()[0]?.closed;
  expect(server.messages()[0]?.isAborted).toBe(true);
});

test('lists models by the names that Anthropic gives them', async () => {
  const { models } = await facing();
  expect(await models.list()).toEqual([
    {
      id: 'claude-sonnet-4-5',
      displayName: 'Nice claude-sonnet-4-5',
      ownedBy: 'Anthropic',
      isPreview: false,
      created: 1759104000,
      seesImages: true,
    },
  ]);
});
