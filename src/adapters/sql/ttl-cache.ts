import type { Clock } from '../../domain/kernel/ports.ts';

/** Maximum age: other processes see a change within this time, or twice it while a refresh runs. */
const TTL_MS = 1000;

/**
 * Caches the answer of a query that every message needs. No caller waits for another's query: one that holds a
 * connection would wait for one that waits for a connection.
 */
export class TtlCache<T> {
  private cached: { readonly answer: T; readonly at: number } | undefined;
  private pendingLoads = 0;
  private generation = 0;

  constructor(
    private readonly load: () => Promise<T>,
    private readonly clock: Clock,
  ) {}

  /** A failed answer is not cached, nor one that a change has overtaken. */
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

  /** The next call queries again. */
  invalidate(): void {
    this.generation += 1;
    this.cached = undefined;
  }
}
