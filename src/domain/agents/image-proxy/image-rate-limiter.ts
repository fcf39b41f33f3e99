import type { Clock } from '../../kernel/ports.ts';
import { WindowCounter } from '../../kernel/window-counter.ts';
import { TooManyImageRequests } from '../errors.ts';

/** Per address and minute, cached images included: a long conversation shows hundreds. */
const MAX_REQUESTS = 1200;
/** Per address or account and minute. */
const MAX_FETCHES = 240;

/** Rate limit for proxied images per address and account. */
export class ImageRateLimiter {
  private readonly counter: WindowCounter;

  constructor(clock: Clock) {
    this.counter = new WindowCounter(clock);
  }

  /** Throws `TooManyImageRequests`. */
  countRequest(address: string): void {
    this.count(`asked ${address}`, MAX_REQUESTS);
  }

  /** Counts a fetch from another site. Throws `TooManyImageRequests`. */
  countFetch(address: string, reader: string): void {
    this.count(`address ${address}`, MAX_FETCHES);
    this.count(`reader ${reader}`, MAX_FETCHES);
  }

  private count(caller: string, max: number): void {
    const waitMs = this.counter.count(caller, max);
    if (waitMs > 0) throw new TooManyImageRequests(waitMs);
  }
}
