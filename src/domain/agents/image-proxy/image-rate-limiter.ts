import type { Clock } from '../../kernel/ports.ts';
import { TooManyImageRequests } from '../errors.ts';

const WINDOW_MS = 60_000;
/** Asked for by one address in a minute, also what is in memory: a long conversation shows some hundreds. */
const MAX_REQUESTS = 1200;
/** Fetched for one address, or for one account, in a minute. */
const MAX_FETCHES = 240;
/** More different callers than this in a minute share one count: memory stays small, and nobody gets more. */
const MAX_CALLERS = 20_000;
const OVERFLOW_KEY = 'everybody else';

/** Limits how many pictures one address and one account may ask for, by process: what it holds is not worth a database. */
export class ImageRateLimiter {
  private readonly clock: Clock;
  private counts = new Map<string, number>();
  private window = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Counts a request. Throws `TooManyImageRequests`. */
  countRequest(address: string): void {
    this.count(`asked ${address}`, MAX_REQUESTS);
  }

  /** Counts what has to be fetched from elsewhere. Throws `TooManyImageRequests`. */
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
