import type { Context } from 'koa';

import { DomainError } from '../../../domain/kernel/domain-error.ts';
import { type LimitedBody, readLimited } from '../../../platform/read-limited.ts';

const MAX_BYTES = 1024 * 1024;

class RequestTooLarge extends DomainError {
  readonly kind = 'too_large';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('The request is too large');
  }
}

/**
 * At most `maxBytes` of the body. The request stays open, since its connection has to carry the refusal; the server
 * discards the rest.
 */
export const readBytes = (ctx: Context, maxBytes: number): Promise<LimitedBody> =>
  readLimited(ctx.req.iterator({ destroyOnReturn: false }), maxBytes);

/** The raw body, for signatures over bytes. Throws `RequestTooLarge` beyond one megabyte. */
export const readRawBody = async (ctx: Context): Promise<string> => {
  if (Number(ctx.get('Content-Length')) > MAX_BYTES) throw new RequestTooLarge();
  const { bytes, isTruncated } = await readBytes(ctx, MAX_BYTES);
  if (isTruncated) throw new RequestTooLarge();
  return bytes.toString('utf8');
};
