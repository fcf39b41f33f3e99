import type { CallLimits } from './call-limits.ts';
import { type UpstreamErrorKind, UpstreamError } from './upstream-error.ts';

/**
 * Timeouts and abort signal of one upstream call. `signal` aborts with the caller's or when a limit is exceeded;
 * `error` names the limit. Two timers per call, and per chunk only a refresh of one of them.
 */
export class CallTimer {
  error: UpstreamError | undefined;
  readonly #abort = new AbortController();
  readonly #caller: AbortSignal;
  readonly #idleMs: number;
  readonly #total: NodeJS.Timeout;
  readonly #first: NodeJS.Timeout;
  #idle: NodeJS.Timeout | undefined;
  #isReading = true;

  constructor(limits: CallLimits, callerSignal: AbortSignal) {
    this.#caller = callerSignal;
    this.#idleMs = limits.idleMs;
    this.#total = setTimeout(() => this.#timeOut('overlong', limits.totalMs), limits.totalMs);
    this.#first = setTimeout(() => this.#timeOut('silent', limits.firstByteMs), limits.firstByteMs);
    if (callerSignal.aborted) this.#abort.abort(callerSignal.reason);
    else callerSignal.addEventListener('abort', this.#onCallerAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Bytes arrived. */
  onBytes(): void {
    if (this.#idle) {
      this.#idle.refresh();
      return;
    }
    clearTimeout(this.#first);
    this.#idle = setTimeout(() => this.#whenIdle(), this.#idleMs);
  }

  /** The consumer is busy: silence does not count until `resume`. */
  pause(): void {
    this.#isReading = false;
  }

  resume(): void {
    this.#isReading = true;
    this.#idle?.refresh();
  }

  close(): void {
    clearTimeout(this.#total);
    clearTimeout(this.#first);
    clearTimeout(this.#idle);
    this.#caller.removeEventListener('abort', this.#onCallerAbort);
  }

  readonly #onCallerAbort = (): void => this.#abort.abort(this.#caller.reason);

  #whenIdle(): void {
    if (this.#isReading) this.#timeOut('stalled', this.#idleMs);
    else this.#idle?.refresh();
  }

  #timeOut(kind: UpstreamErrorKind, ms: number): void {
    this.error = new UpstreamError(kind, `after ${ms} ms`);
    this.#abort.abort(this.error);
  }
}
