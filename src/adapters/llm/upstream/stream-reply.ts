import type { Readable } from 'node:stream';

import type { ModelEvent } from '../../../domain/chat/models/ports.ts';
import { CallTimer } from './call-timer.ts';
import { ChunkBuffer } from './chunk-buffer.ts';
import type { CallLimits } from './call-limits.ts';
import { type FrameParser, ReplyParser } from './reply-parser.ts';
import { toModelError } from './upstream-error.ts';

const DRAIN_TIMEOUT_MS = 1_000;

export interface Attempt {
  /** Sends the request; returns the event stream's body. */
  readonly open: (signal: AbortSignal) => Promise<Readable>;
  readonly readFrame: FrameParser;
  readonly limits: CallLimits;
  readonly signal: AbortSignal;
  /** The number of skipped frames, once per attempt; mostly 0. */
  readonly onBrokenFrames: (count: number) => void;
  /** The model thought before it answered. True: another attempt gives its thoughts more room. */
  readonly onThoughts?: () => boolean;
  /** The prompt opens the model's thoughts. */
  readonly opensThoughts?: boolean;
  /** Whether it does, as the end of a reply shows. */
  readonly onOpenedThoughts?: (opensThoughts: boolean) => void;
}

/**
 * A finished body is drained so that the connection is reused; any other is destroyed, which closes upstream at once.
 */
const releaseBody = (body: Readable | undefined, isComplete: boolean): void => {
  if (!body) return;
  body.on('error', () => undefined);
  body.removeAllListeners('data'); // nobody consumes it any more
  if (!isComplete) {
    body.destroy();
    return;
  }
  const drainTimer = setTimeout(() => body.destroy(), DRAIN_TIMEOUT_MS).unref();
  body.once('close', () => clearTimeout(drainTimer));
  body.resume();
};

const findsMoreRoom = ({ hasThought }: ReplyParser, { onThoughts }: Attempt): boolean =>
  hasThought && onThoughts?.() === true;

const tellOpenedThoughts = ({ opensThoughts }: ReplyParser, { onOpenedThoughts }: Attempt): void => {
  if (opensThoughts !== undefined) onOpenedThoughts?.(opensThoughts);
};

/**
 * One attempt at a reply: one text event for all that came at a time, then usage and end. Ends silently when the caller
 * aborts; every failure is a `ModelError`.
 */
export async function* streamReply(attempt: Attempt): AsyncGenerator<ModelEvent, void> {
  const { open, readFrame, limits, signal, onBrokenFrames } = attempt;
  if (signal.aborted) return;
  const timer = new CallTimer(limits, signal);
  const parser = new ReplyParser(readFrame, limits, attempt.opensThoughts);
  let body: Readable | undefined;
  try {
    body = await open(timer.signal);
    const chunks = new ChunkBuffer(body);
    try {
      for (let chunk = await chunks.next(); chunk; chunk = await chunks.next()) {
        timer.onBytes();
        for (const event of parser.parse(chunk)) {
          timer.pause();
          yield event;
          timer.resume();
        }
        if (parser.isFinished) break;
      }
    } catch (error) {
      parser.fail(error);
    }
    if (signal.aborted) return;
    tellOpenedThoughts(parser, attempt);
    yield* parser.finish(findsMoreRoom(parser, attempt));
  } catch (error) {
    if (signal.aborted) return;
    throw toModelError(timer.error ?? error);
  } finally {
    timer.close();
    onBrokenFrames(parser.brokenFrames);
    releaseBody(body, parser.isComplete);
  }
}
