import type { Knex } from 'knex';

import type { EmbeddingClaim, Collection, EmbeddingJobs, SearchScope } from '../../../domain/retrieval/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

/** How many due jobs are tried when other processes claim them at the same time. */
const CLAIM_CANDIDATES = 8;

const claims = rowMapping<EmbeddingClaim>({
  fileId: 'file_id',
  ownerId: 'owner_id',
  work: 'work',
  attempts: 'attempts',
  collection: 'collection',
});

/** `due_at`: start time of a waiting job; end of the lease of a running one. */
export class SqlEmbeddingJobs extends SqlStore implements EmbeddingJobs {
  async enqueue(ownerId: string, fileId: string, now: number): Promise<void> {
    const waiting = { owner_id: ownerId, work: 'embed', status: 'waiting', attempts: 0, due_at: now, holder: null };
    await this.rows()
      .insert({ file_id: fileId, collection: null, ...waiting })
      .onConflict('file_id')
      .merge(Object.keys(waiting));
  }

  async cancel(ownerId: string, fileId: string, vectorsLeft: { readonly now: number } | undefined): Promise<void> {
    const job = this.rows().where({ file_id: fileId, owner_id: ownerId });
    if (vectorsLeft)
      await job.update({ work: 'remove', status: 'waiting', attempts: 0, due_at: vectorsLeft.now, holder: null });
    else await job.delete();
  }

  async claim({ holder, now, until }: Parameters<EmbeddingJobs['claim']>[0]): Promise<EmbeddingClaim | undefined> {
    const due = (query: Knex.QueryBuilder) =>
      query.whereIn('status', ['waiting', 'running']).where('due_at', '<=', now);
    const rows: object[] = await due(this.rows()).orderBy('due_at').limit(CLAIM_CANDIDATES);
    for (const job of rows.map(claims.fromRow)) {
      const attempts = job.attempts + 1;
      const unclaimed = due(this.rows().where({ file_id: job.fileId, attempts: job.attempts }));
      const claimed: number = await unclaimed.update({ status: 'running', holder, due_at: until, attempts });
      if (claimed === 1) return { ...job, attempts };
    }
    return undefined;
  }

  async renew(fileId: string, holder: string, until: number): Promise<boolean> {
    // Counts matched rows: MySQL does not count an update that changes nothing.
    await this.heldBy(fileId, holder).update({ due_at: until });
    return (await this.heldBy(fileId, holder).forUpdate().first('file_id')) !== undefined;
  }

  async complete(fileId: string, holder: string, collection: string): Promise<boolean> {
    return (await this.heldBy(fileId, holder).update({ status: 'done', attempts: 0, holder: null, collection })) === 1;
  }

  async reschedule(
    fileId: string,
    holder: string,
    { dueAt, forget }: { readonly dueAt: number; readonly forget: boolean },
  ): Promise<void> {
    await this.heldBy(fileId, holder).update({
      status: 'waiting',
      holder: null,
      due_at: dueAt,
      ...(forget ? { attempts: 0 } : {}),
    });
  }

  async fail(fileId: string, holder: string): Promise<boolean> {
    return (await this.heldBy(fileId, holder).update({ status: 'failed', holder: null, collection: null })) === 1;
  }

  async forget(fileId: string, holder: string): Promise<void> {
    await this.heldBy(fileId, holder).delete();
  }

  async enqueueOutdated(version: string, now: number): Promise<void> {
    const reset = { status: 'waiting', attempts: 0, due_at: now, holder: null };
    const chunks = this.table('file_chunks')
      .whereRaw('file_chunks.file_id = embedding_jobs.file_id')
      .select(this.db.connection.raw('1'));
    await this.rows()
      .where({ status: 'done' })
      .whereNotExists(chunks)
      .update({ ...reset, work: 'remove' });
    await this.rows().where({ status: 'done', work: 'embed' }).whereNot({ collection: version }).update(reset);
  }

  async listCollections({ ownerId, fileIds }: SearchScope): Promise<readonly Collection[]> {
    if (fileIds.length === 0) return [];
    const versions: string[] = await this.rows()
      .whereIn('file_id', fileIds)
      .where({ owner_id: ownerId, work: 'embed' })
      .whereNotNull('collection')
      .distinct('collection')
      .orderBy('collection')
      .pluck('collection');
    return versions.map((version) => ({ version, dimensions: Number(version.split('@').at(-1)) }));
  }

  private heldBy(fileId: string, holder: string): Knex.QueryBuilder {
    return this.rows().where({ file_id: fileId, holder, status: 'running' });
  }

  private rows(): Knex.QueryBuilder {
    return this.table('embedding_jobs');
  }
}
