import { backoffMs } from '../../../domain/kernel/backoff.ts';
import { ModelError } from '../../../domain/chat/errors.ts';
import type { ModelEvent } from '../../../domain/chat/models/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import { toUpstreamError, type UpstreamError } from './upstream-error.ts';

export interface RetryPolicy {
  readonly clock: Clock;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
  /** How long a server may load its model. */
  readonly loadingMs: number;
  /** An attempt failed before its first event. */
  readonly onFailure: (error: UpstreamError) => void;
}

/** Begins an attempt. `failures`: what the earlier ones ended with. */
type StartAttempt = (failures: readonly UpstreamError[]) => AsyncIterator<ModelEvent, void>;

const MAX_RETRIES = { never: 0, once: 1, twice: 2 } as const;
export const LOADING_POLL_MS = 2_000;
const BACKOFF = { baseMs: 400, jitter: [0.5, 1] } as const;
const MAX_RETRY_AFTER_MS = 5_000;

type EventResult = IteratorResult<ModelEvent, void>;
const DONE: EventResult = { done: true, value: undefined };

const upstreamErrorOf = (error: unknown): UpstreamError | undefined =>
  error instanceof ModelError ? toUpstreamError(error.cause) : undefined;

/**
 * Retries a reply at most twice while nothing but thoughts of it has arrived: after 0.2-0.4 s, then 0.4-0.8 s, or as
 * long as the provider asks (up to 5 s; beyond that it is a refusal). A model that is being loaded is waited for. From
 * the first word on `next` is the attempt's own, so that retries cost nothing per token. The tokens of a failed attempt
 * are told before the next one.
 */
export class RetryingReply implements AsyncIterableIterator<ModelEvent, void> {
  readonly #start: StartAttempt;
  readonly #signal: AbortSignal;
  readonly #policy: RetryPolicy;
  #attempt: AsyncIterator<ModelEvent, void> | undefined;
  #hasStarted = false;
  #hasThoughts = false;
  readonly #failures: UpstreamError[] = [];
  #loadingMs = 0;
  /** Told before the next attempt. */
  readonly #queue: ModelEvent[] = [];

  constructor(start: StartAttempt, signal: AbortSignal, policy: RetryPolicy) {
    this.#start = start;
    this.#signal = signal;
    this.#policy = policy;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<EventResult> {
    return this.#hasStarted && this.#attempt ? this.#attempt.next() : this.#resultBeforeStart();
  }

  async return(): Promise<EventResult> {
    this.#hasStarted = true;
    await this.#attempt?.return?.();
    this.#attempt ??= { next: () => Promise.resolve(DONE) };
    return DONE;
  }

  async #resultBeforeStart(): Promise<EventResult> {
    while (!this.#signal.aborted) {
      const queued = this.#queue.shift();
      if (queued) return { done: false, value: queued };
      this.#attempt ??= this.#start(this.#failures);
      try {
        const result = await this.#attempt.next();
        if (result.done !== true && result.value.type === 'thinking') this.#hasThoughts = true;
        else this.#hasStarted = true;
        return result;
      } catch (error) {
        const failure = upstreamErrorOf(error);
        if (failure) this.#policy.onFailure(failure);
        const delayMs = failure && this.#waitAfter(failure);
        if (delayMs === undefined) {
          this.#hasStarted = true; // the attempt is over: further calls see its end
          throw error;
        }
        await this.#prepareRetry(error, delayMs);
      }
    }
    return DONE;
  }

  async #prepareRetry(error: unknown, delayMs: number): Promise<void> {
    this.#attempt = undefined;
    const usage = error instanceof ModelError ? error.usage : undefined;
    if (this.#hasThoughts || usage) this.#queue.push({ type: 'retry', usage });
    if (this.#hasThoughts) this.#queue.push({ type: 'thinking', text: '\n\n' });
    this.#hasThoughts = false;
    await this.#policy.clock.sleep(delayMs, this.#signal);
  }

  /** Milliseconds until the next attempt; undefined for none. */
  #waitAfter(error: UpstreamError): number | undefined {
    const { retry } = error.rule;
    if (retry === 'untilReady') return this.#waitWhileLoading();
    const retries = this.#failures.length;
    const retryAfterMs = error.retryAfterMs ?? 0;
    if (retries >= MAX_RETRIES[retry] || retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
    this.#failures.push(error);
    return Math.max(retryAfterMs, backoffMs(BACKOFF, retries + 1, this.#policy.random));
  }

  #waitWhileLoading(): number | undefined {
    if (this.#loadingMs + LOADING_POLL_MS > this.#policy.loadingMs) return undefined;
    this.#loadingMs += LOADING_POLL_MS;
    return LOADING_POLL_MS;
  }
}
