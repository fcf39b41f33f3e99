import type { Clock } from '../../domain/kernel/ports.ts';
import type { Database } from './database.ts';

/** Maximum age: other processes see a change within this time, or twice it while a refresh runs. */
const TTL_MS = 1000;

interface Source {
  readonly db: Pick<Database, 'changeCount' | 'hasUncommitted'>;
  /** What `Database.recordChange` calls it. */
  readonly what: string;
}

/**
 * Caches the answer of a query that every message needs, until this process commits a change of it. No caller waits for
 * another's query: one that holds a connection would wait for one that waits for a connection.
 */
export class TtlCache<T> {
  private cached: { readonly answer: T; readonly at: number } | undefined;
  private pendingLoads = 0;
  private knownChanges = 0;

  constructor(
    private readonly load: () => Promise<T>,
    private readonly clock: Clock,
    private readonly source: Source,
  ) {}

  /**
   * A failed answer is not cached, nor one that a change has overtaken, nor what only the current transaction has: that
   * may be rolled back.
   */
  async get(): Promise<T> {
    const { db, what } = this.source;
    if (db.hasUncommitted(what)) return this.load();
    const changes = db.changeCount(what);
    if (changes !== this.knownChanges) this.cached = undefined;
    this.knownChanges = changes;
    const now = this.clock.now();
    const maxAgeMs = this.pendingLoads > 0 ? 2 * TTL_MS : TTL_MS;
    if (this.cached && now - this.cached.at < maxAgeMs) return this.cached.answer;
    this.pendingLoads += 1;
    try {
      const answer = await this.load();
      if (changes === db.changeCount(what)) this.cached = { answer, at: now };
      return answer;
    } finally {
      this.pendingLoads -= 1;
    }
  }
}
