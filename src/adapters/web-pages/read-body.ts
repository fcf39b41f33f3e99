import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { PageUnavailable } from '../../domain/agents/errors.ts';

export interface Body {
  readonly bytes: Buffer;
  /** The body was longer. */
  readonly isTruncated: boolean;
}

const decompressor = (encoding: string): Transform | undefined => {
  if (encoding === '' || encoding === 'identity') return undefined;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  throw new PageUnavailable('The site packed its answer in an unknown way');
};

/** A decompressed body, up to `most` bytes: the limit counts output, so a decompression bomb stays small. */
export const readBody = async (
  raw: Readable,
  encoding: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Body> => {
  raw.on('error', () => undefined); // reported by the read below; an unhandled error would end the process
  const unpack = decompressor(encoding.toLowerCase());
  const body = unpack ? pipeline(raw, unpack, () => undefined) : raw;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      signal.throwIfAborted();
      chunks.push(chunk);
      size += chunk.length;
      if (size > maxBytes) break;
    }
  } finally {
    raw.destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isTruncated: size > maxBytes };
};
