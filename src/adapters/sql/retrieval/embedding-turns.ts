import { SqlStore } from '../sql-store.ts';

const BATCH_SIZE = 500;
const ACTIVE = ['waiting', 'running'] as const;

/**
 * Whose job is next: the owner who was served longest ago. Rows are not locked together with jobs, so one may be
 * missing beside a job: `EmbeddingJobs.claim` takes such jobs when nobody else has one.
 */
export class EmbeddingTurns extends SqlStore {
  /** A newcomer is before everyone who was served. */
  async join(ownerIds: readonly string[], now: number): Promise<void> {
    for (let from = 0; from < ownerIds.length; from += BATCH_SIZE) {
      const rows = ownerIds.slice(from, from + BATCH_SIZE).map((id) => ({ owner_id: id, turn: 0, joined_at: now }));
      await this.rows().insert(rows).onConflict('owner_id').ignore();
    }
  }

  /** Those with due jobs, the one served longest ago first. */
  async listNext(now: number, limit: number): Promise<readonly string[]> {
    const due = this.table('embedding_jobs')
      .whereRaw('embedding_jobs.owner_id = embedding_turns.owner_id')
      .whereIn('status', ACTIVE)
      .where('due_at', '<=', now)
      .select(this.db.connection.raw('1'));
    const inOrder = this.rows().where('turn', '>=', 0).orderBy(['turn', 'joined_at']); // walks the index
    return inOrder.whereExists(due).limit(limit).pluck('owner_id');
  }

  /** Counted, because clocks of processes differ. */
  async take(ownerId: string, now: number): Promise<void> {
    const last: { turn: number | string } | undefined = await this.rows()
      .where('turn', '>', 0)
      .orderBy('turn', 'desc')
      .first('turn');
    const turn = Number(last?.turn ?? 0) + 1;
    await this.rows().insert({ owner_id: ownerId, turn, joined_at: now }).onConflict('owner_id').merge(['turn']);
  }

  /** Forgets an owner without any job. */
  async leave(ownerId: string): Promise<void> {
    const job: unknown = await this.table('embedding_jobs').where({ owner_id: ownerId }).first('file_id');
    if (job === undefined) await this.rows().where({ owner_id: ownerId }).delete();
  }

  /** Forgets owners for whom nothing is to be done. */
  async removeIdle(): Promise<void> {
    const active = this.table('embedding_jobs')
      .whereRaw('embedding_jobs.owner_id = embedding_turns.owner_id')
      .whereIn('status', ACTIVE)
      .select(this.db.connection.raw('1'));
    const idle: string[] = await this.rows().whereNotExists(active).pluck('owner_id');
    for (let from = 0; from < idle.length; from += BATCH_SIZE)
      await this.rows()
        .whereIn('owner_id', idle.slice(from, from + BATCH_SIZE))
        .delete();
  }

  private rows() {
    return this.table('embedding_turns');
  }
}
