import { ApiError } from '../../lib/api-error.ts';
import type { Network } from '../../lib/reply-network.ts';
import { readReplyStream } from '../../lib/stream.ts';
import { faultFrom, unreachableFault } from './reply-fault.ts';
import type { LiveReply } from './live-reply.ts';

export type Call = (signal: AbortSignal) => Promise<Response>;

interface RunParts {
  readonly reply: LiveReply;
  /** Null when the reply is only watched. */
  readonly ask: Call | null;
  readonly repeatable: boolean;
  readonly follow: (replyId: string, position: number | null, signal: AbortSignal) => Promise<Response>;
  readonly halt: (replyId: string, signal: AbortSignal) => Promise<Response>;
  readonly network: Network;
}

/** Tries in a row without a single frame before the line counts as gone. */
const MAX_TRIES = 10;
const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 8_000;
/** The server speaks every 15 s at the least; three times that in silence is a dead line that nobody closed. */
const SILENCE = 45_000;
/** A stop takes the server a second at most. */
const STOP_GRACE = 3_000;

/** Follows one reply to its end over as many connections as it takes. */
export class ReplyRun {
  private readonly parts: RunParts;
  private readonly left = new AbortController();
  private tries = 0;
  private stopping = false;

  constructor(parts: RunParts) {
    this.parts = parts;
  }

  /** Ends when the reply is final or the page has left. */
  async follow(): Promise<void> {
    const { reply, network } = this.parts;
    while (!reply.ended && !this.left.signal.aborted) {
      await this.connect();
      if (reply.ended || this.left.signal.aborted) return;
      if (!this.mayRetry()) return this.giveUp();
      reply.know({ connection: network.online() ? 'reconnecting' : 'offline' });
      const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.tries);
      if (network.online()) this.tries += 1;
      await network.pause(longest * (0.5 + network.random() / 2), this.left.signal);
    }
  }

  async stop(): Promise<void> {
    const { reply } = this.parts;
    reply.hurry();
    if (reply.ended || reply.saving || this.stopping) return; // nothing is being written any more
    this.stopping = true;
    const grace = new AbortController();
    const ended = reply.done.then(() => grace.abort());
    await this.named(grace.signal);
    if (reply.replyId !== null) await this.halt(reply.replyId, grace.signal);
    await Promise.race([ended, this.parts.network.pause(STOP_GRACE, grace.signal)]);
    reply.end('stopped');
    this.left.abort();
    await reply.done;
  }

  leave(): void {
    this.left.abort();
  }

  /** Waits until the server has named the reply: before that there is nothing to stop. */
  private async named(signal: AbortSignal): Promise<void> {
    const { reply, network } = this.parts;
    if (reply.replyId !== null) return;
    await new Promise<void>((resolve) => {
      const unsubscribe = reply.subscribe(() => {
        if (reply.replyId === null && !reply.ended) return;
        unsubscribe();
        resolve();
      });
      void network.pause(STOP_GRACE, signal).then(() => {
        unsubscribe();
        resolve();
      });
    });
  }

  private async halt(replyId: string, signal: AbortSignal): Promise<void> {
    for (let tries = 0; tries < 3 && !signal.aborted; tries += 1) {
      try {
        await this.parts.halt(replyId, signal);
        return;
      } catch {
        await this.parts.network.pause(FIRST_PAUSE, signal);
      }
    }
  }

  private mayRetry(): boolean {
    const { reply, repeatable } = this.parts;
    return (reply.replyId !== null || repeatable) && this.tries < MAX_TRIES;
  }

  private giveUp(): void {
    const { reply } = this.parts;
    if (reply.replyId === null) reply.end('error', { fault: unreachableFault(), refused: true });
    else reply.end('interrupted', { lost: true });
  }

  /** One connection, from its request to its end. */
  private async connect(): Promise<void> {
    const { reply, ask, follow, network } = this.parts;
    const line = new AbortController();
    const signal = AbortSignal.any([line.signal, this.left.signal]);
    const unwatch = network.onOffline(() => line.abort());
    const alive = this.watchSilence(line);
    try {
      const watching = reply.replyId !== null || ask === null;
      const response = await (watching ? follow(reply.replyId ?? '', reply.position, signal) : ask(signal));
      await this.read(response, alive);
      if (reply.verdict) reply.end(reply.verdict);
    } catch (error) {
      this.failed(error);
    } finally {
      unwatch();
      line.abort();
    }
  }

  private async read(response: Response, alive: () => void): Promise<void> {
    const { reply } = this.parts;
    for await (const frame of readReplyStream(response, alive)) {
      this.tries = 0;
      reply.take(frame);
      reply.know({ connection: 'open' });
      if (reply.ended) return;
    }
  }

  /** A refusal is final; a server in trouble is asked again once it has taken the reply on; all else is a lost line. */
  private failed(error: unknown): void {
    const { reply } = this.parts;
    if (error instanceof ApiError) {
      if (reply.replyId === null) reply.end('error', { fault: faultFrom(error), refused: true });
      else if (error.status < 500 && error.status !== 429) reply.end('interrupted', { fault: faultFrom(error) });
    } else if (error instanceof Error && error.message === 'No response body') {
      reply.end('error', { fault: { ...unreachableFault(), error: error.message } });
    }
  }

  private watchSilence(line: AbortController): () => void {
    let heard = false;
    const watch = async (): Promise<void> => {
      while (!line.signal.aborted) {
        heard = false;
        await this.parts.network.pause(SILENCE, line.signal);
        if (!heard) line.abort();
      }
    };
    void watch();
    return () => {
      heard = true;
    };
  }
}
