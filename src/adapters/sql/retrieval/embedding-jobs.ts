import type { Knex } from 'knex';

import type {
  EmbeddingClaim,
  EmbeddingProgress,
  Collection,
  EmbeddingJobs,
  SearchScope,
} from '../../../domain/retrieval/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';
import { EmbeddingTurns } from './embedding-turns.ts';

/** How many due jobs, and of how many owners, are tried when other processes claim them at the same time. */
const CLAIM_CANDIDATES = 8;

/** Of the settings: the store that has the vectors. */
const STORE_ROW = 'vector-store';

/** A new file does not wait for those that are embedded again because of another model. */
const NEW_FIRST = "case when work = 'embed' and collection is not null then 1 else 0 end";

const claims = rowMapping<Omit<EmbeddingClaim, 'progress'>>({
  fileId: 'file_id',
  ownerId: 'owner_id',
  work: 'work',
  attempts: 'attempts',
  collection: 'collection',
});

interface ProgressRow {
  readonly embedded_version: string | null;
  readonly embedded_chunks: number;
  readonly total_chunks: number;
}

const toProgress = (row: ProgressRow): EmbeddingProgress | null =>
  row.embedded_version === null
    ? null
    : { version: row.embedded_version, embedded: row.embedded_chunks, total: row.total_chunks };

const progressColumns = (progress: EmbeddingProgress | undefined): Partial<ProgressRow> =>
  progress === undefined
    ? {}
    : { embedded_version: progress.version, embedded_chunks: progress.embedded, total_chunks: progress.total };

/** `due_at`: start time of a waiting job; end of the lease of a running one. `queued_at`: its place in the queue. */
export class SqlEmbeddingJobs extends SqlStore implements EmbeddingJobs {
  private readonly turns = new EmbeddingTurns(this.db);

  async enqueue(ownerId: string, fileId: string, now: number): Promise<void> {
    const waiting = { owner_id: ownerId, work: 'embed', ...toWaiting(now) };
    await this.rows()
      .insert({ file_id: fileId, collection: null, ...waiting })
      .onConflict('file_id')
      .merge(Object.keys(waiting));
    await this.turns.join([ownerId], now);
  }

  async cancel(ownerId: string, fileId: string, vectorsLeft: { readonly now: number } | undefined): Promise<void> {
    const job = this.rows().where({ file_id: fileId, owner_id: ownerId });
    if (!vectorsLeft) {
      await job.delete();
      await this.turns.leave(ownerId);
    } else if ((await job.update({ work: 'remove', ...toWaiting(vectorsLeft.now) })) > 0)
      await this.turns.join([ownerId], vectorsLeft.now);
  }

  async claim(lease: Parameters<EmbeddingJobs['claim']>[0]): Promise<EmbeddingClaim | undefined> {
    for (const ownerId of await this.turns.listNext(lease.now, CLAIM_CANDIDATES)) {
      const jobs = this.due(lease.now)
        .where({ owner_id: ownerId })
        .orderByRaw(NEW_FIRST)
        .orderBy(['queued_at', 'due_at']);
      const claim = await this.claimFirst(jobs, lease);
      if (claim) return claim;
    }
    return this.claimFirst(this.due(lease.now).orderBy('due_at'), lease);
  }

  private async claimFirst(
    jobs: Knex.QueryBuilder,
    { holder, now, until }: Parameters<EmbeddingJobs['claim']>[0],
  ): Promise<EmbeddingClaim | undefined> {
    const rows: ProgressRow[] = await jobs.limit(CLAIM_CANDIDATES);
    for (const row of rows) {
      const job = claims.fromRow(row);
      const attempts = job.attempts + 1;
      const unclaimed = this.due(now).where({ file_id: job.fileId, attempts: job.attempts });
      const claimed: number = await unclaimed.update({ status: 'running', holder, due_at: until, attempts });
      if (claimed !== 1) continue;
      await this.turns.take(job.ownerId, now);
      return { ...job, attempts, progress: toProgress(row) };
    }
    return undefined;
  }

  async renew(fileId: string, holder: string, until: number, progress?: EmbeddingProgress): Promise<boolean> {
    // Counts matched rows: MySQL does not count an update that changes nothing.
    await this.heldBy(fileId, holder).update({ due_at: until, ...progressColumns(progress) });
    return (await this.heldBy(fileId, holder).forUpdate().first('file_id')) !== undefined;
  }

  async isAnotherDue(ownerId: string, now: number): Promise<boolean> {
    return (await this.due(now).whereNot({ owner_id: ownerId }).first('file_id')) !== undefined;
  }

  async complete(fileId: string, holder: string, collection: string): Promise<boolean> {
    return (await this.heldBy(fileId, holder).update({ status: 'done', attempts: 0, holder: null, collection })) === 1;
  }

  async reschedule(
    fileId: string,
    holder: string,
    { dueAt, forget }: { readonly dueAt: number; readonly forget: boolean },
  ): Promise<boolean> {
    const waiting = { status: 'waiting', holder: null, due_at: dueAt, ...(forget ? { attempts: 0 } : {}) };
    return (await this.heldBy(fileId, holder).update(waiting)) === 1;
  }

  async fail(fileId: string, holder: string): Promise<boolean> {
    return (await this.heldBy(fileId, holder).update({ status: 'failed', holder: null, collection: null })) === 1;
  }

  async forget(fileId: string, holder: string): Promise<void> {
    const job: { owner_id: string } | undefined = await this.heldBy(fileId, holder).first('owner_id');
    if (!job) return;
    await this.heldBy(fileId, holder).delete();
    await this.turns.leave(job.owner_id);
  }

  async enqueueOutdated(version: string, now: number): Promise<void> {
    const reset = toWaiting(now);
    const chunks = this.table('file_chunks')
      .whereRaw('file_chunks.file_id = embedding_jobs.file_id')
      .select(this.db.connection.raw('1'));
    await this.rows()
      .where({ status: 'done' })
      .whereNotExists(chunks)
      .update({ ...reset, work: 'remove' });
    await this.rows().where({ status: 'done', work: 'embed' }).whereNot({ collection: version }).update(reset);
    await this.rejoinTurns(now);
  }

  /** Without a name, the vectors are of before names were stored: in the store that is used now. */
  async useStore(store: string, now: number): Promise<void> {
    await this.db.transaction(async () => {
      const names = () => this.table('settings').where({ name: STORE_ROW });
      const row: { value: string } | undefined = await names().forUpdate().first('value');
      if (row?.value === store) return;
      if (row === undefined) {
        await this.table('settings').insert({ name: STORE_ROW, value: store }).onConflict('name').ignore();
        return;
      }
      await names().update({ value: store });
      await this.rows().where({ work: 'embed' }).whereNot({ status: 'failed' }).update(toWaiting(now));
      await this.rejoinTurns(now);
    });
  }

  private async rejoinTurns(now: number): Promise<void> {
    await this.turns.removeIdle();
    const owners: string[] = await this.rows().where({ status: 'waiting' }).distinct('owner_id').pluck('owner_id');
    await this.turns.join(owners, now);
  }

  async listQueue(ownerId: string): ReturnType<EmbeddingJobs['listQueue']> {
    const rows: { file_id: string; status: string }[] = await this.rows()
      .where({ owner_id: ownerId, work: 'embed' })
      .whereIn('status', ['waiting', 'running'])
      .whereNull('collection')
      .orderBy(['queued_at', 'due_at'])
      .select('file_id', 'status');
    return rows.map(({ file_id: fileId, status }) => ({ fileId, isRunning: status === 'running' }));
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

  private due(now: number): Knex.QueryBuilder {
    return this.rows().whereIn('status', ['waiting', 'running']).where('due_at', '<=', now);
  }

  private heldBy(fileId: string, holder: string): Knex.QueryBuilder {
    return this.rows().where({ file_id: fileId, holder, status: 'running' });
  }

  private rows(): Knex.QueryBuilder {
    return this.table('embedding_jobs');
  }
}

const toWaiting = (now: number) => ({
  status: 'waiting',
  attempts: 0,
  due_at: now,
  queued_at: now,
  holder: null,
  embedded_version: null,
});
