export interface LimitedBody {
  readonly bytes: Buffer;
  /** The body was longer. */
  readonly isTruncated: boolean;
}

/** How many bytes are read of what begins so. */
export type LimitByBeginning = (beginning: Buffer) => Promise<number>;

/** Enough to tell what a body is; only a body that ends before has a shorter beginning. */
const BEGINNING_BYTES = 64;

/** At most `maxBytes` of a body. The rest is not read: its stream is closed. */
export const readLimited = async (
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number | LimitByBeginning,
  signal?: AbortSignal,
): Promise<LimitedBody> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let limit = typeof maxBytes === 'number' ? maxBytes : undefined;
  for await (const chunk of body) {
    signal?.throwIfAborted();
    chunks.push(chunk);
    size += chunk.length;
    // Nothing more is taken of the body while this waits.
    if (size >= BEGINNING_BYTES) limit ??= await limitOf(maxBytes, chunks);
    if (limit !== undefined && size > limit) break;
  }
  limit ??= await limitOf(maxBytes, chunks);
  return { bytes: Buffer.concat(chunks).subarray(0, limit), isTruncated: size > limit };
};

const limitOf = async (maxBytes: number | LimitByBeginning, chunks: readonly Uint8Array[]): Promise<number> =>
  typeof maxBytes === 'number' ? maxBytes : maxBytes(Buffer.concat(chunks));
