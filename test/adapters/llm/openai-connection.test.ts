import { toEvents } from '../../../src/adapters/llm/whole-answer.ts';
import { chunk, DONE, streamsText, startOpenAiServer, usageChunk } from '../../vendors/openai-server.ts';
import { connecting, listen, MODEL, request } from './setup.ts';
import type { OpenAiServerOptions } from '../../vendors/openai-server.ts';

const { connect, keep } = connecting();

const facing = async (options: OpenAiServerOptions = {}) => {
  const server = keep(await startOpenAiServer(options));
  return { server, models: connect({ GROQ_API_KEY: 'gsk_1', GROQ_BASE_URL: server.url }).models };
};

test('asks as the chat completions want to be asked', async () => {
  const { server, models } = await facing();
  await listen(models, {
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ],
    maxTokens: 77,
    topP: 0.9,
  });
  expect(server.completions()[0]).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer gsk_1', 'content-type': 'application/json' },
  });
  expect(server.completions()[0]?.body).toEqual({
    model: MODEL,
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.6,
    top_p: 0.9,
    max_completion_tokens: 77,
    messages: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ],
  });
});

test('half of an emoji at the end of a cut text spoils no request', async () => {
  const { server, models } = await facing();
  await listen(models, { messages: [{ role: 'user', content: `Hi ${'😀'.slice(0, 1)}` }] });
  expect(server.completions()[0]?.body['messages']).toEqual([{ role: 'user', content: 'Hi \ufffd' }]);
});

test('tells the text, the tokens and the end in this order', async () => {
  const { models } = await facing({ reply: streamsText('Hel', 'lo') });
  const { events, text } = await listen(models);
  expect(text).toBe('Hello');
  expect(events.slice(-2)).toEqual([
    { type: 'usage', inputTokens: 7, outputTokens: 2 },
    { type: 'end', reason: 'stop' },
  ]);
});

test('what arrives together is told together', async () => {
  const burst = ['a', 'b', 'c'].map((content) => `data: ${JSON.stringify(chunk({ content }))}\n\n`).join('');
  const { models } = await facing({
    reply: async (wire) => {
      await wire.sendBytes(burst);
      await wire.sendBytes(`data: ${JSON.stringify(chunk({}, 'stop'))}\n\n${DONE}`);
      wire.end();
    },
  });
  expect((await listen(models)).events).toEqual([
    { type: 'text', text: 'abc' },
    { type: 'end', reason: 'stop' },
  ]);
});

test('a reply in single bytes is heard whole', async () => {
  const bytes = Buffer.from(
    `data: ${JSON.stringify(chunk({ content: 'größer 🙂' }))}\n\ndata: ${JSON.stringify(chunk({}, 'stop'))}\n\n${DONE}`,
  );
  const { models } = await facing({
    reply: async (wire) => {
      for (const byte of bytes) await wire.sendBytes(Buffer.from([byte]));
      wire.end();
    },
  });
  expect(await listen(models)).toMatchObject({ text: 'größer 🙂', fault: undefined });
});

test('what no database keeps is left out, and what follows stays; an emoji in halves is told whole', async () => {
  const { models } = await facing({ reply: streamsText('a\0b', '\0', 'c\ud83d', '\ude42d', '\ude42e', '\ud83d') });
  const { events, text } = await listen(models);
  expect(text).toBe('abc🙂d\ufffde\ufffd');
  for (const event of events) if (event.type === 'text') expect(event.text.isWellFormed()).toBe(event.text !== '');
});

test('a reply of nothing that can be kept is an empty one', async () => {
  const { models } = await facing({ reply: streamsText('\0') });
  expect((await listen(models)).fault).toMatchObject({ kind: 'unavailable' });
});

test('thoughts, tool calls, odd and unknown fields are not text', async () => {
  const odd: unknown[] = [
    chunk({ reasoning_content: 'hm', reasoning: 'hm' }),
    chunk({ tool_calls: [{}] }),
    chunk({ content: null }),
    chunk({ content: 5 }),
    { choices: null },
    { choices: [] },
    { choices: 'x' },
    { choices: [{ delta: null }] },
    { choices: [null] },
    null,
    5,
    'x',
    [],
    {},
    { error: null },
  ];
  const { models } = await facing({
    reply: async (wire) => {
      for (const frame of odd) await wire.sendEvent(frame);
      await streamsText('Yes')(wire, {
        method: '',
        path: '',
        headers: {},
        body: {},
        closed: wire.closed,
        isAborted: false,
      });
    },
  });
  expect(await listen(models)).toMatchObject({ text: 'Yes', fault: undefined });
});

test('counts that come in every frame, or as Groq puts them, are told once: the newest', async () => {
  const { models } = await facing({
    reply: async (wire) => {
      await wire.sendEvent({ ...chunk({ content: 'x' }), usage: usageChunk(3, 1).usage });
      await wire.sendEvent({ ...chunk({}, 'stop'), x_groq: { usage: usageChunk(3, 9).usage } });
      await wire.sendBytes(DONE);
      wire.end();
    },
  });
  expect((await listen(models)).events.filter(({ type }) => type === 'usage')).toEqual([
    { type: 'usage', inputTokens: 3, outputTokens: 9 },
  ]);
});

test.each([2 ** 53, 1e300, -1, 0.5, 1_000_000_001])(
  'a count of %s is none, and neither is the other',
  async (count) => {
    const { models } = await facing({
      reply: async (wire) => {
        await wire.sendEvent(chunk({ content: 'x' }, 'stop'));
        await wire.sendEvent(usageChunk(3, count));
        await wire.sendEvent(usageChunk(count, 3));
        await wire.sendBytes(DONE);
        wire.end();
      },
    });
    expect((await listen(models)).events.map(({ type }) => type)).toEqual(['text', 'end']);
  },
);

test.each([
  ['length', 'length'],
  ['stop', 'stop'],
  ['content_filter', 'filtered'],
  ['tool_calls', 'stop'],
])('the reason %s ends as %s', async (said, reason) => {
  const { models } = await facing({
    reply: async (wire) => {
      await wire.sendEvent(chunk({ content: 'x' }, said));
      wire.end();
    },
  });
  expect((await listen(models)).events.at(-1)).toEqual({ type: 'end', reason });
});

test('connections are kept and used again, though a reply ends before its connection is free', async () => {
  const { server, models } = await facing({ reply: streamsText('One') });
  for (let turn = 0; turn < 8; turn += 1) await listen(models);
  expect(server.completions()).toHaveLength(8);
  expect(server.connections()).toBeLessThanOrEqual(2);
});

test('many replies run side by side', async () => {
  const { models } = await facing();
  const heard = await Promise.all(
    Array.from({ length: 100 }, (_, at) => listen(models, { messages: [{ role: 'user', content: `n${at}` }] })),
  );
  expect(heard.map(({ text }) => text)).toEqual(Array.from({ length: 100 }, (_, at) => `You said: n${at}`));
});

test('the environment of the process reaches no request', async () => {
  Object.assign(process.env, {
    OPENAI_API_KEY: 'stray',
    OPENAI_ORG_ID: 'org-stray',
    OPENAI_PROJECT_ID: 'p-stray',
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
  });
  try {
    const { server, models } = await facing();
    await listen(models);
    expect(JSON.stringify(server.completions()[0]?.headers)).not.toContain('stray');
  } finally {
    for (const name of ['OPENAI_API_KEY', 'OPENAI_ORG_ID', 'OPENAI_PROJECT_ID', 'OPENAI_BASE_URL'])
      delete process.env[name];
  }
});

test('a server that names ever smaller limits is not asked for ever', async () => {
  let limit = 1000;
  const { server, models } = await facing({
    reply: (wire) => {
      limit -= 1;
      const message = `max_tokens is too large. This model supports at most ${limit} completion tokens`;
      return wire.respond(400, { error: { message } });
    },
  });
  expect((await listen(models)).fault).toMatchObject({ code: 'MODEL_CONFIG_ERROR' });
  expect(server.completions().length).toBeLessThan(20);
});

describe('a server that refuses an optional field', () => {
  const refusing = (field: string) => (wire: Parameters<typeof respond>[0], seen: Parameters<typeof respond>[1]) =>
    field in seen.body
      ? wire.respond(400, { error: { message: `Unsupported parameter: '${field}'`, type: 'invalid_request_error' } })
      : respond(wire, seen);
  const respond = streamsText('Fine');

  test.each([['temperature'], ['stream_options'], ['max_completion_tokens']])(
    '%s is asked without it, from then on at once',
    async (field) => {
      const { server, models } = await facing({ reply: refusing(field) });
      expect((await listen(models)).text).toBe('Fine');
      expect((await listen(models)).text).toBe('Fine');
      expect(server.completions().map(({ body }) => field in body)).toEqual([true, false, false]);
    },
  );

  test.each([
    [400, 'System role not supported'],
    [500, 'Jinja Exception: System role not supported'],
    [400, "Unsupported value: 'messages[0].role' does not support 'system' with this model."],
  ])('a model without a role for instructions has them before the question (%s %s)', async (status, message) => {
    const { server, models } = await facing({
      reply: (wire, seen) =>
        JSON.stringify(seen.body).includes('"system"')
          ? wire.respond(status, { error: { message } })
          : respond(wire, seen),
    });
    const messages = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ] as const;
    expect((await listen(models, { messages })).text).toBe('Fine');
    expect((await listen(models, { messages })).text).toBe('Fine');
    expect(server.completions().map(({ body }) => body['messages'])).toEqual([
      messages,
      [{ role: 'user', content: 'Be kind.\n\nHi' }],
      [{ role: 'user', content: 'Be kind.\n\nHi' }],
    ]);
  });

  test('a model whose roles alternate has questions without an answer as one', async () => {
    const message = 'Conversation roles must alternate user/assistant/user/assistant/...';
    const { server, models } = await facing({ reply: respond });
    server.enqueue((wire) => wire.respond(400, { error: { message } }));
    const user = (content: string) => ({ role: 'user', content }) as const;
    const assistant = (content: string) => ({ role: 'assistant', content }) as const;
    await listen(models, { messages: [user('a'), user('b'), assistant('c'), assistant('d'), user('e')] });
    expect(server.completions().at(-1)?.body['messages']).toEqual([user('a\n\nb'), assistant('c\n\nd'), user('e')]);
  });

  test('a short context answers with the room that it has, and only that request has less', async () => {
    const message = "This model's maximum context length is 4096 tokens and your request has 1000 input tokens";
    const short = (wire: Parameters<typeof respond>[0], seen: Parameters<typeof respond>[1]) =>
      Number(seen.body['max_completion_tokens']) > 3096
        ? wire.respond(400, { error: { message } })
        : respond(wire, seen);
    const { server, models } = await facing({ reply: short });
    expect((await listen(models, { maxTokens: 4096 })).text).toBe('Fine');
    expect((await listen(models, { maxTokens: 1024 })).text).toBe('Fine');
    expect(server.completions().map(({ body }) => body['max_completion_tokens'])).toEqual([4096, 3096, 1024]);
  });

  test('the limit of the length is never given up', async () => {
    const { server, models } = await facing({ reply: refusing('max_completion_tokens') });
    await listen(models, request({ maxTokens: 50 }));
    expect(server.completions().at(-1)?.body).toMatchObject({ max_tokens: 50 });
  });
});

describe('a server that does not stream', () => {
  const whole = (message: unknown, finish = 'stop') => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: 4, completion_tokens: 2, total_tokens: 6 },
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'text/plain'])(
    'its whole answer as %s is told',
    async (type) => {
      const { server, models } = await facing({
        reply: (wire) => wire.respond(200, whole({ role: 'assistant', content: 'Hello' }), { 'content-type': type }),
      });
      expect(await listen(models)).toMatchObject({
        fault: undefined,
        events: [
          { type: 'text', text: 'Hello' },
          { type: 'usage', inputTokens: 4, outputTokens: 2 },
          { type: 'end', reason: 'stop' },
        ],
      });
      expect(server.completions()).toHaveLength(1);
    },
  );

  test('its calls are told', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } };
    const { models } = await facing({
      reply: (wire) => wire.respond(200, whole({ role: 'assistant', content: null, tool_calls: [call] }, 'tool_calls')),
    });
    const tools = [{ name: 'look', description: '', parameters: {} }];
    expect((await listen(models, { tools })).events).toContainEqual({
      type: 'tool-call',
      id: 'call_1',
      name: 'look',
      arguments: '{"at":1}',
    });
  });

  test('of megabytes is not parsed: no event may be as long', () => {
    const answer = (letters: number) => JSON.stringify(whole({ role: 'assistant', content: 'a'.repeat(letters) }));
    expect(toEvents(answer(100_000))).toContain('data: ');
    expect(toEvents(answer(2_000_000))).toBeUndefined();
  });

  test('lines as other text than a stream are read as one', async () => {
    const text = `data: ${JSON.stringify(chunk({ content: 'Hello' }, 'stop'))}\n\n${DONE}`;
    const { models } = await facing({ reply: (wire) => wire.respond(200, text, { 'content-type': 'text/plain' }) });
    expect(await listen(models)).toMatchObject({ text: 'Hello', fault: undefined });
  });

  test.each([
    ['a page', '<html><body>Hello</body></html>', 'MODEL_CONFIG_ERROR'],
    ['something else', '{"detail":"Hello"}', 'MODEL_CONFIG_ERROR'],
    ['an error', '{"error":{"code":401,"message":"Unauthorized"}}', 'AI_SERVICE_AUTH_ERROR'],
    ['an empty answer', JSON.stringify(whole({ role: 'assistant', content: '' })), 'API_RATE_LIMIT_EXCEEDED'],
  ])('%s is no answer, and is asked for once', async (_, body, code) => {
    const { server, models } = await facing({ reply: (wire) => wire.respond(200, body) });
    expect(await listen(models)).toMatchObject({ text: '', fault: { code } });
    expect(server.completions()).toHaveLength(1);
  });
});
