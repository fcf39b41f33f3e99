import type { Clock } from './ports.ts';

const WINDOW_MS = 60_000;
/** Further callers share one counter, which bounds the memory. */
const MAX_CALLERS = 20_000;
const OVERFLOW_KEY = 'everybody else';

/** Counts calls by caller and minute, in memory of this process. */
export class WindowCounter {
  private counts = new Map<string, number>();
  private window = 0;

  constructor(private readonly clock: Clock) {}

  /** 0, or the milliseconds to wait once there were `max` in this minute. */
  count(caller: string, max: number): number {
    const now = this.clock.now();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    const key = this.counts.has(caller) || this.counts.size < MAX_CALLERS ? caller : OVERFLOW_KEY;
    const used = this.counts.get(key) ?? 0;
    if (used >= max) return (window + 1) * WINDOW_MS - now;
    this.counts.set(key, used + 1);
    return 0;
  }
}
