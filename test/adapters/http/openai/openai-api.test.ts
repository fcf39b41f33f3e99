import OpenAI from 'openai';

import { type Caller, eventually, newPerson } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { newPremiumPerson, setPlan } from '../../../product/premium.ts';
import { Speaker } from '../../../product/speaker.ts';
import {
  chunk,
  DONE,
  streamsToolCalls,
  type ScriptedResponse,
  respondsWithError,
  streamsText,
  usageChunk,
} from '../../../vendors/openai-server.ts';

const MODEL = 'llama-3.3-70b-versatile';
const hello = { model: MODEL, messages: [{ role: 'user' as const, content: 'Hello' }] };
const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'Weather',
    parameters: { type: 'object', properties: { town: { type: 'string' } } },
  },
};

describeProduct({}, (product) => {
  let key: string;
  let byKey: Caller;
  let client: OpenAI;

  beforeAll(async () => {
    const premium = await newPremiumPerson(product());
    [key, byKey] = [premium.key, premium.byKey];
    client = clientWith(key);
  });

  const clientWith = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${product().url}/v1`, maxRetries: 0 });
  const plan = (...plans: readonly ScriptedResponse[]) => product().modelServer.enqueue(...plans);
  const asked = () => product().modelServer.completions().at(-1);
  const used = async () => ((await byKey.get('/api/ai/usage')).json.daily as { used: number }).used;

  describe('the openai client', () => {
    test('lists the models', async () => {
      const { data } = await client.models.list();
      expect(data.find(({ id }) => id === MODEL)).toEqual({
        id: MODEL,
        object: 'model',
        created: 1700000000,
        owned_by: 'Fake Labs',
      });
    });

    test('finds a model by its id, with a slash in it or as its code, and no other', async () => {
      const named = { id: MODEL, object: 'model', created: 1700000000, owned_by: 'Fake Labs' };
      expect(await client.models.retrieve(MODEL)).toEqual(named);
      const slashed = 'moonshotai/kimi-k2-instruct';
      for (const id of [slashed, encodeURIComponent(slashed)])
        expect((await byKey.get(`/v1/models/${id}`)).json).toMatchObject({ id: slashed, object: 'model' });
      await expect(client.models.retrieve('none')).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    });

    test('gets a whole completion, which is kept in no chat and counted once', async () => {
      const before = await used();
      plan(streamsText('Good ', 'day'));
      expect(await client.chat.completions.create(hello)).toEqual({
        id: expect.stringMatching(/^chatcmpl-[\w-]{21}$/),
        object: 'chat.completion',
        created: expect.any(Number),
        model: MODEL,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'Good day', refusal: null },
            logprobs: null,
            finish_reason: 'stop',
          },
        ],
        usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
      });
      expect(await used()).toBe(before + 1);
      expect((await byKey.get('/api/progress/chats')).json.chats).toEqual([]);
    });

    test('hands on what was wished, and its own instructions only', async () => {
      await client.chat.completions.create({
        model: MODEL,
        temperature: 0.2,
        top_p: 0.5,
        max_tokens: 50,
        stop: 'END',
        seed: 7,
        user: 'somebody',
        response_format: { type: 'json_object' },
        messages: [
          { role: 'developer', content: 'Speak JSON.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'One' },
              { type: 'text', text: 'Two' },
            ],
          },
        ],
      });
      expect(asked()?.body).toEqual({
        model: MODEL,
        stream: true,
        stream_options: { include_usage: true },
        temperature: 0.2,
        top_p: 0.5,
        max_completion_tokens: 50,
        stop: ['END'],
        response_format: { type: 'json_object' },
        messages: [
          { role: 'system', content: 'Speak JSON.' },
          { role: 'user', content: 'One\nTwo' },
        ],
      });
    });

    test('is told when a reply was cut at its length', async () => {
      const { choices } = await client.chat.completions.create({ ...hello, max_completion_tokens: 1 });
      expect(choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'You' } });
    });

    test('is told when content rules cut a reply', async () => {
      plan(async (wire) => {
        await wire.sendEvent(chunk({ content: 'The first step' }));
        await wire.sendEvent(chunk({}, 'content_filter'));
        await wire.sendBytes(DONE);
        wire.end();
      });
      const { choices } = await client.chat.completions.create(hello);
      expect(choices).toMatchObject([{ finish_reason: 'content_filter', message: { content: 'The first step' } }]);
    });

    test('is told the same when nothing but the beginning of a call came, as llama.cpp sends it', async () => {
      const cutInCall: ScriptedResponse = async (wire) => {
        const call = { index: 0, id: 'gplY3SDE', type: 'function', function: { name: 'weather', arguments: '{' } };
        await wire.sendEvent(chunk({ role: 'assistant', content: null }));
        await wire.sendEvent(chunk({ tool_calls: [call] }));
        await wire.sendEvent(chunk({ tool_calls: [{ index: 0, function: { arguments: '"topic' } }] }));
        await wire.sendEvent(chunk({}, 'length'));
        await wire.sendEvent(usageChunk(400, 20));
        await wire.sendBytes(DONE);
        wire.end();
      };
      plan(cutInCall, cutInCall);
      const tools = [{ type: 'function' as const, function: { name: 'weather' } }];
      const { choices } = await client.chat.completions.create({ ...hello, tools });
      expect(choices).toMatchObject([{ finish_reason: 'length', message: { content: '' } }]);
      const ends = [];
      for await (const part of await client.chat.completions.create({ ...hello, tools, stream: true }))
        ends.push(part.choices[0]?.finish_reason ?? null);
      expect(ends).toEqual([null, 'length']);
    });

    test('gets a stream: first who speaks, then the pieces, then why it ended', async () => {
      plan(streamsText('Hel', 'lo "you"\n'));
      const chunks = [];
      for await (const chunk of await client.chat.completions.create({ ...hello, stream: true })) chunks.push(chunk);
      expect(
        new Set(chunks.map(({ id, object, model, created }) => JSON.stringify([id, object, model, created]))).size,
      ).toBe(1);
      expect(chunks[0]).toEqual({
        id: expect.stringMatching(/^chatcmpl-/),
        object: 'chat.completion.chunk',
        created: expect.any(Number),
        model: MODEL,
        choices: [
          { index: 0, delta: { role: 'assistant', content: '', refusal: null }, logprobs: null, finish_reason: null },
        ],
      });
      expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Hello "you"\n');
      expect(chunks.at(-1)?.choices).toEqual([{ index: 0, delta: {}, logprobs: null, finish_reason: 'stop' }]);
      expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false);
    });

    test('gets the counts in a last chunk of their own when it asks for them', async () => {
      plan(streamsText('a', 'b'));
      const chunks = [];
      for await (const chunk of await client.chat.completions.create({
        ...hello,
        stream: true,
        stream_options: { include_usage: true },
      }))
        chunks.push(chunk);
      expect(chunks.slice(0, -1).map(({ usage }) => usage)).toEqual(chunks.slice(0, -1).map(() => null));
      expect(chunks.at(-1)).toMatchObject({
        choices: [],
        usage: { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 },
      });
    });

    test('can have tools called and hand their results back, whole and in a stream', async () => {
      const wish = streamsToolCalls(
        'Let me see. ',
        { id: 'call_a', name: 'weather', pieces: ['{"town":', '"Rome"}'] },
        { id: 'call_b', name: 'weather', pieces: ['{}'] },
      );
      plan(wish, wish);
      const [choice] = (await client.chat.completions.create({ ...hello, tools: [weather], parallel_tool_calls: true }))
        .choices;
      const wished = [
        { id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{"town":"Rome"}' } },
        { id: 'call_b', type: 'function', function: { name: 'weather', arguments: '{}' } },
      ];
      expect(choice).toMatchObject({
        finish_reason: 'tool_calls',
        message: { content: 'Let me see. ', tool_calls: wished },
      });
      const streamed = await client.chat.completions.stream({ ...hello, tools: [weather] }).finalChatCompletion();
      expect(streamed.choices[0]).toMatchObject({
        finish_reason: 'tool_calls',
        message: { content: 'Let me see. ', tool_calls: wished },
      });
      if (!choice) throw new Error('no choice');
      const results = ['Sunny', 'Rain'].map((content, index) => ({
        role: 'tool' as const,
        tool_call_id: wished[index]?.id ?? '',
        content,
      }));
      const answer = await client.chat.completions.create({
        ...hello,
        messages: [...hello.messages, choice.message, ...results],
        tools: [weather],
      });
      expect(answer.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'You said: Rain' } });
      expect(asked()?.body).toMatchObject({
        tools: [weather],
        messages: [
          { role: 'user' },
          { role: 'assistant', content: 'Let me see. ', tool_calls: wished },
          { role: 'tool', tool_call_id: 'call_a' },
          { role: 'tool', content: 'Rain' },
        ],
      });
    });

    test('gets the thoughts and signatures of a model, and sends them back with its calls', async () => {
      const thinking = { ...hello, model: 'gemma2-9b-it' };
      const call = { id: 'call_a', type: 'function', function: { name: 'weather', arguments: '{}' } };
      const signed = { ...call, index: 0, extra_content: { google: { thought_signature: 'sig' } } };
      const thinks: ScriptedResponse = async (wire) => {
        await wire.sendEvent(chunk({ reasoning_content: 'Hm.' }));
        await wire.sendEvent(chunk({ tool_calls: [signed] }, 'tool_calls'));
        await wire.sendBytes(DONE);
        wire.end();
      };
      plan(thinks, thinks);
      const [choice] = (await client.chat.completions.create({ ...thinking, tools: [weather] })).choices;
      expect(choice?.message).toMatchObject({ content: null, reasoning_content: 'Hm.' });
      const deltas = [];
      for await (const part of await client.chat.completions.create({ ...thinking, tools: [weather], stream: true }))
        deltas.push(part.choices[0]?.delta);
      expect(deltas[1]).toEqual({ reasoning_content: 'Hm.' });
      if (!choice) throw new Error('no choice');
      const result = { role: 'tool' as const, tool_call_id: 'call_a', content: 'Sunny' };
      await client.chat.completions.create({ ...thinking, messages: [...thinking.messages, choice.message, result] });
      expect(asked()?.body).toMatchObject({
        messages: [{}, { tool_calls: [{ ...call, extra_content: signed.extra_content }] }, {}],
      });
    });

    test('gets null for the text of a reply that only calls', async () => {
      const { choices } = await client.chat.completions.create({ ...hello, tools: [weather], tool_choice: 'required' });
      expect(choices[0]?.message).toMatchObject({ content: null, tool_calls: [{ function: { name: 'weather' } }] });
    });

    test.each([true, false])('closes the provider’s connection when it aborts, with stream:%s', async (stream) => {
      const speaker = new Speaker();
      plan(speaker.plan);
      const abort = new AbortController();
      const call = client.chat.completions
        .create({ ...hello, stream }, { signal: abort.signal })
        .then(async (answer) => {
          if (Symbol.asyncIterator in answer)
            for await (const chunk of answer) expect(chunk.object).toBe('chat.completion.chunk');
        })
        .catch((error: unknown) => error);
      await speaker.say('So ', 'much');
      abort.abort();
      const request = await speaker.asked;
      await request.closed;
      expect(request.isAborted).toBe(true);
      await call;
    });

    test.each<[string, number, { new (...args: never[]): Error }, object, ScriptedResponse[]]>([
      [
        'does not have the model',
        404,
        OpenAI.NotFoundError,
        { code: 'model_not_found', param: 'model', type: 'invalid_request_error' },
        [respondsWithError(404, { message: 'gone', code: 'model_not_found' })],
      ],
      [
        'does not take the request',
        400,
        OpenAI.BadRequestError,
        { type: 'invalid_request_error' },
        [respondsWithError(400, { message: 'context_length_exceeded by acme' })],
      ],
      [
        'is overloaded',
        503,
        OpenAI.InternalServerError,
        { type: 'server_error', code: 'api_rate_limit_exceeded' },
        Array<ScriptedResponse>(3).fill(respondsWithError(429, { message: 'slow down, acme' })),
      ],
      [
        'does not take our key',
        502,
        OpenAI.InternalServerError,
        { type: 'server_error', code: 'ai_service_auth_error' },
        [respondsWithError(401, { message: 'acme' })],
      ],
    ])(
      'throws its own errors when the provider %s, and the use is given back',
      async (_what, status, type, error, plans) => {
        for (const stream of [true, false]) {
          const before = await used();
          plan(...plans);
          const failure: unknown = await client.chat.completions
            .create({ ...hello, stream })
            .catch((fault: unknown) => fault);
          expect(failure).toBeInstanceOf(type);
          expect(failure).toMatchObject({ status, error });
          expect(JSON.stringify(failure)).not.toContain('acme');
          expect(await used()).toBe(before);
        }
      },
    );

    test('throws an error that comes in the middle of a stream, behind what was said', async () => {
      const speaker = new Speaker();
      plan(speaker.plan);
      const stream = await Promise.all([
        client.chat.completions.create({ ...hello, stream: true }),
        speaker.say('Half'),
      ]).then(([it]) => it);
      let text = '';
      const failure = await (async () => {
        for await (const { choices } of stream) {
          text += choices[0]?.delta.content ?? '';
          if (text === 'Half') await speaker.cut();
        }
      })().catch((error: unknown) => error);
      expect(text).toBe('Half');
      expect(failure).toBeInstanceOf(OpenAI.APIError);
      expect(failure).toMatchObject({ code: 'api_rate_limit_exceeded', type: 'server_error' });
    });

    test('is refused with a wrong key, a plan without API access, and an unknown model', async () => {
      const wrong: unknown = await clientWith(`${key}x`)
        .models.list()
        .catch((error: unknown) => error);
      expect(wrong).toBeInstanceOf(OpenAI.AuthenticationError);
      expect(wrong).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error', param: null });
      const plain = await newPerson(product().url);
      const poor: unknown = await clientWith(plain.token)
        .chat.completions.create(hello)
        .catch((error: unknown) => error);
      expect(poor).toBeInstanceOf(OpenAI.PermissionDeniedError);
      expect(poor).toMatchObject({ status: 403, code: 'subscription_required' });
      const unknown: unknown = await client.chat.completions
        .create({ ...hello, model: 'no-such-model' })
        .catch((error: unknown) => error);
      expect(unknown).toBeInstanceOf(OpenAI.NotFoundError);
      expect(unknown).toMatchObject({
        code: 'model_not_found',
        param: 'model',
        message: expect.stringContaining('no-such-model'),
      });
    });

    test('rests while the plan has lapsed, and a browser’s own token serves as well as a key', async () => {
      const { person, key: other } = await newPremiumPerson(product());
      await setPlan(product(), person.email, 'basic');
      expect(
        await clientWith(other)
          .models.list()
          .catch((error: unknown) => error),
      ).toMatchObject({ status: 403 });
      await setPlan(product(), person.email, 'premium');
      expect((await clientWith(person.token).models.list()).data.length).toBeGreaterThan(0);
    });
  });

  test.each<[string, object, string | null]>([
    ['no messages', { messages: [] }, 'messages'],
    ['no model', { model: undefined }, 'model'],
    ['an odd role', { messages: [{ role: 'robot', content: 'x' }] }, 'messages.0.role'],
    [
      'a picture',
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }] },
      'messages.0.content',
    ],
    ['a result without its call', { messages: [{ role: 'tool', content: 'x' }] }, 'messages.0.tool_call_id'],
    ['two choices', { n: 2 }, 'n'],
    ['too much heat', { temperature: 2.1 }, 'temperature'],
    ['no tokens', { max_tokens: 0 }, 'max_tokens'],
    ['another kind of tool', { tools: [{ type: 'custom', custom: { name: 'x' } }] }, 'tools.0.type'],
    ['a choice without tools', { tool_choice: 'required' }, 'tool_choice'],
    [
      'a choice of no tool',
      { tools: [weather], tool_choice: { type: 'function', function: { name: 'none' } } },
      'tool_choice',
    ],
    ['too many stops', { stop: ['1', '2', '3', '4', '5'] }, 'stop'],
    ['a NUL character', { messages: [{ role: 'user', content: 'a\0b' }] }, 'messages.0.content'],
  ])('a request with %s is refused and says where', async (_what, more, param) => {
    const before = product().modelServer.completions().length;
    const { status, json } = await byKey.post('/v1/chat/completions', { ...hello, ...more });
    expect([status, json]).toEqual([
      400,
      { error: { message: expect.any(String), type: 'invalid_request_error', param, code: null } },
    ]);
    expect(product().modelServer.completions()).toHaveLength(before);
  });

  test('null stands for absent, and unknown fields are ignored', async () => {
    const nulls = Object.fromEntries(
      ['temperature', 'top_p', 'max_tokens', 'stop', 'n', 'stream', 'tools', 'tool_choice', 'response_format'].map(
        (name) => [name, null],
      ),
    );
    expect(
      (await byKey.post('/v1/chat/completions', { ...hello, ...nulls, frequency_penalty: 1, metadata: {} })).status,
    ).toBe(200);
  });

  test('broken JSON, a body without end, unknown addresses and missing keys are told in the same shape', async () => {
    const shape = { error: { message: expect.any(String), type: 'invalid_request_error', param: null, code: null } };
    const broken = await byKey.post('/v1/chat/completions', '{');
    expect([broken.status, broken.json]).toEqual([400, shape]);
    const huge = await byKey.post(
      '/v1/chat/completions',
      JSON.stringify({ ...hello, padding: 'x'.repeat(4 * 1024 * 1024) }),
    );
    expect([huge.status, huge.json]).toEqual([413, shape]);
    for (const path of ['/v1', '/v1/', '/v1/nothing', '/v1/chat/nothing']) {
      const unknown = await byKey.get(path);
      expect([path, unknown.status, unknown.json]).toEqual([path, 404, shape]);
    }
    const nobody = await byKey.with({ Authorization: '' }).get('/v1/models');
    expect([nobody.status, nobody.json]).toEqual([
      401,
      { error: expect.objectContaining({ code: 'invalid_api_key' }) },
    ]);
  });

  test('a schema that is nested too deep to be passed on is refused, and the field is named', async () => {
    const nested = (depth: number): object => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    const withTool = (parameters: object) => ({ tools: [{ type: 'function', function: { name: 'f', parameters } }] });
    const withFormat = (schema: object) => ({
      response_format: { type: 'json_schema', json_schema: { name: 'f', schema } },
    });
    for (const more of [withTool(nested(101)), withFormat(nested(101))]) {
      const { status, json } = await byKey.post('/v1/chat/completions', { ...hello, ...more });
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: { message: expect.stringContaining('nested at most 100 deep') } });
      expect(json).toMatchObject({ error: { param: expect.stringMatching(/^(tools|response_format)\b/) } });
    }
    plan(streamsText('Hi'));
    expect((await byKey.post('/v1/chat/completions', { ...hello, ...withTool(nested(99)) })).status).toBe(200);
  });

  test('an unexpected failure tells an id and nothing else', async () => {
    await product().database.connection.schema.renameTable('reservations', 'hidden');
    const { status, json } = await byKey.post('/v1/chat/completions', hello);
    await product().database.connection.schema.renameTable('hidden', 'reservations');
    expect([status, json]).toEqual([
      500,
      {
        error: {
          message: expect.stringMatching(/^Internal error \([\w-]{21}\)$/),
          type: 'server_error',
          param: null,
          code: 'internal_error',
        },
      },
    ]);
  });

  test('the answer is an event stream that no proxy buffers, ends as OpenAI’s, closed to other sites', async () => {
    plan(streamsText('Hi'));
    const reply = await (
      await byKey.watch('POST', '/v1/chat/completions', { ...hello, stream: true }, { Origin: 'https://evil.example' })
    ).whole();
    expect(reply.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reply.response.headers.get('x-accel-buffering')).toBe('no');
    expect([...reply.response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(reply.raw).toMatch(/^(data: \{.+\}\n\n)+data: \[DONE\]\n\n$/);
  });

  test('a reader who leaves before the first word frees its place', async () => {
    const speaker = new Speaker();
    plan(speaker.plan);
    const gone = new AbortController();
    const call = client.chat.completions
      .create({ ...hello, stream: true }, { signal: gone.signal })
      .catch((error: unknown) => error);
    const request = await speaker.asked;
    gone.abort();
    await request.closed;
    expect(request.isAborted).toBe(true);
    expect(await call).toBeInstanceOf(OpenAI.APIUserAbortError);
    await eventually(async () => (await client.chat.completions.create(hello)).choices.length === 1);
  });
});
