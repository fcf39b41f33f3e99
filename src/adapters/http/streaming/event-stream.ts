import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

import type { Context } from 'koa';

import type { SignedImageUrls } from '../../../domain/agents/image-proxy/image-url-signer.ts';
import { ShuttingDown } from '../../../domain/chat/errors.ts';
import type { EventBatch } from '../../../domain/chat/replies/reply.ts';
import { reportStreamError } from '../analytics-middleware.ts';
import { encodeDoneFrame } from '../../../shared/reply-event.ts';
import { encodeBatch } from './sse-encoder.ts';
import { RESPONSE_SENT } from '../mount.ts';

const KEEP_ALIVE_INTERVAL_MS = 15_000;
/** A reader that leaves this much unread is cut off; it may resume from its last event. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** How long the head waits for an error of a model, which then has its own status: two retries long. */
const FIRST_EVENT_TIMEOUT_MS = 1500;

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

const openResponses = new Set<ServerResponse>();
let keepAliveTimer: NodeJS.Timeout | undefined;

const keepAlive = (response: ServerResponse): void => {
  if (response.destroyed) return; // the reader left while the head waited: no `close` will come any more
  openResponses.add(response);
  keepAliveTimer ??= setInterval(() => {
    // Clients with unread data need no keep-alive; those that read nothing are cut off (limited-server.ts).
    for (const each of openResponses) if (each.writableLength === 0) each.write(': keep-alive\n\n');
  }, KEEP_ALIVE_INTERVAL_MS).unref();
  response.once('close', () => {
    openResponses.delete(response);
    if (openResponses.size > 0) return;
    clearInterval(keepAliveTimer);
    keepAliveTimer = undefined;
  });
};

/** Responses whose first bytes, the head with them, have been handed to their socket. */
const startedResponses = new WeakSet<ServerResponse>();

/** Text to write at the end of this turn of the event loop. */
const pendingWrites = new Map<ServerResponse, string>();

/**
 * Once the head is out, a chunk is put into its HTTP/1.1 frame here and goes to the socket as one text:
 * `response.write` takes 12 % more CPU for it, which every token of every stream would pay (docs/adr/0045).
 */
const writeChunk = (response: ServerResponse, text: string): void => {
  const { socket } = response;
  const isFramedHere = socket !== null && response.chunkedEncoding && startedResponses.has(response);
  if (isFramedHere) socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  else response.write(text);
  startedResponses.add(response);
};

const flush = (): void => {
  for (const [response, text] of pendingWrites) writeChunk(response, text);
  pendingWrites.clear();
};

/**
 * Writes at the end of this turn, after every stream has been served: the system wakes a reader once for the whole
 * burst, and frames of one stream that are ready together become one write. Returns the number of unwritten characters.
 */
const queueWrite = (response: ServerResponse, text: string): number => {
  if (pendingWrites.size === 0) setImmediate(flush);
  const all = (pendingWrites.get(response) ?? '') + text;
  pendingWrites.set(response, all);
  return all.length;
};

const takePending = (response: ServerResponse): string => {
  const text = pendingWrites.get(response) ?? '';
  pendingWrites.delete(response);
  return text;
};

/** Aborts when the client disconnects before the end of the response; the reply continues without it. */
export const disconnectSignal = (ctx: Context): AbortSignal => {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
};

/** Sends the head of an event stream with keep-alive comments; the caller then writes the response itself. */
export const openStream = (ctx: Context): void => {
  ctx.respond = false;
  ctx.res.writeHead(200, STREAM_HEADERS);
  keepAlive(ctx.res);
};

/** Backpressure: a slow reader slows the model down, and nothing is buffered for it. */
export const writeWithBackpressure = async (res: ServerResponse, chunk: string | Uint8Array): Promise<void> => {
  if (chunk.length === 0 || res.write(chunk) || res.destroyed) return;
  const over = new AbortController();
  const drained = once(res, 'drain', { signal: over.signal });
  const closed = once(res, 'close', { signal: over.signal });
  await Promise.race([drained, closed]).finally(() => {
    over.abort();
    drained.catch(() => undefined);
    closed.catch(() => undefined);
  });
};

/**
 * Writes a reply as an event stream until its end, or until the client disconnects or falls too far behind. `from` is
 * the number of the first event; beyond the last event only the closing frame is sent, under that number.
 */
export const writeReplyStream = async (
  ctx: Context,
  batches: AsyncIterable<EventBatch>,
  { links, from = 0 }: { readonly links: SignedImageUrls; readonly from?: number },
): Promise<typeof RESPONSE_SENT> => {
  const { res } = ctx;
  openStream(ctx);
  try {
    const closing = await writeBatches(ctx, batches, { links, from });
    if (!res.destroyed) res.end(takePending(res) + closing);
  } catch (error) {
    if (!(error instanceof ShuttingDown)) throw error;
    res.end(takePending(res)); // another process goes on: without a closing frame the reader comes back
  }
  return RESPONSE_SENT;
};

/** Returns the closing frame, which the end of a reply has in itself. */
const writeBatches = async (
  ctx: Context,
  batches: AsyncIterable<EventBatch>,
  { links, from }: { readonly links: SignedImageUrls; readonly from: number },
): Promise<string> => {
  const { res } = ctx;
  let ended = false;
  let next = from;
  for await (const batch of batches) {
    ended ||= batch.events.some(({ type }) => type === 'end');
    if (batch.events.some(({ type }) => type === 'error')) reportStreamError(ctx, batch.events);
    if (!batch.unnumbered) next = batch.first + batch.events.length;
    const unwritten = queueWrite(res, encodeBatch(batch, links));
    if (res.writableLength + unwritten <= MAX_UNREAD_BYTES) continue;
    takePending(res);
    res.destroy();
    return '';
  }
  return ended ? '' : encodeDoneFrame(next);
};

/**
 * Waits up to `FIRST_EVENT_TIMEOUT_MS` for the first event of each model (`meta` names the fallback when it takes
 * over), so that an immediate error gets its own status instead of a stream. Throws the error from `toError`.
 */
export const awaitFirstEvent = async (
  batches: AsyncIterable<EventBatch>,
  toError: (code: string, text: string) => Error,
): Promise<AsyncIterable<EventBatch>> => {
  const reader = batches[Symbol.asyncIterator]();
  const ahead: Promise<IteratorResult<EventBatch>>[] = [];
  let deadline = Date.now() + FIRST_EVENT_TIMEOUT_MS;
  for (let waiting = true; waiting;) {
    const next = reader.next();
    ahead.push(next);
    const result = await withTimeout(next, deadline - Date.now());
    const events = result?.done === false ? result.value.events : [];
    if (events.some(({ type }) => type === 'meta')) deadline = Date.now() + FIRST_EVENT_TIMEOUT_MS;
    const firstEvent = events.find(({ type }) => type !== 'meta');
    if (firstEvent?.type === 'error') throw toError(firstEvent.code, firstEvent.message ?? firstEvent.error);
    waiting = result?.done === false && firstEvent === undefined;
  }
  return replayAhead(reader, ahead);
};

/** The reader with the promises that were already requested first. */
const replayAhead = (
  reader: AsyncIterator<EventBatch>,
  ahead: Promise<IteratorResult<EventBatch>>[],
): AsyncIterable<EventBatch> => ({
  [Symbol.asyncIterator]: () => ({
    next: () => ahead.shift() ?? reader.next(),
    return: async () => (await reader.return?.()) ?? { done: true, value: undefined },
  }),
});

const withTimeout = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
