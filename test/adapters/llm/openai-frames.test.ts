import { parseOpenAiFrame } from '../../../src/adapters/llm/openai-frames.ts';
import { DEFAULT_LIMITS } from '../../../src/adapters/llm/upstream/call-limits.ts';
import { ReplyParser } from '../../../src/adapters/llm/upstream/reply-parser.ts';
import type { ModelEvent } from '../../../src/domain/chat/models/ports.ts';
import { chunk, DONE, usageChunk } from '../../vendors/openai-server.ts';

/** What a body of these frames becomes; strings are sent as they are. */
const heard = (frames: readonly unknown[]) => {
  const parser = new ReplyParser(parseOpenAiFrame, DEFAULT_LIMITS);
  const events: ModelEvent[] = [];
  let fault: unknown;
  for (const frame of frames) {
    const bytes = typeof frame === 'string' ? frame : `data: ${JSON.stringify(frame)}\n\n`;
    events.push(...parser.parse([Buffer.from(bytes)]));
  }
  try {
    events.push(...parser.finish());
  } catch (error) {
    fault = error;
  }
  return { events, fault, text: events.map((event) => (event.type === 'text' ? event.text : '')).join('') };
};

describe('why a reply ended', () => {
  const endingIn = (reason: string, ...before: readonly unknown[]) => heard([...before, chunk({}, reason), DONE]);

  test.each(['model_length', 'max_tokens', 'MAX_TOKENS'])('%s is a length that was reached', (reason) => {
    expect(endingIn(reason, chunk({ content: 'Hi' })).events.at(-1)).toEqual({ type: 'end', reason: 'length' });
  });

  test.each(['error', 'abort', 'insufficient_system_resource', 'network_error'])(
    '%s broke off what was said so far',
    (reason) => {
      expect(endingIn(reason, chunk({ content: 'Half' }))).toMatchObject({ text: 'Half', fault: { kind: 'cut' } });
    },
  );

  test('an error beside the reason is the fault', () => {
    const error = { code: 429, message: 'Rate limited' };
    const last = { choices: [{ delta: { content: '' }, finish_reason: 'error', error }] };
    expect(heard([chunk({ content: 'Half' }), last, DONE]).fault).toMatchObject({ kind: 'rateLimited' });
  });

  test.each(['content_filter', 'SAFETY', 'sensitive'])('%s without a word is a question that is declined', (reason) => {
    expect(endingIn(reason).fault).toMatchObject({ kind: 'filtered' });
  });

  test('a blank one, which some servers send with every piece, is none', () => {
    expect(heard([chunk({ content: 'Half' }, ''), chunk({ content: '.' }, 'null')]).fault).toMatchObject({
      kind: 'cut',
    });
  });

  test('an end with blanks around it is an end', () => {
    expect(heard([chunk({ content: 'Whole' }), 'data: [DONE] \n\n']).fault).toBeUndefined();
  });
});

describe('other forms of a reply', () => {
  test('a text in parts, as Mistral writes it, is heard apart from its thoughts', () => {
    const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] };
    const parts = [thought, { type: 'text', text: 'Hel' }, null, { type: 'text', text: 5 }];
    expect(heard([chunk({ content: parts }), chunk({ content: 'lo' }, 'stop'), DONE]).text).toBe('Hello');
  });

  test('a message instead of a piece is heard', () => {
    expect(heard([{ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }]).text).toBe('Hello');
  });

  test('an error that stands for the frame, as vLLM writes it, is told', () => {
    const error = { object: 'error', message: "This model's maximum context length is 4096 tokens.", code: 400 };
    expect(heard([error, DONE]).fault).toMatchObject({ kind: 'tooLong' });
  });
});

describe('a reply of thoughts alone', () => {
  test('that ended by itself is told as such', () => {
    expect(heard([chunk({ reasoning_content: 'It is four.' }, 'stop'), DONE]).fault).toMatchObject({
      kind: 'thoughtsAlone',
    });
  });

  test('is empty where the thoughts are blank', () => {
    expect(heard([chunk({ reasoning_content: '\n' }, 'stop'), DONE]).fault).toMatchObject({ kind: 'empty' });
  });
});

describe('what a reply cost', () => {
  test('is told with the fault of a model that only thought', () => {
    const { fault } = heard([chunk({ reasoning_content: 'hm' }, 'length'), usageChunk(10, 1024), DONE]);
    expect(fault).toMatchObject({ kind: 'allTokensThought', usage: { inputTokens: 10, outputTokens: 1024 } });
  });

  test('is not told where a count is zero: no prompt and no answer has none', () => {
    const { events } = heard([chunk({ content: 'Hello' }, 'stop'), usageChunk(0, 5), DONE]);
    expect(events.map(({ type }) => type)).toEqual(['text', 'end']);
  });
});

describe('streams that differ in form', () => {
  test('content and reasoning in the same piece are both heard, thoughts first', () => {
    const { events } = heard([
      chunk({ reasoning: 'hm', content: 'Hi' }),
      chunk({ reasoning: '', content: '!' }, 'stop'),
    ]);
    expect(events.map((event) => ('text' in event ? [event.type, event.text] : event.type))).toEqual([
      ['thinking', 'hm'],
      ['text', 'Hi'],
      ['text', '!'],
      'end',
    ]);
  });

  test('pieces without choices are nothing, and usage may stand in the last one alone', () => {
    const frames = [{ choices: [] }, { choices: null }, {}, chunk({ content: 'Hi' }), chunk({}, 'stop')];
    const { events } = heard([...frames, { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } }]);
    expect(events).toEqual([
      { type: 'text', text: 'Hi' },
      { type: 'usage', inputTokens: 3, outputTokens: 1 },
      { type: 'end', reason: 'stop' },
    ]);
  });

  test('line ends of Windows, comments, a mark at the beginning and data over several lines are read', () => {
    const body =
      '\ufeff: ping\r\n\r\ndata: {"choices":[{"delta":\r\ndata: {"content":"Hi"}}]}\r\n\r\n: keep-alive\r\n\r\n' +
      'event: message\r\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\r\n\r\ndata: [DONE]\r\n\r\n';
    for (let at = 1; at < body.length; at += 7)
      expect(heard([body.slice(0, at), body.slice(at)])).toMatchObject({ text: 'Hi', fault: undefined });
  });

  test.each(['content', 'reasoning', 'reasoning_content'])('halves of a sign in two pieces of %s are one', (name) => {
    const { events } = heard([
      'data: {"choices":[{"delta":{"' + name + '":"a\\ud83d"}}]}\n\n',
      'data: {"choices":[{"delta":{"' + name + '":"\\ude42b"}}]}\n\n',
      chunk({ content: '.' }, 'stop'),
    ]);
    const text = events.map((event) => ('text' in event ? event.text : '')).join('');
    expect(text).toBe('a🙂b.');
  });

  test('a reason to end without the last mark is an end', () => {
    expect(heard([chunk({ content: 'Hi' }, 'stop')])).toMatchObject({ text: 'Hi', fault: undefined });
  });
});
