import type { ServerResponse } from 'node:http';

import type { Context } from 'koa';

import type { ShownLinks } from '../../domain/agents/picture-links.ts';
import type { EventBatch } from '../../domain/chat/reply.ts';
import { faultTold } from './analytics.ts';
import { endFrame, framesOf } from './frames.ts';
import { ANSWERED } from './mount.ts';

const KEEP_ALIVE_MS = 15_000;
/** A reader that leaves this much unread is cut off; it may resume from its last event. */
const UNREAD_BYTES = 1024 * 1024;
/** How long the head waits for a refusal by the provider, which then is a plain answer with its status: two retries long. */
const HOLD_MS = 1500;

const HEAD = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

const open = new Set<ServerResponse>();
let beat: NodeJS.Timeout | undefined;

const keepAlive = (response: ServerResponse): void => {
  if (response.destroyed) return; // the reader left while the head waited: no `close` will come any more
  open.add(response);
  beat ??= setInterval(() => {
    // Who has something to read needs no sign of life; and who reads nothing is cut off for that (limited-server.ts).
    for (const each of open) if (each.writableLength === 0) each.write(': keep-alive\n\n');
  }, KEEP_ALIVE_MS).unref();
  response.once('close', () => {
    open.delete(response);
    if (open.size > 0) return;
    clearInterval(beat);
    beat = undefined;
  });
};

/** Responses whose first bytes, the head with them, have been handed to their socket. */
const begun = new WeakSet<ServerResponse>();

/** What this turn of the event loop has to say to each stream. */
const ready = new Map<ServerResponse, string>();

/**
 * Once the head is out, a chunk is put into its HTTP/1.1 frame here and goes to the socket as one text: `response.write`
 * makes four writes of it, which every token of every stream would pay.
 */
const writeChunk = (response: ServerResponse, text: string): void => {
  const { socket } = response;
  const own = socket !== null && response.chunkedEncoding && begun.has(response);
  if (own) socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
  else response.write(text);
  begun.add(response);
};

const flush = (): void => {
  for (const [response, text] of ready) writeChunk(response, text);
  ready.clear();
};

/**
 * Writes at the end of this turn, after every stream has been served: the system wakes a reader once for the whole
 * burst, and frames of one stream that are ready together become one write. Answers the characters still unwritten.
 */
const writeSoon = (response: ServerResponse, text: string): number => {
  if (ready.size === 0) setImmediate(flush);
  const all = (ready.get(response) ?? '') + text;
  ready.set(response, all);
  return all.length;
};

const taken = (response: ServerResponse): string => {
  const text = ready.get(response) ?? '';
  ready.delete(response);
  return text;
};

/** Aborts when the reader leaves before the answer's end; the reply goes on without it. */
export const readerGone = (ctx: Context): AbortSignal => {
  const gone = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) gone.abort();
  });
  return gone.signal;
};

/** Sends the head of an event stream that is kept alive; from now on the caller answers by itself. */
export const openStream = (ctx: Context): void => {
  ctx.respond = false;
  ctx.res.writeHead(200, HEAD);
  keepAlive(ctx.res);
};

/**
 * Writes a watched reply as an event stream, until its end or until the reader leaves or falls too far behind. `from` is
 * the number of the first event wanted: who wants more than there is gets the closing frame under that number.
 */
export const writeStream = async (
  ctx: Context,
  batches: AsyncIterable<EventBatch>,
  { links, from = 0 }: { readonly links: ShownLinks; readonly from?: number },
): Promise<typeof ANSWERED> => {
  const { res } = ctx;
  openStream(ctx);
  let ended = false;
  let next = from;
  for await (const batch of batches) {
    const last = batch.events.at(-1)?.type;
    ended = last === 'end';
    if (ended || last === 'error') faultTold(ctx, batch.events);
    if (!batch.unnumbered) next = batch.first + batch.events.length;
    const unwritten = writeSoon(res, framesOf(batch, links));
    if (res.writableLength + unwritten > UNREAD_BYTES) {
      taken(res);
      res.destroy();
      return ANSWERED;
    }
  }
  res.end(taken(res) + (ended ? '' : endFrame(next)));
  return ANSWERED;
};

/**
 * Waits a moment (`HOLD_MS`) for the first thing the reply says, so that a provider that refuses at once can be answered
 * with the status of its code instead of a stream. Throws what `refuse` makes of such a refusal.
 */
export const heldBack = async (
  batches: AsyncIterable<EventBatch>,
  refuse: (code: string, text: string) => Error,
): Promise<AsyncIterable<EventBatch>> => {
  const reader = batches[Symbol.asyncIterator]();
  const ahead: Promise<IteratorResult<EventBatch>>[] = [];
  const patience = Date.now() + HOLD_MS;
  for (let waiting = true; waiting;) {
    const next = reader.next();
    ahead.push(next);
    const result = await within(next, patience - Date.now());
    const told = result?.done === false ? result.value.events.find(({ type }) => type !== 'meta') : undefined;
    if (told?.type === 'error') throw refuse(told.code, told.message ?? told.error);
    waiting = result?.done === false && told === undefined;
  }
  return resumed(reader, ahead);
};

/** The reader from its first promise on; those already asked for come first, without a further layer of waiting. */
const resumed = (
  reader: AsyncIterator<EventBatch>,
  ahead: Promise<IteratorResult<EventBatch>>[],
): AsyncIterable<EventBatch> => ({
  [Symbol.asyncIterator]: () => ({
    next: () => ahead.shift() ?? reader.next(),
    return: async () => (await reader.return?.()) ?? { done: true, value: undefined },
  }),
});

const within = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), Math.max(0, ms));
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
