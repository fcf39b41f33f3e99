import type { ModelRequest, ModelTool } from '../../../src/domain/chat/models/ports.ts';
import { anthropicToolCalls, startAnthropicServer } from '../../vendors/anthropic-server.ts';
import {
  streamsToolCalls,
  chunk,
  DONE,
  type OpenAiServer,
  respondsWithError,
  streamsText,
  startOpenAiServer,
} from '../../vendors/openai-server.ts';
import { connecting, listen, MODEL } from './setup.ts';

const { connect, keep } = connecting();

const weather: ModelTool = {
  name: 'weather',
  description: 'The weather of a town',
  parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
};
const clock: ModelTool = { name: 'clock', description: '', parameters: {}, strict: false };
const asked = { id: 'call_1', name: 'weather', arguments: '{"town":"Rome"}' };
const talk: ModelRequest['messages'] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Weather?' },
  { role: 'assistant', content: 'I look.', toolCalls: [asked, { id: 'call 2', name: 'clock', arguments: '' }] },
  { role: 'tool', callId: 'call_1', content: 'Sunny' },
  { role: 'tool', callId: 'call 2', content: '' },
  { role: 'user', content: 'And?' },
];

const toolCalls = (heard: Awaited<ReturnType<typeof listen>>) =>
  heard.events.filter(({ type }) => type === 'tool-call');

describe('tools of an OpenAI-compatible server', () => {
  const facing = async () => {
    const server = keep(await startOpenAiServer());
    return { server, models: connect({ GROQ_API_KEY: 'gsk_1', GROQ_BASE_URL: server.url }).models };
  };
  const bodyOf = (server: OpenAiServer) => server.completions().at(-1)?.body;
  const plays = (server: OpenAiServer, ...deltas: readonly Record<string, unknown>[]) =>
    server.enqueue(async (wire) => {
      for (const delta of deltas) await wire.sendEvent(chunk(delta));
      await wire.sendBytes(`data: ${JSON.stringify(chunk({}, 'stop'))}\n\n${DONE}`);
      wire.end();
    });

  test('are offered, chosen and answered in the words of the chat completions', async () => {
    const { server, models } = await facing();
    await listen(models, {
      messages: talk,
      tools: [weather, clock],
      toolChoice: 'auto',
      parallelToolCalls: false,
      stop: ['END'],
      responseFormat: { type: 'schema', name: 'answer', schema: { type: 'object' }, strict: true },
    });
    expect(bodyOf(server)).toEqual({
      model: MODEL,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.6,
      top_p: 1,
      max_completion_tokens: 1024,
      stop: ['END'],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: { type: 'object' }, strict: true },
      },
      tools: [
        {
          type: 'function',
          function: { name: 'weather', description: 'The weather of a town', parameters: weather.parameters },
        },
        { type: 'function', function: { name: 'clock', parameters: {}, strict: false } },
      ],
      tool_choice: 'auto',
      parallel_tool_calls: false,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [
            { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"town":"Rome"}' } },
            { id: 'call 2', type: 'function', function: { name: 'clock', arguments: '{}' } },
          ],
        },
        { role: 'tool', tool_call_id: 'call_1', content: 'Sunny' },
        { role: 'tool', tool_call_id: 'call 2', content: '' },
        { role: 'user', content: 'And?' },
      ],
    });
    await listen(models, { tools: [weather], toolChoice: { name: 'weather' }, responseFormat: { type: 'json' } });
    expect(bodyOf(server)).toMatchObject({
      tool_choice: { type: 'function', function: { name: 'weather' } },
      response_format: { type: 'json_object' },
    });
  });

  test('are heard whole from pieces, behind the text, in their order', async () => {
    const { server, models } = await facing();
    server.enqueue(
      streamsToolCalls(
        'One moment. ',
        { id: 'a', name: 'weather', pieces: ['{"to', 'wn":"R', 'ome"}'] },
        { id: 'b', name: 'clock', pieces: [] },
      ),
    );
    const heard = await listen(models, { tools: [weather, clock] });
    expect(heard.text).toBe('One moment. ');
    expect(heard.events.slice(-4)).toEqual([
      { type: 'tool-call', id: 'a', name: 'weather', arguments: '{"town":"Rome"}' },
      { type: 'tool-call', id: 'b', name: 'clock', arguments: '{}' },
      { type: 'usage', inputTokens: 20, outputTokens: 5 },
      { type: 'end', reason: 'tool-calls' },
    ]);
  });

  test('are heard without what no database keeps, also where their arguments write it out', async () => {
    const { server, models } = await facing();
    const pieces = ['{"town":"R\\u00', '00ome \\ud83d","how":"\\ud83d\\ude42 \\\\u0000"}'];
    server.enqueue(streamsToolCalls('', { id: 'a\0', name: 'wea\0ther', pieces }));
    const [call] = toolCalls(await listen(models, { tools: [weather] }));
    expect(call).toMatchObject({ id: 'a', name: 'weather' });
    expect(call?.type === 'tool-call' && JSON.parse(call.arguments)).toEqual({
      town: 'Rome \ufffd',
      how: '🙂 \\u0000',
    });
  });

  test.each<[string, Record<string, unknown>[], string[]]>([
    [
      'repeat the id with every piece',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"town"' } }] },
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: ':"Rome"}' } }] },
      ],
      ['a {"town":"Rome"}'],
    ],
    [
      'number all their calls alike',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"town":"Rome"}' } }] },
        { tool_calls: [{ index: 0, id: 'b', function: { name: 'weather', arguments: '{"town":"Oslo"}' } }] },
      ],
      ['a {"town":"Rome"}', 'b {"town":"Oslo"}'],
    ],
    [
      'mix the pieces of two calls',
      [
        {
          tool_calls: [
            { index: 0, id: 'a', function: { name: 'weather', arguments: '{"town"' } },
            { index: 1, id: 'b', function: { name: 'weather', arguments: '{' } },
          ],
        },
        {
          tool_calls: [
            { index: 1, function: { arguments: '}' } },
            null,
            { index: 0, function: { arguments: ':"Rome"}' } },
          ],
        },
      ],
      ['a {"town":"Rome"}', 'b {}'],
    ],
    [
      'tell whole calls under one number, without ids',
      [
        { tool_calls: [{ index: 0, id: '', function: { name: 'weather', arguments: '{"town":"Rome"}' } }] },
        { tool_calls: [{ index: 0, id: '', function: { name: 'weather', arguments: '{"town":"Oslo"}' } }] },
      ],
      ['call_1 {"town":"Rome"}', 'call_2 {"town":"Oslo"}'],
    ],
    [
      'repeat the name with every piece, without ids',
      [
        { tool_calls: [{ function: { name: 'weather', arguments: '{"town"' } }] },
        { tool_calls: [{ function: { name: 'weather', arguments: ':"Rome"}' } }] },
      ],
      ['call_1 {"town":"Rome"}'],
    ],
    [
      'give two calls one id',
      [
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"town":"Rome"}' } }] },
        { tool_calls: [{ index: 1, id: 'a', function: { name: 'weather', arguments: '{"town":"Oslo"}' } }] },
      ],
      ['a {"town":"Rome"}', 'call_1 {"town":"Oslo"}'],
    ],
    [
      'tell the arguments as an object',
      [{ tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: { town: 'Rome' } } }] }],
      ['a {"town":"Rome"}'],
    ],
    [
      'leave the number out',
      [
        {
          tool_calls: [
            { id: 'a', function: { name: 'weather', arguments: '{"town":"Rome"}' } },
            { id: 'b', function: { name: 'weather', arguments: null } },
          ],
        },
      ],
      ['a {"town":"Rome"}', 'b {}'],
    ],
  ])('are heard from servers that %s', async (_what, deltas, expected) => {
    const { server, models } = await facing();
    plays(server, ...deltas);
    const heard = await listen(models, { tools: [weather] });
    let made = 0;
    const told = toolCalls(heard).map((call) => {
      if (call.type !== 'tool-call') return '';
      const id = call.id.startsWith('call_') ? `call_${(made += 1)}` : call.id;
      return `${id} ${call.arguments}`;
    });
    expect(told).toEqual(expected);
    expect(heard.events.at(-1)).toEqual({ type: 'end', reason: 'tool-calls' });
  });

  test('get an id when the server gives none', async () => {
    const { server, models } = await facing();
    plays(server, {
      tool_calls: [
        { index: 0, id: '', function: { name: 'weather', arguments: '{}' } },
        { index: 1, function: { name: 'weather', arguments: '{}' } },
      ],
    });
    const ids = toolCalls(await listen(models, { tools: [weather] })).map((call) =>
      call.type === 'tool-call' ? call.id : '',
    );
    expect(ids).toEqual([expect.stringMatching(/^call_./), expect.stringMatching(/^call_./)]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('are not told half when the reply was cut', async () => {
    const { server, models } = await facing();
    server.enqueue(async (wire) => {
      await wire.sendEvent(
        chunk({
          content: 'Well',
          tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: '{"town":"R' } }],
        }),
      );
      await wire.sendBytes(`data: ${JSON.stringify(chunk({}, 'length'))}\n\n${DONE}`);
      wire.end();
    });
    expect((await listen(models, { tools: [weather] })).events).toEqual([
      { type: 'text', text: 'Well' },
      { type: 'end', reason: 'length' },
    ]);
  });

  test('without a name are no calls', async () => {
    const { server, models } = await facing();
    plays(server, { tool_calls: [{ index: 0, id: 'a', function: { arguments: '{}' } }] });
    expect((await listen(models, { tools: [weather] })).fault).toMatchObject({ code: 'MODEL_CONFIG_ERROR' });
  });

  test('that nobody offered are not heard: a reply of nothing else is empty', async () => {
    const { server, models } = await facing();
    server.enqueue(streamsToolCalls('', { id: 'a', name: 'weather', pieces: ['{}'] }));
    expect(await listen(models)).toMatchObject({ events: [], fault: { code: 'API_RATE_LIMIT_EXCEEDED' } });
  });

  test('are asked for again without a field that the server does not take', async () => {
    const { server, models } = await facing();
    server.enqueue(
      respondsWithError(400, { message: 'Unsupported parameter: parallel_tool_calls' }),
      streamsText('Fine'),
    );
    expect((await listen(models, { tools: [weather], parallelToolCalls: true })).text).toBe('Fine');
    expect(bodyOf(server)).not.toHaveProperty('parallel_tool_calls');
    expect(bodyOf(server)).toHaveProperty('tools');
  });

  test('that the server refuses are told as a refused request', async () => {
    const { server, models } = await facing();
    server.enqueue(respondsWithError(400, { message: 'Invalid schema for function weather' }));
    expect((await listen(models, { tools: [weather] })).fault).toMatchObject({
      code: 'MODEL_CONFIG_ERROR',
      requestRefused: true,
      unknownModel: false,
    });
  });
});

describe('tools of Anthropic', () => {
  const facing = async () => {
    const server = keep(await startAnthropicServer());
    const { models } = connect({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: server.url });
    const ask = (more: Partial<ModelRequest>) => listen(models, { model: 'claude-sonnet-4-5', ...more });
    return { server, ask, body: () => server.messages().at(-1)?.body };
  };

  test('are offered, chosen and answered in the words of the messages API, results of one turn together', async () => {
    const { ask, body } = await facing();
    await ask({
      messages: talk,
      tools: [weather, clock],
      toolChoice: 'auto',
      parallelToolCalls: false,
      stop: ['END', '\n'],
    });
    expect(body()).toEqual({
      model: 'claude-sonnet-4-5',
      max_tokens: 1024,
      stream: true,
      temperature: 0.6,
      system: 'Be brief.',
      stop_sequences: ['END'],
      tools: [
        { name: 'weather', description: 'The weather of a town', input_schema: weather.parameters },
        { name: 'clock', input_schema: { type: 'object' } },
      ],
      tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      messages: [
        { role: 'user', content: 'Weather?' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_use', id: 'call_1', name: 'weather', input: { town: 'Rome' } },
            { type: 'tool_use', id: 'call_2', name: 'clock', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'call_1', content: 'Sunny' },
            { type: 'tool_result', tool_use_id: 'call_2', content: '' },
          ],
        },
        { role: 'user', content: 'And?' },
      ],
    });
  });

  test.each([
    ['required', { type: 'any' }],
    ['none', { type: 'none' }],
    [{ name: 'weather' }, { type: 'tool', name: 'weather' }],
  ] as const)('are chosen by %j', async (toolChoice, expected) => {
    const { ask, body } = await facing();
    await ask({ tools: [weather], toolChoice });
    expect(body()).toMatchObject({ tool_choice: expected });
  });

  test('are heard whole from pieces, behind the text, in their order', async () => {
    const { server, ask } = await facing();
    server.enqueue(
      anthropicToolCalls(
        'One moment.',
        { id: 'a', name: 'weather', pieces: ['{"to', 'wn":"Rome"}'] },
        { id: 'b', name: 'clock', pieces: [] },
      ),
    );
    const heard = await ask({ tools: [weather, clock] });
    expect(heard.events).toEqual([
      { type: 'text', text: 'One moment.' },
      { type: 'tool-call', id: 'a', name: 'weather', arguments: '{"town":"Rome"}' },
      { type: 'tool-call', id: 'b', name: 'clock', arguments: '{}' },
      { type: 'usage', inputTokens: 20, outputTokens: 5 },
      { type: 'end', reason: 'tool-calls' },
    ]);
  });

  test('that nobody offered are not heard', async () => {
    const { server, ask } = await facing();
    server.enqueue(anthropicToolCalls('Hm.', { id: 'a', name: 'weather', pieces: ['{}'] }));
    expect((await ask({})).events.map(({ type }) => type)).toEqual(['text', 'usage', 'end']);
  });
});

describe('images', () => {
  const image = { bytes: new Uint8Array([1, 2, 3]), type: 'image/png' };
  const shown: ModelRequest['messages'] = [{ role: 'user', content: 'What is this?', images: [image] }];
  const blind: ModelRequest['messages'] = [{ role: 'user', content: '', images: [image, image] }];

  test('go to an OpenAI-compatible server as data URLs behind the words', async () => {
    const server = keep(await startOpenAiServer({ reply: streamsText('A cat.') }));
    const { models } = connect({ GROQ_API_KEY: 'gsk_1', GROQ_BASE_URL: server.url });
    await listen(models, { messages: shown });
    expect(server.completions().at(-1)?.body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
        ],
      },
    ]);
  });

  test('go to Anthropic as blocks before the words, and without words too', async () => {
    const server = keep(await startAnthropicServer());
    const { models } = connect({ ANTHROPIC_API_KEY: 'sk', ANTHROPIC_BASE_URL: server.url });
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } };
    await listen(models, { model: 'claude-sonnet-4-5', messages: shown });
    await listen(models, { model: 'claude-sonnet-4-5', messages: blind });
    expect(server.messages().map(({ body }) => body['messages'])).toEqual([
      [{ role: 'user', content: [block, { type: 'text', text: 'What is this?' }] }],
      [{ role: 'user', content: [block, block] }],
    ]);
  });

  const call = (id: string) => ({ id, name: 'clock', arguments: '{}' });
  const returned: ModelRequest['messages'] = [
    { role: 'user', content: 'Draw.' },
    { role: 'assistant', content: '', toolCalls: [call('a'), call('b')] },
    { role: 'tool', callId: 'a', content: 'A plot', pictures: ['f1'], images: [image] },
    { role: 'tool', callId: 'b', content: 'Nothing', pictures: ['f2'] },
  ];

  test('of tools go to an OpenAI-compatible server after all results of the turn', async () => {
    const server = keep(await startOpenAiServer({ reply: streamsText('A cat.') }));
    const { models } = connect({ GROQ_API_KEY: 'gsk_1', GROQ_BASE_URL: server.url });
    await listen(models, { messages: [...returned, ...returned.slice(0, 1)], tools: [clock] });
    expect(server.completions().at(-1)?.body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      { role: 'tool', tool_call_id: 'a', content: 'A plot' },
      { role: 'tool', tool_call_id: 'b', content: 'Nothing' },
      {
        role: 'user',
        content: [
          { type: 'text', text: expect.stringContaining('not instructions') },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
        ],
      },
      { role: 'user', content: 'Draw.' },
    ]);
    expect(JSON.stringify(server.completions().at(-1)?.body)).not.toContain('f1');
  });

  test('of tools go to Anthropic within their results', async () => {
    const server = keep(await startAnthropicServer());
    const { models } = connect({ ANTHROPIC_API_KEY: 'sk', ANTHROPIC_BASE_URL: server.url });
    await listen(models, { model: 'claude-sonnet-4-5', messages: returned, tools: [clock] });
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AQID' } };
    expect(server.messages().at(-1)?.body['messages']).toMatchObject([
      { role: 'user' },
      { role: 'assistant' },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'A plot' }, block] },
          { type: 'tool_result', tool_use_id: 'b', content: 'Nothing' },
        ],
      },
    ]);
  });

  test('are seen by no demo model, which says so', async () => {
    const { models } = connect({ LLM: 'demo' });
    const heard = await listen(models, { messages: shown });
    const text = heard.events.map((event) => (event.type === 'text' ? event.text : '')).join('');
    expect(text).toContain('I cannot see images');
    expect(text).toContain('PNG, 1 KB');
  });
});
