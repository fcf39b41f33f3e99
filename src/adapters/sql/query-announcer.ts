import type { Knex } from 'knex';

interface Query {
  readonly sql: string;
  readonly bindings: readonly unknown[];
  readonly __knexTxId: string | undefined;
}

/** Tells those who watch queries of what is sent without the query builder, as the builder tells of its own. */
export class QueryAnnouncer {
  private count = 0;

  isHeard(pool: Knex): boolean {
    return pool.listenerCount('query') > 0;
  }

  async run<T>(pool: Knex, query: Query, send: () => Promise<T>): Promise<T> {
    this.count += 1;
    const announced = { ...query, __knexQueryUid: `direct-${this.count}` };
    pool.emit('query', announced);
    try {
      const result = await send();
      pool.emit('query-response', result, announced);
      return result;
    } catch (error) {
      pool.emit('query-error', error, announced);
      throw error;
    }
  }
}
