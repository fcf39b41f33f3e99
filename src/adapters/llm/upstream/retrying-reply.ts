import { ModelFault } from '../../../domain/chat/errors.ts';
import type { ModelEvent } from '../../../domain/chat/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import { troubleOf, type UpstreamTrouble } from './trouble.ts';

export interface RetryPolicy {
  readonly clock: Clock;
  /** 0 to 1, as `Math.random`. */
  readonly random: () => number;
}

const RETRIES = { never: 0, once: 1, twice: 2 } as const;
const BASE_MS = 400;
const LONGEST_ASKED_MS = 5_000;

type Step = IteratorResult<ModelEvent, void>;
const OVER: Step = { done: true, value: undefined };

const troubleBehind = (error: unknown): UpstreamTrouble | undefined =>
  error instanceof ModelFault ? troubleOf(error.cause) : undefined;

/**
 * Tries a reply again, at most twice, while nothing of it has been heard: 0.2-0.4 s, then 0.4-0.8 s apart, or as long
 * as the provider asks (up to 5 s; if it asks for more, that is a refusal). From the first event on it steps aside:
 * `next` is then the attempt's own, so that retries cost nothing per token.
 */
export class RetryingReply implements AsyncIterableIterator<ModelEvent, void> {
  readonly #start: () => AsyncIterator<ModelEvent, void>;
  readonly #signal: AbortSignal;
  readonly #policy: RetryPolicy;
  #attempt: AsyncIterator<ModelEvent, void> | undefined;
  #heard = false;
  #retries = 0;

  constructor(start: () => AsyncIterator<ModelEvent, void>, signal: AbortSignal, policy: RetryPolicy) {
    this.#start = start;
    this.#signal = signal;
    this.#policy = policy;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    return this.#heard && this.#attempt ? this.#attempt.next() : this.#first();
  }

  async return(): Promise<Step> {
    this.#heard = true;
    await this.#attempt?.return?.();
    this.#attempt ??= { next: () => Promise.resolve(OVER) };
    return OVER;
  }

  async #first(): Promise<Step> {
    while (!this.#signal.aborted) {
      this.#attempt = this.#start();
      try {
        const step = await this.#attempt.next();
        this.#heard = true;
        return step;
      } catch (error) {
        const wait = this.#waitAfter(troubleBehind(error));
        if (wait === undefined) {
          this.#heard = true; // the attempt is over: further calls find its end
          throw error;
        }
        this.#retries += 1;
        await this.#policy.clock.sleep(wait, this.#signal);
      }
    }
    return OVER;
  }

  /** Milliseconds until the next attempt; undefined when there shall be none. */
  #waitAfter(trouble: UpstreamTrouble | undefined): number | undefined {
    if (!trouble || this.#retries >= RETRIES[trouble.rule.retry]) return undefined;
    const asked = trouble.retryAfterMs ?? 0;
    if (asked > LONGEST_ASKED_MS) return undefined;
    const backoff = BASE_MS * 2 ** this.#retries * (0.5 + this.#policy.random() / 2);
    return Math.max(asked, Math.round(backoff));
  }
}
