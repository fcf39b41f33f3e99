import { type Caller, eventually, newId, newPerson, question } from '../../../product/client.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { Speaker } from '../../../product/speaker.ts';
import { type ScriptedResponse, respondsWithError, streamsText } from '../../../vendors/openai-server.ts';

describeProduct({}, (product) => {
  let ann: Caller;

  beforeAll(async () => {
    ann = await newPerson(product().url);
  });

  const plan = (...plans: readonly ScriptedResponse[]) => product().modelServer.enqueue(...plans);
  const speaks = () => {
    const speaker = new Speaker();
    plan(speaker.plan);
    return speaker;
  };
  const lastTurn = async (chatId: string) => (await ann.chat(chatId)).json.messages.at(-1);

  test('a reply is an event stream in the form of the specification', async () => {
    plan(streamsText('Hel', 'lo\n\n', 'data: [DONE]\n\n', ' wörld 🙂'));
    const reply = await (await ann.ask('Say hello')).whole();
    expect(reply.status).toBe(200);
    expect(reply.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reply.response.headers.get('cache-control')).toContain('no-store');
    expect(reply.response.headers.get('x-accel-buffering')).toBe('no');
    expect(reply.raw).toMatch(/^(id: \d+\n(event: meta\n)?data: .+\n\n)+$/);
    expect(reply.frames.map(({ id }) => id)).toEqual(reply.frames.map((_, index) => index));
    expect(reply.frames[0]).toMatchObject({ id: 0, event: 'meta' });
    expect(reply.said('meta')[0]).toEqual({
      replyId: expect.stringMatching(/^[\w-]{21}$/),
      model: 'moonshotai/kimi-k2-instruct',
      cached: false,
      agentType: null,
      maxIterations: null,
      chatId: null,
      messageId: null,
    });
    expect(reply.text).toBe('Hello\n\ndata: [DONE]\n\n wörld 🙂');
    expect(reply.frames.at(-1)).toMatchObject({ event: undefined, data: '[DONE]' });
    expect(reply.frames.filter(({ data }) => data === '[DONE]')).toHaveLength(1);
  });

  test('the streams that pages cannot be framed by carry the same safety headers as every answer', async () => {
    const reply = await (await ann.ask('Say hello')).whole();
    expect(reply.response.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(reply.response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('with stream:false the whole reply is one JSON answer', async () => {
    plan(streamsText('All ', 'at once'));
    const { status, json } = await ann.post('/api/ai/groq', {
      messages: [{ role: 'user', content: 'Now' }],
      stream: false,
    });
    expect([status, json]).toEqual([200, { choices: [{ message: { role: 'assistant', content: 'All at once' } }] }]);
  });

  test('with stream:false a reply that the provider cut off is an error, never half a text', async () => {
    const bob = await newPerson(product().url);
    const chatId = newId();
    const speaker = speaks();
    const answer = bob.post('/api/ai/groq', question('Now', { stream: false, chatId, messageId: 'm1' }));
    await speaker.say('Half');
    await speaker.cut();
    expect([(await answer).status, (await answer).json]).toEqual([
      503,
      { error: expect.any(String), code: 'API_RATE_LIMIT_EXCEEDED' },
    ]);
    expect((await bob.chat(chatId)).json.messages.at(-1)).toMatchObject({ content: 'Half', status: 'error' });
  });

  test('stop sequences reach the provider, empty ones do not, and they are part of what is cached', async () => {
    const bob = await newPerson(product().url); // the free plan has ten messages with this model
    const asked = async (stop: unknown) => {
      await (await bob.ask('Count', { stop, chatId: newId(), messageId: 'm1' })).whole();
      return product().modelServer.completions().at(-1)?.body['stop'];
    };
    expect(await asked(['END', '', '###'])).toEqual(['END', '###']);
    expect(await asked('END')).toEqual(['END']);
    expect(await asked('')).toBeUndefined();
    const before = product().modelServer.completions().length;
    expect(await asked(null)).toBeUndefined();
    expect(product().modelServer.completions()).toHaveLength(before); // as with an empty one: from the cache
  });

  describe.each<[string, number, string, ScriptedResponse[]]>([
    [
      'whose key is not accepted',
      502,
      'AI_SERVICE_AUTH_ERROR',
      [respondsWithError(401, { message: 'bad key sk-secret', code: 'invalid_api_key' })],
    ],
    [
      'that is asked in vain for a connection',
      503,
      'API_RATE_LIMIT_EXCEEDED',
      Array<ScriptedResponse>(2 * 3).fill((wire) => wire.destroy()), // the model’s three attempts and the fallback’s
    ],
    [
      'whose quota is used up',
      503,
      'API_QUOTA_EXCEEDED',
      Array<ScriptedResponse>(2).fill(
        respondsWithError(429, { message: 'You exceeded your current quota', code: 'insufficient_quota' }),
      ),
    ],
    [
      'that is asked too much at each attempt',
      503,
      'API_RATE_LIMIT_EXCEEDED',
      Array<ScriptedResponse>(2 * 3).fill(respondsWithError(429, { message: 'too fast, acme' })),
    ],
    [
      'that knows neither model',
      500,
      'MODEL_CONFIG_ERROR',
      Array<ScriptedResponse>(2).fill(respondsWithError(404, { message: 'no such model', code: 'model_not_found' })),
    ],
  ])('a provider %s', (_what, status, code, plans) => {
    test.each([true, false])(
      `is told as ${status} ${code}, with stream:%s, and says nothing of what it said`,
      async (stream) => {
        plan(...plans);
        const answer = await ann.post('/api/ai/groq', { messages: [{ role: 'user', content: 'Hello?' }], stream });
        expect([answer.status, answer.json]).toEqual([status, { error: expect.any(String), code }]);
        expect(answer.headers.get('content-type')).toContain('application/json');
        expect(answer.text).not.toMatch(/sk-secret|current quota|acme/);
      },
    );
  });

  test.each([true, false])(
    'a question too long for the model is refused with what helps, with stream:%s',
    async (stream) => {
      const llamaCpp = respondsWithError(400, {
        code: 400,
        message: 'request (9510 tokens) exceeds the available context size (8192 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 9510,
        n_ctx: 8192,
      });
      plan(llamaCpp);
      const answer = await ann.post('/api/ai/groq', { messages: [{ role: 'user', content: 'Too long' }], stream });
      expect([answer.status, answer.json]).toEqual([
        413,
        {
          error: expect.any(String),
          message: expect.stringContaining('shorten the message'),
          code: 'VALIDATION_ERROR',
        },
      ]);
    },
  );

  test('a provider that fails later is told in the stream, and what it said before is kept', async () => {
    const speaker = speaks();
    const chatId = newId();
    const [reply] = await Promise.all([ann.ask('Count', { chatId, messageId: 'm1' }), speaker.say('one ', 'two ')]);
    await reply.shows(1);
    await speaker.cut();
    await reply.whole();
    expect(reply.said('error')).toEqual([{ error: expect.any(String), code: 'API_RATE_LIMIT_EXCEEDED' }]);
    expect(reply.text).toBe('one two ');
    expect(reply.frames.at(-1)?.data).toBe('[DONE]');
    expect(await lastTurn(chatId)).toMatchObject({
      content: 'one two ',
      status: 'error',
      errorCode: 'API_RATE_LIMIT_EXCEEDED',
    });
  });

  test('a stop closes the provider’s connection, ends every watcher and keeps the text; twice is once', async () => {
    const speaker = speaks();
    const chatId = newId();
    const [reply] = await Promise.all([ann.ask('Talk on', { chatId, messageId: 'm1' }), speaker.say('So much')]);
    await reply.shows(1);
    const second = await ann.follow(reply.replyId);
    expect((await ann.stop(reply.replyId)).json).toEqual({ success: true });
    const request = await speaker.asked;
    await request.closed;
    expect(request.isAborted).toBe(true);
    await Promise.all([reply.whole(), second.whole()]);
    expect([reply.text, second.text]).toEqual(['So much', 'So much']);
    expect(reply.said('error')).toEqual([]);
    expect(await lastTurn(chatId)).toMatchObject({ content: 'So much', status: 'stopped' });
    expect((await ann.stop(reply.replyId)).json).toEqual({ success: true });
    expect(await lastTurn(chatId)).toMatchObject({ content: 'So much', status: 'stopped' });
  });

  test('a reply can be resumed after every frame, while it runs and when it is over', async () => {
    const speaker = speaks();
    const letters = ['a', 'b', 'c', 'd', 'e'];
    const [reply] = await Promise.all([ann.ask('Letters'), speaker.say('a')]);
    const resumed = [];
    for (const [index, letter] of letters.entries()) {
      if (index > 0) await speaker.say(letter);
      await reply.shows(index + 1);
      resumed.push(await ann.follow(reply.replyId, { 'Last-Event-ID': String(index) }));
    }
    await speaker.end();
    await reply.whole();
    expect(reply.text).toBe('abcde');
    const plain = (frames: typeof reply.frames) => frames.map(({ id, event, data }) => [id, event, data]);
    for (const [index, watcher] of resumed.entries()) {
      await watcher.whole();
      expect(plain(watcher.frames)).toEqual(plain(reply.frames.slice(index + 1)));
    }
    for (let seen = 0; seen < reply.frames.length - 1; seen += 1) {
      const watcher = await (await ann.follow(reply.replyId, { 'Last-Event-ID': String(seen) })).whole();
      expect([seen, plain(watcher.frames)]).toEqual([seen, plain(reply.frames.slice(seen + 1))]);
    }
    expect((await (await ann.follow(reply.replyId)).whole()).raw).toBe(reply.raw);
  });

  test('who has seen the end is told only that it is over, also of a reply that failed', async () => {
    plan(respondsWithError(401, { message: 'no' }));
    plan(streamsText('done'));
    await ann.post('/api/ai/groq', { messages: [{ role: 'user', content: 'fails' }] });
    const reply = await (await ann.ask('ends')).whole();
    const after = await (await ann.follow(reply.replyId, { 'Last-Event-ID': String(reply.frames.length - 1) })).whole();
    expect(after.frames.map(({ id, data }) => [id, data])).toEqual([[reply.frames.length, '[DONE]']]);
  });

  test('watchers who join at different moments see the same bytes', async () => {
    const speaker = speaks();
    const [first] = await Promise.all([ann.ask('Together'), speaker.say('one ', 'two ')]);
    await first.shows(1);
    const second = await ann.follow(first.replyId);
    await speaker.say('three ');
    await eventually(() => second.text === 'one two three ');
    const third = await ann.follow(first.replyId);
    await speaker.say('four');
    await speaker.end();
    await Promise.all([first.whole(), second.whole(), third.whole()]);
    expect(second.raw).toBe(first.raw);
    expect(third.raw).toBe(first.raw);
  });

  test('a reader who leaves does not stop the reply', async () => {
    const speaker = speaks();
    const chatId = newId();
    const [reply] = await Promise.all([ann.ask('Go on without me', { chatId, messageId: 'm1' }), speaker.say('I ')]);
    await reply.shows(1);
    reply.leave();
    await reply.whole();
    await speaker.say('went ', 'on');
    await speaker.end();
    await eventually(async () => (await lastTurn(chatId)).status === 'complete');
    expect(await lastTurn(chatId)).toMatchObject({ content: 'I went on' });
    expect((await speaker.asked).isAborted).toBe(false);
  });

  test('an opened chat shows a running reply as far as it is kept, and by which id to follow it', async () => {
    const speaker = speaks();
    const chatId = newId();
    const [reply] = await Promise.all([ann.ask('Halfway', { chatId, messageId: 'm1' }), speaker.say('half')]);
    await eventually(async () => (await lastTurn(chatId)).content === 'half');
    expect(await lastTurn(chatId)).toMatchObject({ status: 'streaming', replyId: reply.replyId });
    await speaker.end();
    await reply.whole();
  });

  test('what a person calls their personality is only ever looked up among ours', async () => {
    const prompt = async (personality: string) => {
      await (await ann.ask('Who are you?', { personality })).whole();
      const body = product().modelServer.completions().at(-1)?.body;
      return (body?.['messages'] as { content: string }[])[0]?.content;
    };
    const usual = await prompt('default');
    for (const odd of ['constructor', '__proto__', 'toString', 'nobody']) expect(await prompt(odd)).toBe(usual);
  });
});
