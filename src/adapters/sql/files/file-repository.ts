import type { Knex } from 'knex';

import type { EmbeddingBacklog, EmbeddingDelay } from '../../../domain/files/ports/embedding.ts';
import type {
  FileFilter,
  FileRepository,
  StorageUsage,
  StorageQuota,
  StoredFile,
} from '../../../domain/files/ports/file-repository.ts';
import type { EmbeddingStatus } from '../../../domain/files/stored-file.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import { groupOf } from '../../../shared/file-owner.ts';
import type { Database } from '../database.ts';
import { parseStrings } from '../json-columns.ts';
import { countRows, newestFirst, SqlStore } from '../sql-store.ts';
import { FileRow, toFileRow, toSearchable, toFile } from './file-rows.ts';

type AddOutcome = Awaited<ReturnType<FileRepository['add']>>;

/** `%text%` with LIKE's wildcards escaped. */
const toLikePattern = (text: string): string => `%${toSearchable(text).replace(/[!%_]/g, '!$&')}%`;

/** An account or a group: the owner, and so the files, go with it. */
const toOwnerRow = (id: string) => {
  const groupId = groupOf(id);
  return groupId === undefined ? { id, uid: id, group_id: null } : { id, uid: null, group_id: groupId };
};

const CONTAINS_SQL = "?? like ? escape '!'";

export class SqlFileRepository extends SqlStore implements FileRepository {
  constructor(
    db: Database,
    private readonly clock: Clock,
  ) {
    super(db);
  }

  async find(ownerId: string, fileId: string): Promise<StoredFile | undefined> {
    const row = await this.ownFiles(ownerId).where({ id: fileId }).first();
    return row && toFile(row);
  }

  async findMany(ownerId: string, fileIds: readonly string[]): Promise<readonly StoredFile[]> {
    if (fileIds.length === 0) return [];
    const rows: object[] = await this.ownFiles(ownerId).whereIn('id', fileIds);
    const byId = new Map(rows.map(toFile).map((file) => [file.id, file]));
    return fileIds.flatMap((id) => byId.get(id) ?? []);
  }

  add(file: StoredFile, quota: StorageQuota): Promise<AddOutcome> {
    return this.db.transaction(async () => {
      const outcome = await this.reserveStorage(file, quota);
      if (outcome === 'added') await FileRow.query(this.db.connection).insert(toFileRow(file));
      return outcome;
    });
  }

  remove(ownerId: string, fileId: string): Promise<StoredFile | undefined> {
    return this.db.transaction(async () => {
      const file = () => this.rows().where({ owner_id: ownerId, id: fileId });
      const row = await file().forUpdate().first();
      if (!row || (await file().delete()) !== 1) return undefined;
      await this.usageRow(ownerId).decrement({ files: 1, bytes: row.size });
      return toFile(row);
    });
  }

  async getUsage(ownerId: string): Promise<StorageUsage> {
    const row: StorageUsage | undefined = await this.usageRow(ownerId).first('files', 'bytes');
    return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 };
  }

  async list(
    ownerId: string,
    filter: FileFilter,
    page: { offset: number; limit: number },
  ): Promise<{ files: readonly StoredFile[]; total: number }> {
    const total = await countRows(this.filtered(ownerId, filter));
    if (page.offset >= total) return { files: [], total };
    const newest = this.filtered(ownerId, filter).orderBy(newestFirst('created_at', 'id'));
    const rows: object[] = await newest.limit(page.limit).offset(page.offset);
    return { files: rows.map(toFile), total };
  }

  async listTags(ownerId: string): Promise<readonly string[]> {
    const lists: string[] = await this.rows()
      .where({ owner_id: ownerId, purpose: 'permanent' })
      .whereNot({ tags: '[]' })
      .pluck('tags');
    const unique = new Map(lists.flatMap((list) => parseStrings(list)).map((tag) => [toSearchable(tag), tag]));
    return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tag]) => tag);
  }

  async listExpired(now: number, limit: number): Promise<readonly StoredFile[]> {
    const rows: object[] = await this.rows().where('expires_at', '<=', now).orderBy(['expires_at', 'id']).limit(limit);
    return rows.map(toFile);
  }

  async countExpired(now: number): Promise<number> {
    return countRows(this.rows().where('expires_at', '<=', now));
  }

  async recordAccess(ownerId: string, fileIds: readonly string[]): Promise<void> {
    if (fileIds.length > 0) await this.ownFiles(ownerId).whereIn('id', fileIds).increment('access_count', 1);
  }

  async setEmbedding(
    ownerId: string,
    fileId: string,
    embedding: Parameters<FileRepository['setEmbedding']>[2],
  ): Promise<boolean> {
    const { embeddingStatus: status, embeddingError: error, chunkCount } = embedding;
    const to = {
      embedding_status: status,
      embedding_error: error,
      embedding_failing_since: null,
      chunk_count: chunkCount,
    };
    return (await this.ownFiles(ownerId).where({ id: fileId }).update(to)) === 1;
  }

  async setTextTokens(ownerId: string, fileId: string, textTokens: number): Promise<void> {
    await this.ownFiles(ownerId).where({ id: fileId }).update({ text_tokens: textTokens });
  }

  async recordEmbeddingDelay(ownerId: string, fileId: string, { status, reason, at }: EmbeddingDelay): Promise<void> {
    await this.ownFiles(ownerId)
      .where({ id: fileId, embedding_status: status })
      .update({
        embedding_error: reason,
        embedding_failing_since: this.db.connection.raw('coalesce(embedding_failing_since, ?)', [at]),
      });
  }

  async getEmbeddingBacklog(): Promise<EmbeddingBacklog> {
    const ofStatus = (status: EmbeddingStatus): Knex.QueryBuilder => this.rows().where({ embedding_status: status });
    const failing = (): Knex.QueryBuilder =>
      this.rows().whereIn('embedding_status', ['pending', 'completed']).whereNotNull('embedding_failing_since');
    const failingAgain = ofStatus('completed').whereNotNull('embedding_failing_since');
    const first: { since: number | string; reason: string | null } | undefined = await failing()
      .orderBy('embedding_failing_since')
      .first({ since: 'embedding_failing_since', reason: 'embedding_error' });
    return {
      pending: (await countRows(ofStatus('pending'))) + (await countRows(failingAgain)),
      failing: first
        ? { files: await countRows(failing()), since: Number(first.since), reason: first.reason ?? '' }
        : null,
    };
  }

  async requestEmbedding(ownerId: string, fileId: string): Promise<boolean> {
    const waiting = this.ownFiles(ownerId).where({ id: fileId }).whereIn('embedding_status', ['failed', 'disabled']);
    return (await waiting.update({ embedding_status: 'pending', embedding_error: null })) === 1;
  }

  async saveDescription(ownerId: string, hash: string, visionDescription: string): Promise<void> {
    await this.ownFiles(ownerId).where({ hash, kind: 'image' }).update({ vision_description: visionDescription });
  }

  async findDescription(ownerId: string, hash: string): Promise<string | undefined> {
    const images = this.ownFiles(ownerId).where({ hash, kind: 'image' }).whereNotNull('vision_description');
    const row: { vision_description: string } | undefined = await images.first('vision_description');
    return row?.vision_description ?? undefined;
  }

  /** A conditional update reserves storage, so that no two uploads share the last of it, across processes. */
  private async reserveStorage({ ownerId, size }: StoredFile, quota: StorageQuota): Promise<AddOutcome> {
    if (await this.tryReserve(ownerId, size, quota)) return 'added';
    await this.table('file_owners').insert(toOwnerRow(ownerId)).onConflict('id').ignore();
    await this.table('file_use').insert({ owner_id: ownerId, files: 0, bytes: 0 }).onConflict('owner_id').ignore();
    if (await this.tryReserve(ownerId, size, quota)) return 'added';
    const { files } = await this.getUsage(ownerId);
    return quota.maxFiles >= 0 && files >= quota.maxFiles ? 'too many files' : 'too many bytes';
  }

  private async tryReserve(ownerId: string, size: number, { maxFiles, maxBytes }: StorageQuota): Promise<boolean> {
    const use = this.usageRow(ownerId);
    if (maxFiles >= 0) void use.where('files', '<', maxFiles);
    if (maxBytes >= 0) void use.where('bytes', '<=', maxBytes - size);
    return (await use.increment({ files: 1, bytes: size })) === 1;
  }

  private filtered(ownerId: string, { search, tag, embedded, withAttachments }: FileFilter): Knex.QueryBuilder {
    const purposes = withAttachments === true ? ['permanent', 'chat'] : ['permanent'];
    const files = this.rows().where({ owner_id: ownerId }).whereIn('purpose', purposes);
    if (search.trim() !== '') void files.whereRaw(CONTAINS_SQL, ['search_text', toLikePattern(search.trim())]);
    if (tag.trim() !== '') void files.whereRaw(CONTAINS_SQL, ['search_tags', toLikePattern(`\n${tag.trim()}\n`)]);
    if (embedded === true) void files.where({ embedding_status: 'completed' });
    if (embedded === false) void files.whereNot({ embedding_status: 'completed' });
    return files;
  }

  private ownFiles(ownerId: string): Knex.QueryBuilder {
    const now = this.clock.now();
    return this.rows()
      .where({ owner_id: ownerId })
      .where((file) => void file.whereNull('expires_at').orWhere('expires_at', '>', now));
  }

  private rows(): Knex.QueryBuilder {
    return this.table('files');
  }

  private usageRow(ownerId: string): Knex.QueryBuilder {
    return this.table('file_use').where({ owner_id: ownerId });
  }
}
