import type { Clock } from '../../domain/kernel/ports.ts';

/** How old an answer may be: other processes see a change within this time, or twice it while it is being asked anew. */
const TTL_MS = 1000;

/**
 * Keeps the answer to a question that comes with every message. Nobody waits for another's question: one who holds a
 * connection would wait for one who waits for a connection.
 */
export class TtlCache<T> {
  private readonly load: () => Promise<T>;
  private readonly clock: Clock;
  private cached: { readonly answer: T; readonly at: number } | undefined;
  private pendingLoads = 0;
  private generation = 0;

  constructor(load: () => Promise<T>, clock: Clock) {
    this.load = load;
    this.clock = clock;
  }

  /** A failed answer is not kept, and neither is one that a change has overtaken. */
  async get(): Promise<T> {
    const now = this.clock.now();
    const maxAgeMs = this.pendingLoads > 0 ? 2 * TTL_MS : TTL_MS;
    if (this.cached && now - this.cached.at < maxAgeMs) return this.cached.answer;
    const { generation: changes } = this;
    this.pendingLoads += 1;
    try {
      const value = await this.load();
      if (changes === this.generation) this.cached = { answer: value, at: now };
      return value;
    } finally {
      this.pendingLoads -= 1;
    }
  }

  /** The next question is asked anew. */
  invalidate(): void {
    this.generation += 1;
    this.cached = undefined;
  }
}
