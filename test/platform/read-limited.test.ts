import { readLimited } from '../../src/platform/read-limited.ts';

/** A body without end that tells how much was taken of it, and whether it was closed. */
const endless = () => {
  const seen = { chunks: 0, isClosed: false };
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        seen.chunks += 1;
        yield Buffer.from('abcd');
      }
    } finally {
      seen.isClosed = true;
    }
  }
  return { seen, body: body() };
};

test('a body up to the limit comes whole', async () => {
  const { bytes, isTruncated } = await readLimited([Buffer.from('ab'), Buffer.from('cd')], 4);
  expect([bytes.toString(), isTruncated]).toEqual(['abcd', false]);
});

test('of a longer one the beginning is read, and no more', async () => {
  const { seen, body } = endless();
  const { bytes, isTruncated } = await readLimited(body, 10);
  expect([bytes.toString(), isTruncated, seen]).toEqual(['abcdabcdab', true, { chunks: 3, isClosed: true }]);
});

test('an abort ends it', async () => {
  const { seen, body } = endless();
  await expect(readLimited(body, 10, AbortSignal.abort('gone'))).rejects.toBe('gone');
  expect(seen.isClosed).toBe(true);
});

test('a limit that hangs on the beginning is asked for once, and nothing more is taken meanwhile', async () => {
  const { seen, body } = endless();
  const asked: [length: number, chunks: number][] = [];
  const limitFor = async (beginning: Buffer): Promise<number> => {
    asked.push([beginning.length, seen.chunks]);
    await new Promise(setImmediate);
    expect(seen.chunks).toBe(asked[0]?.[1]);
    return 70;
  };
  const { bytes, isTruncated } = await readLimited(body, limitFor);
  expect([asked, bytes.length, isTruncated]).toEqual([[[64, 16]], 70, true]);
  expect(await readLimited([Buffer.from('ab')], async (all) => all.length - 1)).toEqual({
    bytes: Buffer.from('a'),
    isTruncated: true,
  });
});
