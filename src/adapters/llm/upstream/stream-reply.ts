import type { Readable } from 'node:stream';

import type { ModelEvent } from '../../../domain/chat/ports.ts';
import { Call } from './call.ts';
import { Chunks } from './chunks.ts';
import type { CallLimits } from './limits.ts';
import { type ReadFrame, ReplyReader } from './reply-reader.ts';
import { toModelFault } from './trouble.ts';

const FAREWELL_MS = 1_000;

export interface Attempt {
  /** Sends the request; answers the event stream's body. */
  readonly open: (signal: AbortSignal) => Promise<Readable>;
  readonly readFrame: ReadFrame;
  readonly limits: CallLimits;
  readonly signal: AbortSignal;
}

/** A finished body is read to its end so that the connection is kept; any other is cut, which closes upstream at once. */
const release = (body: Readable | undefined, whole: boolean): void => {
  if (!body) return;
  body.on('error', () => undefined);
  body.removeAllListeners('data'); // nobody reads it any more
  if (!whole) {
    body.destroy();
    return;
  }
  const timer = setTimeout(() => body.destroy(), FAREWELL_MS).unref();
  body.once('close', () => clearTimeout(timer));
  body.resume();
};

/**
 * One attempt at a reply: one text event for all that came at a time, then usage and end. Ends silently when the caller aborts;
 * every failure is a `ModelFault`.
 */
export async function* streamReply({ open, readFrame, limits, signal }: Attempt): AsyncGenerator<ModelEvent, void> {
  if (signal.aborted) return;
  const call = new Call(limits, signal);
  const reader = new ReplyReader(readFrame, limits);
  let body: Readable | undefined;
  try {
    body = await open(call.signal);
    const chunks = new Chunks(body);
    try {
      for (let come = await chunks.take(); come; come = await chunks.take()) {
        call.progress();
        const text = reader.read(come);
        if (text !== '') {
          call.pause();
          yield { type: 'text', text };
          call.resume();
        }
        if (reader.finished) break;
      }
    } catch (error) {
      reader.fail(error);
    }
    if (signal.aborted) return;
    yield* reader.conclude();
  } catch (error) {
    if (signal.aborted) return;
    throw toModelFault(call.trouble ?? error);
  } finally {
    call.close();
    release(body, reader.whole);
  }
}
