import type { Context } from 'koa';

import { openStream, writeWithBackpressure } from '../streaming/event-stream.ts';

const HEADERS = ['accept', 'content-type', 'last-event-id'];

/** The request for a library that knows the web's types: without the key, and the body is passed beside it. */
export const toWebRequest = (ctx: Context, signal: AbortSignal): Request => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(ctx.headers))
    if (typeof value === 'string' && (HEADERS.includes(name) || name.startsWith('mcp-'))) headers.set(name, value);
  return new Request('http://parley.invalid/mcp', { method: 'POST', headers, signal });
};

/** Writes what the library answers. */
export const sendWebResponse = async (ctx: Context, response: Response, signal: AbortSignal): Promise<void> => {
  const { body, status, headers } = response;
  if (signal.aborted) {
    ctx.respond = false;
    await body?.cancel();
    return;
  }
  if (body && headers.get('content-type')?.startsWith('text/event-stream')) return streamBody(ctx, body, signal);
  ctx.status = status;
  ctx.body = body ? await response.text() : '';
  ctx.type = headers.get('content-type') ?? 'text/plain';
};

const streamBody = async (ctx: Context, body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<void> => {
  openStream(ctx);
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read())
      await writeWithBackpressure(ctx.res, step.value);
  } finally {
    signal.removeEventListener('abort', cancel);
    ctx.res.end();
  }
};
