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
