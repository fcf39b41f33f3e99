import type { Clock } from '../kernel/ports.ts';
import { WindowCounter } from '../kernel/window-counter.ts';
import { TooManySignIns } from './errors.ts';

/** Starts and returns per address and minute: a company may share one address. */
const MAX_STEPS = 120;

/** A sign-in at a provider makes this server call it, on behalf of anybody. */
export class SignInLimiter {
  private readonly counter: WindowCounter;

  constructor(clock: Clock) {
    this.counter = new WindowCounter(clock);
  }

  /** Throws `TooManySignIns`. */
  count(address: string): void {
    const waitMs = this.counter.count(address, MAX_STEPS);
    if (waitMs > 0) throw new TooManySignIns(waitMs);
  }
}
