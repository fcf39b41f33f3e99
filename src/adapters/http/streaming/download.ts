import { Readable } from 'node:stream';

import type { Context } from 'koa';

import { RESPONSE_SENT } from '../mount.ts';

/** Answers with JSON that is written as it is read, in the same way. */
export const streamJson = (ctx: Context, pieces: AsyncIterable<string>): typeof RESPONSE_SENT => {
  ctx.status = 200;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = Readable.from(pieces, { objectMode: false, encoding: 'utf8' });
  return RESPONSE_SENT;
};

/**
 * Answers with a file that is written as it is read: nothing waits for its end, and a slow reader slows the reading.
 */
export const download = (
  ctx: Context,
  pieces: AsyncIterable<string>,
  file: { readonly name: string; readonly type: string },
): typeof RESPONSE_SENT => {
  ctx.status = 200;
  ctx.set({
    'Content-Type': `${file.type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="${file.name}"`,
    'Cache-Control': 'no-store',
  });
  ctx.body = Readable.from(pieces, { objectMode: false, encoding: 'utf8' });
  return RESPONSE_SENT;
};
