import { anySignal } from '../../../lib/any-signal.ts';
import { ApiError, isAway, networkFailure } from '../../../lib/api-error.ts';
import type { Network } from './network.ts';
import { parseReplyStream } from './reply-stream.ts';
import { toReplyFailure } from './reply-failure.ts';
import { isAnswering, type StreamedReply } from './reply-store.ts';

export type StreamRequest = (signal: AbortSignal) => Promise<Response>;

interface ConnectionOptions {
  readonly reply: StreamedReply;
  /** Null when the reply is only watched. */
  readonly send: StreamRequest | null;
  readonly idempotent: boolean;
  readonly follow: (replyId: string, position: number | null, signal: AbortSignal) => Promise<Response>;
  readonly requestStop: (replyId: string, signal: AbortSignal) => Promise<Response>;
  readonly network: Network;
}

/** Tries in a row without a single frame before the line counts as gone. */
const MAX_ATTEMPTS = 10;
const MIN_BACKOFF_MS = 400;
const MAX_BACKOFF_MS = 8_000;
/** The server sends something every 15 s at least; after three times that the connection counts as dead. */
const IDLE_TIMEOUT_MS = 45_000;
/** A stop takes the server a second at most. */
const STOP_GRACE_MS = 3_000;

/** Without an answer the stop is asked for again. */
const STOP_TIMEOUT_MS = 10_000;

/** Of a server in trouble, or one that was asked too often: it may answer another time. */
const isTemporary = (status: number): boolean => status >= 500 || status === 429;

/** Follows one reply to its end over as many connections as it takes. */
export class ReplyConnection {
  private readonly disconnected = new AbortController();
  private attempts = 0;
  private stopping = false;
  private turnedAway: ApiError | null = null;

  constructor(private readonly options: ConnectionOptions) {}

  /** Ends when nothing more can come or the page has left. */
  async follow(): Promise<void> {
    const { reply, network } = this.options;
    while (!reply.isClosed && !this.disconnected.signal.aborted) {
      await this.connect();
      if (reply.isClosed || this.disconnected.signal.aborted) return;
      if (!this.canRetry()) return this.giveUp();
      reply.update({ connection: network.online() ? 'reconnecting' : 'offline' });
      const delay = this.backoff(this.attempts);
      if (network.online()) this.attempts += 1;
      await network.pause(delay, this.disconnected.signal);
    }
  }

  /** Ends the reply here once the server has taken the stop. If it never does, the reply goes on. */
  async stop(): Promise<void> {
    const { reply, network } = this.options;
    const isWritten = isAnswering(reply.getSnapshot()) && (reply.ended || reply.saving);
    reply.showAll();
    if (isWritten || reply.isClosed || this.stopping) return; // no more text was to come
    this.stopping = true;
    const grace = new AbortController();
    const over = (reply.ended ? reply.closed : reply.done).then(() => grace.abort());
    const signal = anySignal(grace.signal, this.disconnected.signal);
    await this.waitForReplyId(signal);
    const isTaken = reply.replyId !== null && (await this.requestStop(reply.replyId, signal));
    this.stopping = isTaken || grace.signal.aborted;
    reply.update({ stopPending: false });
    if (!this.stopping) return;
    await Promise.race([over, network.pause(STOP_GRACE_MS, grace.signal)]);
    reply.end('stopped');
    reply.close();
    this.disconnected.abort();
    await reply.done;
  }

  disconnect(): void {
    this.disconnected.abort();
  }

  /**
   * Waits until the server has named the reply, or until that is given up: before that there is nothing to stop, and
   * the server may have the question.
   */
  private async waitForReplyId(signal: AbortSignal): Promise<void> {
    const { reply, network } = this.options;
    const named = new AbortController();
    const unsubscribe = reply.subscribe(() => {
      if (reply.replyId !== null || reply.ended) named.abort();
    });
    const either = anySignal(signal, named.signal);
    reply.update({ stopPending: !network.online() });
    while (reply.replyId === null && !either.aborted) {
      await network.pause(STOP_GRACE_MS, either);
      reply.update({ stopPending: true });
    }
    unsubscribe();
  }

  /** Whether the server has taken the stop. Without a network it waits for one. */
  private async requestStop(replyId: string, signal: AbortSignal): Promise<boolean> {
    const { reply, network } = this.options;
    let tries = 0;
    while (tries < MAX_ATTEMPTS && !signal.aborted) {
      if (network.online()) {
        const response = await Promise.race([
          this.options.requestStop(replyId, signal).catch(() => null),
          network.pause(STOP_TIMEOUT_MS, signal),
        ]);
        if (response && !isTemporary(response.status)) return true;
        tries += 1;
      }
      reply.update({ stopPending: true });
      await network.pause(this.backoff(tries), signal);
    }
    return false;
  }

  private backoff(attempts: number): number {
    const max = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** attempts);
    return max * (0.5 + this.options.network.random() / 2);
  }

  private canRetry(): boolean {
    const { reply, idempotent: repeatable } = this.options;
    return (reply.replyId !== null || repeatable) && this.attempts < MAX_ATTEMPTS;
  }

  private giveUp(): void {
    const { reply } = this.options;
    if (reply.ended) return reply.close(); // what follows an answer is not worth a word
    const failure = toReplyFailure(this.turnedAway ?? networkFailure());
    if (reply.replyId === null) reply.end('error', { failure, refused: true });
    else reply.end('interrupted', { lost: true });
    reply.close();
  }

  /** One connection, from its request to its end. */
  private async connect(): Promise<void> {
    const { reply, send: ask, follow, network } = this.options;
    const connection = new AbortController();
    const signal = anySignal(connection.signal, this.disconnected.signal);
    const unsubscribe = network.onOffline(() => connection.abort());
    const onBytes = this.watchIdle(connection);
    this.turnedAway = null;
    try {
      const watching = reply.replyId !== null || ask === null;
      const response = await (watching ? follow(reply.replyId ?? '', reply.lastEventId, signal) : ask(signal));
      await this.consume(response, onBytes);
      if (reply.reportedOutcome) reply.end(reply.reportedOutcome);
      if (reply.ended) reply.close();
    } catch (error) {
      this.handleError(error);
    } finally {
      unsubscribe();
      connection.abort();
    }
  }

  private async consume(response: Response, onBytes: () => void): Promise<void> {
    const { reply } = this.options;
    for await (const frame of parseReplyStream(response, onBytes)) {
      this.attempts = 0;
      reply.applyFrame(frame);
      reply.update({ connection: 'open' });
      if (frame.event === 'done' && reply.reportedOutcome) reply.end(reply.reportedOutcome);
      if (reply.isClosed) return;
    }
  }

  /**
   * A refusal is final, but for one of a server that is away; a server in trouble is asked again once it has taken the
   * reply on; all else is a lost line.
   */
  private handleError(error: unknown): void {
    const { reply } = this.options;
    if (error instanceof ApiError) {
      if (reply.replyId === null && isAway(error)) return void (this.turnedAway = error);
      if (reply.replyId === null) reply.end('error', { failure: toReplyFailure(error), refused: true });
      else if (!isTemporary(error.status)) reply.end('interrupted', { failure: toReplyFailure(error) });
      else return;
    } else if (error instanceof Error && error.message === 'No response body') {
      reply.end('error', { failure: { ...toReplyFailure(networkFailure()), error: error.message } });
    } else return;
    reply.close();
  }

  private watchIdle(connection: AbortController): () => void {
    let hasReceived = false;
    const watch = async (): Promise<void> => {
      while (!connection.signal.aborted) {
        hasReceived = false;
        await this.options.network.pause(IDLE_TIMEOUT_MS, connection.signal);
        if (!hasReceived) connection.abort();
      }
    };
    void watch();
    return () => {
      hasReceived = true;
    };
  }
}
