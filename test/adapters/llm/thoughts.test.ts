import type { ModelRequest, ModelTool } from '../../../src/domain/chat/models/ports.ts';
import {
  chunk,
  DONE,
  respondsWithError,
  type ScriptedResponse,
  startOpenAiServer,
  streamsText,
  usageChunk,
} from '../../vendors/openai-server.ts';
import { connecting, listen } from './setup.ts';

const { connect, keep } = connecting();
/** Of no kind that is known to think. */
const MODEL = 'house-model';
const ROOM = 8192;

const facing = async (...plans: readonly ScriptedResponse[]) => {
  const server = keep(await startOpenAiServer({ reply: streamsText('Well') }));
  server.enqueue(...plans);
  const { models } = connect({ OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1` });
  const ask = ({ model = MODEL, ...more }: Partial<ModelRequest> = {}) =>
    listen(models, { model: `openai-compatible/${model}`, ...more });
  const asked = () => server.completions().map(({ body }) => body['max_completion_tokens']);
  return { ask, asked, bodies: () => server.completions().map(({ body }) => body) };
};

const streams =
  (...frames: readonly unknown[]): ScriptedResponse =>
  async (wire) => {
    for (const frame of frames) await wire.sendEvent(frame as Record<string, unknown>);
    await wire.sendBytes(DONE);
    wire.end();
  };

/** A reply that ran out of tokens while it thought. */
const onlyThinks = streams(chunk({ reasoning_content: 'Hm' }, 'length'), usageChunk(10, 1024));
const thinksAndSays = streams(chunk({ reasoning_content: 'Hm' }), chunk({ content: 'So' }, 'stop'));

const told = (events: readonly { readonly type: string; readonly text?: string }[]) =>
  events.map(({ type, text }) => `${type}: ${text ?? ''}`);

describe('thoughts that a provider tells apart', () => {
  test.each([
    ['DeepSeek', { reasoning_content: 'Hm' }, { content: 'So' }],
    ['OpenRouter', { reasoning: 'Hm', content: '' }, { content: 'So', reasoning: null }],
    ['LiteLLM', { reasoning_content: 'Hm', reasoning: null }, { reasoning_content: null, content: 'So' }],
    ['Mistral', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }, { content: 'So' }],
  ])('are heard as such and not as text, of %s', async (_, thoughts, text) => {
    const { ask } = await facing(streams(chunk(thoughts), chunk(text, 'stop')));
    expect(told((await ask()).events).slice(0, 2)).toEqual(['thinking: Hm', 'text: So']);
  });

  test('can be followed by another attempt: they are no answer yet', async () => {
    const breaks: ScriptedResponse = async (wire) => {
      await wire.sendEvent(chunk({ reasoning_content: 'Hm' }));
      wire.destroy();
    };
    const { ask } = await facing(breaks, thinksAndSays);
    expect(told((await ask()).events).slice(0, 5)).toEqual([
      'thinking: Hm',
      'retry: ',
      'thinking: \n\n',
      'thinking: Hm',
      'text: So',
    ]);
  });
});

describe('a model that thinks', () => {
  test('and runs out of tokens is asked again with room for its thoughts, and from then on has it', async () => {
    const { ask, asked } = await facing(onlyThinks, thinksAndSays, thinksAndSays);
    const { events, text } = await ask();
    expect(text).toBe('So');
    expect(events).toContainEqual({ type: 'retry', usage: { inputTokens: 10, outputTokens: 1024 } });
    await ask();
    expect(asked()).toEqual([1024, 1024 + ROOM, 1024 + ROOM]);
  });

  test('without telling it has room once an answer showed it, by counts or by its silence', async () => {
    const counted = { ...usageChunk(10, 90), usage: { completion_tokens_details: { reasoning_tokens: 80 } } };
    const first = await facing(streams(chunk({ content: 'So' }, 'stop'), counted));
    await first.ask();
    await first.ask();
    expect(first.asked()).toEqual([1024, 1024 + ROOM]);
    const silent = await facing(streams(chunk({}, 'length'), usageChunk(10, 1024)));
    const { text, events } = await silent.ask();
    expect(text).toBe('Well');
    expect(events.filter(({ type }) => type === 'thinking')).toEqual([]); // nothing to fold out
    expect(silent.asked()).toEqual([1024, 1024 + ROOM]);
  });

  test.each(['openai/gpt-oss-20b', 'deepseek-reasoner', 'o3-mini', 'qwen3-next-80b-a3b-thinking', 'gpt-5-mini'])(
    'by its name has room from the start: %s',
    async (model) => {
      const { ask, asked } = await facing();
      await ask({ model });
      expect(asked()).toEqual([1024 + ROOM]);
    },
  );

  test.each(['gpt-4o', 'gpt-5-chat-latest', 'moonshotai/kimi-k2-instruct', 'foo1'])(
    'is not seen in %s',
    async (model) => {
      const { ask, asked } = await facing();
      await ask({ model });
      expect(asked()).toEqual([1024]);
    },
  );

  test('and has room is not asked again when that ran out, too', async () => {
    const { ask, asked } = await facing(onlyThinks, onlyThinks);
    expect((await ask()).fault).toMatchObject({ ranOut: true, usage: { outputTokens: 1024 } });
    expect(asked()).toHaveLength(2);
  });

  test('gets as many tokens as a program allows for all', async () => {
    const { ask, asked } = await facing(onlyThinks);
    expect((await ask({ limitsThoughts: true })).fault).toMatchObject({ ranOut: true });
    expect(asked()).toEqual([1024]);
  });

  test('has no room where the server has none, and is asked again as before', async () => {
    const tooLarge = respondsWithError(413, 'Request too large: Limit 8000, Requested 9300');
    const { ask, asked } = await facing(thinksAndSays, tooLarge);
    await ask();
    expect((await ask()).text).toBe('Well');
    expect(asked()).toEqual([1024, 1024 + ROOM, 1024]);
  });

  test('has the room that a small context leaves', async () => {
    const message =
      `This model's maximum context length is 4096 tokens. However, you requested ${1024 + ROOM + 1000} tokens ` +
      `(1000 in the messages, ${1024 + ROOM} in the completion).`;
    const { ask, asked } = await facing(thinksAndSays, respondsWithError(400, message));
    await ask();
    expect((await ask()).text).toBe('Well');
    expect(asked()).toEqual([1024, 1024 + ROOM, 3096]);
  });
});

describe('a model that thinks before it calls tools', () => {
  const look: ModelTool = { name: 'look', description: '', parameters: {} };
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } };
  const turnOf = (events: Awaited<ReturnType<typeof listen>>['events']): ModelRequest['messages'] => [
    { role: 'user', content: 'Look' },
    {
      role: 'assistant',
      content: '',
      thoughts: 'Hm',
      toolCalls: events.flatMap((event) => (event.type === 'tool-call' ? [event] : [])),
    },
    { role: 'tool', callId: 'c1', content: 'Seen' },
  ];

  test('gets its thoughts back where the server wants them, and only there', async () => {
    const wants = 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1';
    const { ask, bodies } = await facing(
      streams(chunk({ reasoning_content: 'Hm' }), chunk({ tool_calls: [call] }, 'tool_calls')),
      respondsWithError(400, wants),
    );
    const { events } = await ask({ tools: [look] });
    expect((await ask({ tools: [look], messages: turnOf(events) })).text).toBe('Well');
    expect(bodies()[1]).not.toMatchObject({ messages: [{}, { reasoning_content: 'Hm' }, {}] });
    expect(bodies()[2]).toMatchObject({ messages: [{}, { reasoning_content: 'Hm' }, {}] });
    await ask({
      messages: [
        { role: 'assistant', content: 'Hi' },
        { role: 'user', content: 'Hm?' },
      ],
    });
    // Kimi refuses an empty one.
    expect(bodies()[3]).toMatchObject({ messages: [{ reasoning_content: ' ' }, {}] });
  });

  test('gets nothing back that is longer than any signature or thought', async () => {
    const long = { google: { thought_signature: 'a'.repeat(100_000) } };
    const { ask, bodies } = await facing(
      streams(
        ...Array.from({ length: 6 }, () => chunk({ reasoning_details: [{ type: 'x', text: 'a'.repeat(90_000) }] })),
        chunk({ tool_calls: [{ ...call, extra_content: long }] }, 'tool_calls'),
      ),
    );
    const { events } = await ask({ tools: [look] });
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-call', id: 'c1' }));
    await ask({ tools: [look], messages: turnOf(events) });
    expect(JSON.stringify(bodies()[1]).length).toBeLessThan(10_000);
  });

  test('gets its signatures back, as Gemini and OpenRouter want them', async () => {
    const signed = { ...call, extra_content: { google: { thought_signature: 'sig' } } };
    const details = [
      { type: 'reasoning.text', index: 0, text: 'H' },
      { type: 'reasoning.text', index: 0, text: 'm', signature: 's' },
      { type: 'reasoning.encrypted', index: 1, data: 'x' },
    ];
    const { ask, bodies } = await facing(
      streams(
        chunk({ reasoning_details: details.slice(0, 1) }),
        chunk({ reasoning_details: details.slice(1) }),
        chunk({ tool_calls: [signed] }, 'tool_calls'),
      ),
    );
    const { events } = await ask({ tools: [look] });
    await ask({ tools: [look], messages: turnOf(events) });
    expect(bodies()[1]).toMatchObject({
      messages: [
        {},
        {
          tool_calls: [{ id: 'c1', extra_content: signed.extra_content }],
          reasoning_details: [{ type: 'reasoning.text', text: 'Hm', signature: 's' }, details[2]],
        },
        {},
      ],
    });
  });
});

describe('a model whose prompt opens its thoughts', () => {
  const pieces = ['Let me see', '.\n</th', 'ink>\n\nIt is ', 'four.'];
  const opened = streams(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'));
  const plain = streams(chunk({ content: 'It is five.' }), chunk({}, 'stop'));
  const joined = (events: readonly { readonly type: string; readonly text?: string }[], type: string) =>
    events.map((event) => (event.type === type ? event.text : '')).join('');

  test('is known by the first reply, whose tag stands alone; later ones are told apart', async () => {
    const { ask } = await facing(opened, opened, opened);
    expect((await ask()).text).toContain('</think>');
    for (let reply = 2; reply <= 3; reply += 1) {
      const { events, text } = await ask();
      expect([joined(events, 'thinking').trim(), text]).toEqual(['Let me see.', 'It is four.']);
    }
  });

  test('that stops to think is told from its thoughts alone, and then answers as others do', async () => {
    const { ask } = await facing(opened, plain, plain);
    await ask();
    const { events, fault } = await ask();
    expect([joined(events, 'thinking'), fault]).toEqual([
      'It is five.',
      expect.objectContaining({ thoughtsAlone: true }),
    ]);
    expect((await ask()).text).toBe('It is five.');
  });

  test('is still known after a reply that broke off while it thought', async () => {
    const breaks: ScriptedResponse = async (wire) => {
      await wire.sendEvent(chunk({ content: 'Let me' }));
      wire.destroy();
    };
    const { ask } = await facing(opened, breaks, opened);
    await ask();
    expect((await ask()).text).toBe('It is four.');
  });

  test('is not seen in an answer about the tag, nor where thoughts are opened or told apart', async () => {
    const about = streams(chunk({ content: 'The tag `</think>` ends them.\n' }), chunk({}, 'stop'));
    const tagged = streams(chunk({ content: '<think>Hm\n</think>\nSo' }), chunk({}, 'stop'));
    const apart = streams(chunk({ reasoning: 'Hm' }), chunk({ content: 'So\n</think>\nit is' }), chunk({}, 'stop'));
    for (const first of [about, tagged]) {
      const { ask } = await facing(first, plain);
      await ask();
      expect((await ask()).text).toBe('It is five.');
    }
    const { ask } = await facing(opened, apart);
    await ask();
    expect(joined((await ask()).events, 'thinking')).toBe('Hm');
  });
});
