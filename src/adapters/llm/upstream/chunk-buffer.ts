import type { Readable } from 'node:stream';

/** Maximum unread bytes before the body is paused. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/**
 * The chunks of a body, all that have arrived at a time. A stream's own iterator costs several promises and events per
 * chunk, for every token of every reply; this costs one promise per wait of the consumer.
 */
export class ChunkBuffer {
  private buffered: Buffer[] = [];
  private bytes = 0;
  private isEnded = false;
  private failure: { readonly error: unknown } | undefined;
  private wake: (() => void) | undefined;

  constructor(private readonly body: Readable) {
    body.on('data', this.onData);
    body.once('end', this.onEnd);
    body.once('close', this.onEnd);
    body.on('error', this.onError);
  }

  /** The chunks since the last call, or the next one; undefined at the end. Throws what broke the body. */
  async next(): Promise<readonly Buffer[] | undefined> {
    if (this.buffered.length === 0 && !this.isEnded) await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.buffered.length > 0) {
      const chunks = this.buffered;
      this.buffered = [];
      if (this.bytes >= MAX_BUFFERED_BYTES) this.body.resume();
      this.bytes = 0;
      return chunks;
    }
    if (this.failure) throw this.failure.error;
    return undefined;
  }

  private readonly onData = (chunk: Buffer): void => {
    this.buffered.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= MAX_BUFFERED_BYTES) this.body.pause();
    this.wake?.();
  };

  private readonly onEnd = (): void => {
    this.isEnded = true;
    this.wake?.();
  };

  private readonly onError = (error: unknown): void => {
    this.failure ??= { error };
    this.onEnd();
  };
}
