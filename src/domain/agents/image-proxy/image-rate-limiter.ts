import type { Clock } from '../../kernel/ports.ts';
import { TooManyImageRequests } from '../errors.ts';

const WINDOW_MS = 60_000;
/** Per address and minute, cached images included: a long conversation shows hundreds. */
const MAX_REQUESTS = 1200;
/** Per address or account and minute. */
const MAX_FETCHES = 240;
/** Further callers share one counter, which bounds the memory. */
const MAX_CALLERS = 20_000;
const OVERFLOW_KEY = 'everybody else';

/** Rate limit for proxied images per address and account, in memory of this process. */
export class ImageRateLimiter {
  private counts = new Map<string, number>();
  private window = 0;

  constructor(private readonly clock: Clock) {}

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
    const now = this.clock.now();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    const key = this.counts.has(caller) || this.counts.size < MAX_CALLERS ? caller : OVERFLOW_KEY;
    const used = this.counts.get(key) ?? 0;
    if (used >= max) throw new TooManyImageRequests((window + 1) * WINDOW_MS - now);
    this.counts.set(key, used + 1);
  }
}
