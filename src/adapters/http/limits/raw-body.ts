import type { Context } from 'koa';

import { DomainError } from '../../../domain/kernel/domain-error.ts';

const MAX_BYTES = 1024 * 1024;

class RequestTooLarge extends DomainError {
  readonly kind = 'too_large';
  override readonly code = 'VALIDATION_ERROR';

  constructor() {
    super('The request is too large');
  }
}

/** The raw body, for signatures over bytes. Throws `RequestTooLarge` beyond one megabyte, without reading on. */
export const readRawBody = async (ctx: Context): Promise<string> => {
  if (Number(ctx.get('Content-Length')) > MAX_BYTES) throw new RequestTooLarge();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new RequestTooLarge();
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
};
