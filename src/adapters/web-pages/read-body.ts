import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { type LimitByBeginning, type LimitedBody, readLimited } from '../../platform/read-limited.ts';
import { PageUnavailable } from '../../domain/agents/errors.ts';
import { STEP_FAILURES } from '../../shared/step-texts.ts';

const decompressor = (encoding: string): Transform | undefined => {
  if (encoding === '' || encoding === 'identity') return undefined;
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'deflate') return createInflate();
  if (encoding === 'br') return createBrotliDecompress();
  throw new PageUnavailable(STEP_FAILURES.siteUnreadable);
};

/** A decompressed body, up to `maxBytes`: the limit counts output, so a decompression bomb stays small. */
export const readBody = async (
  raw: Readable,
  encoding: string,
  maxBytes: number | LimitByBeginning,
  signal: AbortSignal,
): Promise<LimitedBody> => {
  raw.on('error', () => undefined); // reported by the read below; an unhandled error would end the process
  const unpack = decompressor(encoding.toLowerCase());
  const body = unpack ? pipeline(raw, unpack, () => undefined) : raw;
  try {
    return await readLimited(body, maxBytes, signal);
  } finally {
    raw.destroy();
  }
};
