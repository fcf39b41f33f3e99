import { SseParser } from '../../../../src/adapters/llm/upstream/sse-parser.ts';

const read = (chunks: readonly Buffer[], lineLength = 1024) => {
  const frames: string[] = [];
  const sse = new SseParser(lineLength, (data) => frames.push(data));
  for (const chunk of chunks) sse.push(chunk);
  sse.end();
  return frames;
};

const stream = Buffer.from(
  ': hello\n\nevent: x\nid: 1\ndata: {"a":"größer 🙂 漢"}\n\ndata:no space\r\n\r\nretry: 5\ndata: two\n' +
    'data: lines\n\ndata: [DONE]\n\n',
  'utf8',
);
const FRAMES = ['{"a":"größer 🙂 漢"}', 'no space', 'two\nlines', '[DONE]'];

test('the borders of chunks do not matter, wherever they fall', () => {
  for (let at = 0; at <= stream.length; at += 1) {
    expect(read([stream.subarray(0, at), stream.subarray(at)])).toEqual(FRAMES);
  }
});

test('bytes may come one by one', () => {
  expect(read([...stream].map((byte) => Buffer.from([byte])))).toEqual(FRAMES);
});

test('every pair of borders inside a frame with wide characters is harmless', () => {
  const frame = Buffer.from('data: "é🙂"\r\n\r\n', 'utf8');
  for (let first = 0; first <= frame.length; first += 1) {
    for (let second = first; second <= frame.length; second += 1) {
      expect(read([frame.subarray(0, first), frame.subarray(first, second), frame.subarray(second)])).toEqual([
        '"é🙂"',
      ]);
    }
  }
});

test('a last frame counts without its blank line', () => {
  expect(read([Buffer.from('data: a\n\ndata: [DONE]')])).toEqual(['a', '[DONE]']);
});

test('a line of the greatest length passes, a longer one is a fault before its end came', () => {
  const line = `data: ${'x'.repeat(94)}`;
  expect(read([Buffer.from(`${line}\n\n`)], 100)).toHaveLength(1);
  expect(() => read([Buffer.from(line), Buffer.from('y')], 100)).toThrow('too long');
  for (const name of ['event', 'id', ': '])
    expect(() => read([Buffer.from(name), Buffer.from('x'.repeat(100))], 100)).toThrow('too long');
});

test('the data of an event is at most as long, also when it comes in one chunk', () => {
  expect(read([Buffer.from(`data: ${'x'.repeat(100)}\n\n`)], 100)).toHaveLength(1);
  expect(() => read([Buffer.from(`data: ${'x'.repeat(101)}\n\n`)], 100)).toThrow('too long');
  expect(() => read([Buffer.from(`${'data: abcdef\n'.repeat(50)}\n`)], 100)).toThrow('too long');
});

test('many short data lines cannot add up to an endless frame', () => {
  expect(() =>
    read(
      Array.from({ length: 50 }, () => Buffer.from('data: abcdef\n')),
      100,
    ),
  ).toThrow('too long');
});

test('a byte order mark before the first line is no part of it, also in pieces', () => {
  const bytes = Buffer.from('\ufeffdata: a\n\ndata: b\n\n', 'utf8');
  expect(read([bytes])).toEqual(['a', 'b']);
  expect(read([...bytes].map((byte) => Buffer.from([byte])))).toEqual(['a', 'b']);
});
