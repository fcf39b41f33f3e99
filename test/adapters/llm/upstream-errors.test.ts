import { createServer } from 'node:net';

import { ModelError } from '../../../src/domain/chat/errors.ts';
import {
  chunk,
  DONE,
  respondsWithError,
  startOpenAiServer,
  streamsText,
  type ScriptedResponse,
  usageChunk,
} from '../../vendors/openai-server.ts';
import { connecting, listen, TestClock } from './setup.ts';

const { connect, keep } = connecting();

const against = async (plan: ScriptedResponse, env: Record<string, string> = {}) => {
  const server = keep(await startOpenAiServer({ reply: plan }));
  const { models } = connect({ GROQ_API_KEY: 'gsk_secret', GROQ_BASE_URL: server.url, ...env });
  return { server, ...(await listen(models)) };
};

const error = (message: string, code: string | null = null, type = 'x') => ({ message, type, code });

describe('what a refusal of the provider becomes', () => {
  test.each<[string, number, unknown, string, boolean, number]>([
    ['a refused key', 401, error('Invalid API Key', 'invalid_api_key'), 'AI_SERVICE_AUTH_ERROR', false, 1],
    ['a forbidden key', 403, error('Forbidden'), 'AI_SERVICE_AUTH_ERROR', false, 1],
    ['an unknown model', 404, error('The model `x` does not exist', 'model_not_found'), 'MODEL_CONFIG_ERROR', true, 1],
    ['an unknown address', 404, 'not here', 'MODEL_CONFIG_ERROR', true, 1],
    ['a model told unknown by 400', 400, error('nope', 'model_not_found'), 'MODEL_CONFIG_ERROR', true, 1],
    [
      'a model taken out of service',
      400,
      error('The model `x` has been decommissioned', 'model_decommissioned'),
      'MODEL_CONFIG_ERROR',
      true,
      1,
    ],
    ['a refused request', 400, error('messages is malformed'), 'MODEL_CONFIG_ERROR', false, 1],
    ['an unprocessable request', 422, error('value out of range'), 'MODEL_CONFIG_ERROR', false, 1],
    [
      'too long a conversation for OpenAI',
      400,
      error("This model's maximum context length is 8192 tokens.", 'context_length_exceeded'),
      'VALIDATION_ERROR',
      false,
      1,
    ],
    [
      'too long a conversation for Anthropic',
      400,
      error('prompt is too long: 210000 tokens > 200000 maximum', null, 'invalid_request_error'),
      'VALIDATION_ERROR',
      false,
      1,
    ],
    [
      'too large a request for Groq',
      413,
      error('Request too large for model `x`: Limit 6000, Requested 9000', 'rate_limit_exceeded', 'tokens'),
      'VALIDATION_ERROR',
      false,
      1,
    ],
    ['a redirection', 302, '', 'MODEL_CONFIG_ERROR', false, 1],
    [
      'a spent quota',
      429,
      error('You exceeded your current quota, please check your plan', 'insufficient_quota'),
      'API_QUOTA_EXCEEDED',
      false,
      1,
    ],
    ['a bill to pay', 402, error('Payment required'), 'API_QUOTA_EXCEEDED', false, 1],
    ['an empty account told by 400', 400, error('Your credit balance is too low'), 'API_QUOTA_EXCEEDED', false, 1],
    ['a rate limit', 429, error('Slow down', 'rate_limit_exceeded'), 'API_RATE_LIMIT_EXCEEDED', false, 3],
    [
      'a rate limit that links to the billing page',
      429,
      error('Limit of 6000 tokens a minute. See https://x.test/settings/billing'),
      'API_RATE_LIMIT_EXCEEDED',
      false,
      3,
    ],
    ['a fault of the provider', 500, 'oops', 'API_RATE_LIMIT_EXCEEDED', false, 3],
    ['a bad gateway', 502, '<html>', 'API_RATE_LIMIT_EXCEEDED', false, 3],
    ['an overloaded provider', 529, error('Overloaded', null, 'overloaded_error'), 'API_RATE_LIMIT_EXCEEDED', false, 3],
    ['a request timeout', 408, '', 'AI_SERVICE_TIMEOUT', false, 3],
    ['a gateway timeout', 504, '', 'AI_SERVICE_TIMEOUT', false, 3],
  ])('%s', async (_, status, body, code, unknownModel, calls) => {
    const { fault, server } = await against(respondsWithError(status, body));
    expect(fault).toBeInstanceOf(ModelError);
    expect(fault).toMatchObject({ code, unknownModel });
    expect(server.completions()).toHaveLength(calls);
  });
});

describe('what an error inside the stream becomes', () => {
  test.each<[string, unknown, string, number]>([
    ['an overload', error('Overloaded', null, 'overloaded_error'), 'API_RATE_LIMIT_EXCEEDED', 3],
    ['a rate limit', error('x', 'rate_limit_exceeded'), 'API_RATE_LIMIT_EXCEEDED', 3],
    ['a spent quota', error('x', 'insufficient_quota'), 'API_QUOTA_EXCEEDED', 1],
    ['a refused key', error('x', 'invalid_api_key'), 'AI_SERVICE_AUTH_ERROR', 1],
    ['an unknown model', error('x', 'model_not_found'), 'MODEL_CONFIG_ERROR', 1],
    ['a refused request', error('x', 'bad_schema', 'invalid_request_error'), 'MODEL_CONFIG_ERROR', 1],
    ['too long a request', error('x', 'context_length_exceeded', 'invalid_request_error'), 'VALIDATION_ERROR', 1],
    ['a status as code', { code: 402, message: 'pay' }, 'API_QUOTA_EXCEEDED', 1],
    ['a plain text', 'something broke', 'API_RATE_LIMIT_EXCEEDED', 3],
  ])('%s', async (_, body, code, calls) => {
    const { fault, server } = await against(async (wire) => {
      await wire.sendEvent({ error: body });
      wire.end();
    });
    expect(fault).toMatchObject({ code });
    expect(server.completions()).toHaveLength(calls);
  });

  test('an error object of status 200 that is no stream counts as what it says', async () => {
    const { fault } = await against(respondsWithError(200, error('x', 'insufficient_quota')));
    expect(fault).toMatchObject({ code: 'API_QUOTA_EXCEEDED' });
  });

  test('what was said before the error is kept, even from the same packet', async () => {
    const { fault, text } = await against(async (wire) => {
      await wire.sendBytes(
        `data: ${JSON.stringify(chunk({ content: 'so far' }))}\n\ndata: {"error":{"type":"server_error"}}\n\n`,
      );
      wire.end();
    });
    expect(text).toBe('so far');
    expect(fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
  });
});

describe('what a broken reply becomes', () => {
  const midway =
    (then: ScriptedResponse): ScriptedResponse =>
    async (wire, request) => {
      await wire.sendEvent(chunk({ content: 'Half' }));
      await then(wire, request);
    };

  test.each<[string, ScriptedResponse, string]>([
    ['a cut connection', midway((wire) => wire.destroy()), 'API_RATE_LIMIT_EXCEEDED'],
    ['an end without reason or farewell', midway((wire) => wire.end()), 'API_RATE_LIMIT_EXCEEDED'],
    [
      'a frame cut in the middle and then the end',
      midway(async (wire) => {
        await wire.sendBytes('data: {"choices":[{');
        wire.end();
      }),
      'API_RATE_LIMIT_EXCEEDED',
    ],
    [
      'a line of 9 MB',
      midway(async (wire) => {
        for (let sent = 0; sent < 9; sent += 1)
          await Promise.race([wire.sendBytes(Buffer.alloc(1024 * 1024, 'x')), wire.closed]);
      }),
      'MODEL_CONFIG_ERROR',
    ],
  ])('%s: the half is kept, the fault told, nothing tried again, and upstream closed', async (_, plan, code) => {
    const { text, fault, server } = await against(plan);
    expect(text).toBe('Half');
    expect(fault).toMatchObject({ code });
    expect(server.completions()).toHaveLength(1);
    await server.completions()[0]?.closed;
  });

  test('a frame that is not JSON is skipped and counted, and the reply goes on', async () => {
    const server = keep(
      await startOpenAiServer({
        reply: async (wire) => {
          await wire.sendEvent(chunk({ content: 'Be' }));
          await wire.sendBytes('data: {"choices":[{\n\n');
          await wire.sendEvent(chunk({ content: 'fore' }));
          await wire.sendEvent(chunk({}, 'stop'));
          await wire.sendBytes(DONE);
          wire.end();
        },
      }),
    );
    const seen: [string, number][] = [];
    const connected = connect(
      { GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url },
      { onBrokenFrames: (id, count) => void seen.push([id, count]) },
    );
    const { text, fault, events } = await listen(connected.models);
    expect([text, fault, events.at(-1)]).toEqual(['Before', undefined, { type: 'end', reason: 'stop' }]);
    expect([seen, connected.brokenFrames()]).toEqual([[['groq', 1]], 1]);
  });

  test('a stream of nothing but broken frames is a fault', async () => {
    const { fault } = await against(async (wire) => {
      await wire.sendBytes('data: <html>\n\ndata: </html>\n\n');
      await wire.sendBytes(DONE);
      wire.end();
    });
    expect(fault).toMatchObject({ code: 'MODEL_CONFIG_ERROR' });
  });

  test('a reply without a word is a fault and costs one call only', async () => {
    const { fault, server } = await against(streamsText());
    expect(fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
    expect(server.completions()).toHaveLength(1);
  });

  test('a model that only thought until its tokens were gone is a matter of configuration', async () => {
    const { fault } = await against(async (wire) => {
      await wire.sendEvent(chunk({ reasoning_content: 'hm' }));
      await wire.sendEvent(chunk({}, 'length'));
      wire.end();
    });
    expect(fault).toMatchObject({ code: 'MODEL_CONFIG_ERROR', usage: undefined });
  });

  test.each(['stop', 'length'])(
    'what was counted of a reply without a word that ended with %s is told',
    async (end) => {
      const { fault } = await against(async (wire) => {
        await wire.sendEvent(chunk({ reasoning_content: 'hm' }));
        await wire.sendEvent(chunk({}, end));
        await wire.sendEvent(usageChunk(7, 4000));
        await wire.sendBytes(DONE);
        wire.end();
      });
      expect(fault).toMatchObject({ usage: { inputTokens: 7, outputTokens: 4000 } });
    },
  );

  test('a page instead of a stream is told as configuration', async () => {
    const { fault } = await against((wire) =>
      wire.respond(200, '<html>Welcome to nginx</html>', { 'content-type': 'text/html' }),
    );
    expect(fault).toMatchObject({ code: 'MODEL_CONFIG_ERROR', unknownModel: false });
  });

  test('a body beyond every measure is cut off', async () => {
    const server = keep(
      await startOpenAiServer({
        reply: async (wire) => {
          for (let at = 0; at < 100; at += 1) await wire.sendEvent(chunk({ content: 'word ' }));
          await wire.untilClosed();
        },
      }),
    );
    const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url }, { limits: { bodyBytes: 4096 } });
    expect((await listen(models)).fault).toMatchObject({ code: 'MODEL_CONFIG_ERROR' });
    await server.completions()[0]?.closed;
  });

  test('a connection cut after the model gave its reason harms nothing', async () => {
    const { events, fault } = await against(async (wire) => {
      await wire.sendEvent(chunk({ content: 'Whole' }));
      await wire.sendEvent(chunk({}, 'stop'));
      wire.destroy();
    });
    expect(fault).toBeUndefined();
    expect(events).toEqual([
      { type: 'text', text: 'Whole' },
      { type: 'end', reason: 'stop' },
    ]);
  });

  test('a farewell without a reason is a whole reply', async () => {
    const { events } = await against(async (wire) => {
      await wire.sendEvent(chunk({ content: 'Whole' }));
      await wire.sendBytes(DONE);
      await wire.untilClosed();
    });
    expect(events.at(-1)).toEqual({ type: 'end', reason: 'stop' });
  });
});

describe('a provider that is not there', () => {
  test('a refused connection counts as demand and is tried three times', async () => {
    const server = await startOpenAiServer();
    await server.close();
    const clock = new TestClock();
    const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url }, { clock });
    expect((await listen(models)).fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
    expect(clock.slept).toHaveLength(2);
  });

  test('a name that does not resolve counts as demand', async () => {
    const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: 'http://nobody.invalid/v1' });
    expect((await listen(models)).fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
  });

  test('something that is no web server is told as configuration', async () => {
    const server = createServer((socket) => socket.resume().end('SSH-2.0-OpenSSH\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    keep({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: `http://127.0.0.1:${port}` });
    expect((await listen(models)).fault).toMatchObject({ code: 'MODEL_CONFIG_ERROR' });
  });
});

test('a fault shows nothing of what the provider said, and its cause nothing of the key', async () => {
  const { fault } = await against(respondsWithError(401, error('Incorrect API key provided: gsk_secret123')));
  expect((fault as ModelError).message).not.toMatch(/gsk|Incorrect/);
  expect(String((fault as ModelError).cause)).toContain('Incorrect');
  expect(String((fault as ModelError).cause)).not.toContain('gsk_secret');
});

describe('what a person may do about it is said', () => {
  test.each<[string, number, unknown, Record<string, string>, string]>([
    ['a removed model', 404, { message: 'model "qwen3" not found, try pulling it first' }, {}, 'choose another one'],
    ['a limit of a minute', 429, { message: 'slow down' }, { 'retry-after': '23' }, 'try again in 23 seconds'],
    ['a limit of hours', 429, { message: 'slow down' }, { 'retry-after': '7200' }, 'try again in 2 hours'],
  ])('of %s', async (_, status, error, headers, advice) => {
    const server = keep(await startOpenAiServer({ reply: respondsWithError(status, error, headers) }));
    const { models } = connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url });
    const { fault } = await listen(models);
    expect(fault).toMatchObject({ details: { message: expect.stringContaining(advice) } });
  });

  test('and no time that nobody could wait', async () => {
    const headers = { 'retry-after': '1000000000' };
    const server = keep(await startOpenAiServer({ reply: respondsWithError(429, { message: 'slow down' }, headers) }));
    const { fault } = await listen(connect({ GROQ_API_KEY: 'k', GROQ_BASE_URL: server.url }).models);
    expect(fault).toMatchObject({ code: 'API_RATE_LIMIT_EXCEEDED' });
    expect(JSON.stringify((fault as ModelError).details)).not.toContain('hours');
    expect(server.completions()).toHaveLength(1);
  });
});
