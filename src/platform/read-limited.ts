export interface LimitedBody {
  readonly bytes: Buffer;
  /** The body was longer. */
  readonly isTruncated: boolean;
}

/** At most `maxBytes` of a body. The rest is not read: its stream is closed. */
export const readLimited = async (
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<LimitedBody> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    signal?.throwIfAborted();
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: size > maxBytes };
};
