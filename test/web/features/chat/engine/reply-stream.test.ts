import { ApiError } from '../../../../../web/lib/api-error.ts';
import { parseReplyStream } from '../../../../../web/features/chat/engine/reply-stream.ts';
import { type ReplyFrame, SseParser } from '../../../../../web/features/chat/engine/sse-parser.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const streamed = (...pieces: readonly Uint8Array[]): Response =>
  new Response(
    new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    }),
  );

const all = async (response: Response): Promise<ReplyFrame[]> => {
  const frames: ReplyFrame[] = [];
  for await (const frame of parseReplyStream(response)) frames.push(frame);
  return frames;
};

const parsed = (text: string): ReplyFrame[] => new SseParser().push(bytes(text));
const typeOf = ({ event }: ReplyFrame): string => (event === 'done' ? event : event.type);
const textOf = (frames: readonly ReplyFrame[]): string =>
  frames.map(({ event }) => (event !== 'done' && event.type === 'text' ? event.text : '')).join('');

const WHOLE = [
  'id: 0\nevent: meta\ndata: {"replyId":"r1","model":"kimi","cached":true,"agentType":null,"maxIterations":8,' +
    '"chatId":null,"messageId":null}\n\n',
  ': keep-alive\n\n',
  'id: 1\nevent: sources\ndata: {"sources":[{"id":"s1","title":"Tïtle","url":"https://e.org","snippet":"…"}]}\n\n',
  'id: 2\ndata: {"choices":[{"index":0,"delta":{"content":"Grüße 👩‍👩‍👧 "}}]}\n\n',
  'id: 3\r\ndata: {"content":"日本語"}\r\n\r\n',
  'data: not json\n\n',
  'id: 4\nevent: images\ndata: {"images":[{"url":"u","alt":"a","caption":"c","source":"s"}]}\n\n',
  'id: 5\nevent: meta\ndata: {"status":"stopped"}\n\n',
  'data: [DONE]\n\n',
].join('');

test('a reply reads the same wherever its bytes are cut, also inside a letter', async () => {
  const whole = bytes(WHOLE);
  const expected = await all(streamed(whole));
  expect(textOf(expected)).toBe('Grüße 👩‍👩‍👧 日本語');
  for (let at = 1; at < whole.length; at += 1) {
    expect(await all(streamed(whole.slice(0, at), whole.slice(at)))).toEqual(expected);
  }
});

test('a reply reads the same when it comes byte by byte', async () => {
  const single = [...bytes(WHOLE)].map((byte) => Uint8Array.of(byte));
  expect(await all(streamed(...single))).toEqual(await all(streamed(bytes(WHOLE))));
});

test('each kind of event is told with its number', () => {
  const frames = parsed(WHOLE);
  expect(frames.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, null]);
  expect(frames.map(typeOf)).toEqual(['meta', 'sources', 'text', 'text', 'images', 'end', 'done']);
  expect(frames[0]?.event).toMatchObject({
    replyId: 'r1',
    model: 'kimi',
    cached: true,
    agentType: null,
    maxIterations: 8,
  });
  expect(frames[1]?.event).toMatchObject({ sources: [{ id: 's1', title: 'Tïtle' }] });
  expect(frames[5]?.event).toMatchObject({ type: 'end', status: 'stopped' });
});

test('a failure keeps its code and the better text of the server', () => {
  expect(
    parsed('event: error\ndata: {"error":"x","code":"AI_SERVICE_TIMEOUT","message":"better"}\n\n')[0]?.event,
  ).toEqual({ type: 'error', error: 'x', code: 'AI_SERVICE_TIMEOUT', message: 'better' });
});

test('tool results, comments and what cannot be read add no text', () => {
  expect(
    parsed(
      'event: tool_result\ndata: {"tool_name":"web_search","results":[{"content":"no"}]}\n\n: ping\n\n' +
        'data: {"x"\n\ndata: 7\n\nretry: 5\n\n',
    ),
  ).toEqual([]);
});

test('data over several lines is one piece', () => {
  expect(textOf(parsed('data: {"content":\ndata: "two"}\n\n'))).toBe('two');
});

test('what follows the answer is read too', async () => {
  const frames = await all(streamed(bytes('data: [DONE]\n\nevent: title\ndata: {"title":"Tides"}\n\n')));
  expect(frames.map(typeOf)).toEqual(['done', 'title']);
});

test('a stream that closes early is not done, but one that only lacks its last blank line is', async () => {
  const types = async (text: string): Promise<string[]> => (await all(streamed(bytes(text)))).map(typeOf);
  expect(await types('data: {"content":"a"}\n\ndata: {"content":"b"}')).toEqual(['text']);
  expect(await types('data: {"content":"a"}\n\ndata: [DONE]')).toEqual(['text', 'done']);
});

test('an answer without a body is said to be one', async () => {
  await expect(all(new Response(null, { status: 200 }))).rejects.toThrow('No response body');
});

test.each([
  [
    'the error field',
    '{"error":"Too many","code":"USAGE_LIMIT_EXCEEDED","limit":30}',
    'Too many',
    'USAGE_LIMIT_EXCEEDED',
  ],
  ['else the text of the body', 'upstream down', 'upstream down', null],
  ['else the status text', '', 'Bad Gateway', null],
])('a refusal is told by %s', async (_, body, message, code) => {
  const refusal = all(new Response(body, { status: 502, statusText: 'Bad Gateway' }));
  await expect(refusal).rejects.toBeInstanceOf(ApiError);
  await expect(refusal).rejects.toMatchObject({ status: 502, message, code });
});

test('keep-alives count as life', async () => {
  let pieces = 0;
  const frames = parseReplyStream(streamed(bytes(': keep-alive\n\n'), bytes(': keep-alive\n\n')), () => {
    pieces += 1;
  });
  for await (const frame of frames) expect(frame).toBeUndefined();
  expect(pieces).toBe(2);
});
