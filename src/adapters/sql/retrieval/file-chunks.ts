import type { Knex } from 'knex';

import type { Chunk, ChunkRepository, Hit, StoredChunk, SearchScope } from '../../../domain/retrieval/ports.ts';
import { chunkKey } from '../../../domain/retrieval/chunk.ts';
import { inBatches } from '../batches.ts';
import { tokenizeChunk, tokenizeChunkQuery } from './chunk-tokens.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

const stored = rowMapping<StoredChunk>({
  fileId: 'file_id',
  ordinal: 'ordinal',
  ownerId: 'owner_id',
  kind: 'kind',
  page: 'page',
  heading: 'heading',
  text: 'text',
});
const COLUMNS = stored.columnsOf('file_chunks');

export class SqlChunkRepository extends SqlStore implements ChunkRepository {
  async replace(ownerId: string, fileId: string, chunks: readonly Chunk[]): Promise<void> {
    await this.db.transaction(async () => {
      await this.remove(ownerId, fileId);
      const indexed = chunks.map(({ ordinal, kind, page, heading, text }) => ({
        row: { file_id: fileId, ordinal, owner_id: ownerId, kind, page, heading, text },
        words: tokenizeChunk(ownerId, `${heading}\n${text}`),
      }));
      for (const batch of inBatches(indexed)) await this.db.dialect.insertChunks(this.db.connection, batch);
    });
  }

  async remove(ownerId: string, fileId: string): Promise<void> {
    await this.rows({ ownerId, fileIds: [fileId] }).delete();
  }

  async listByFile(
    ownerId: string,
    fileId: string,
    { from, limit }: { readonly from: number; readonly limit: number },
  ): Promise<readonly StoredChunk[]> {
    const rows: object[] = await this.rows({ ownerId, fileIds: [fileId] })
      .where('ordinal', '>=', from)
      .orderBy('ordinal')
      .limit(limit)
      .select(COLUMNS);
    return rows.map(stored.fromRow);
  }

  async find(scope: SearchScope, places: readonly Pick<Hit, 'fileId' | 'ordinal'>[]): Promise<readonly StoredChunk[]> {
    const fileIds = new Set(scope.fileIds);
    const found: StoredChunk[] = [];
    for (const batch of inBatches(places.filter(({ fileId }) => fileIds.has(fileId)))) {
      const rows: object[] = await this.table('file_chunks')
        .where({ owner_id: scope.ownerId })
        .whereIn(
          ['file_id', 'ordinal'],
          batch.map(({ fileId, ordinal }) => [fileId, ordinal]),
        )
        .select(COLUMNS);
      found.push(...rows.map(stored.fromRow));
    }
    return found;
  }

  async search(scope: SearchScope, query: string, limit: number): Promise<readonly Hit[]> {
    const words = tokenizeChunkQuery(scope.ownerId, query);
    if (words.length === 0 || scope.fileIds.length === 0) return [];
    const { words: selective, sampled } = await this.db.dialect.selectiveWords(this.db.connection, scope, words);
    const found = await this.searchWords(scope, selective, limit);
    const keys = new Set(found.map(chunkKey));
    return [...found, ...sampled.filter((hit) => !keys.has(chunkKey(hit)))].slice(0, limit);
  }

  private async searchWords(scope: SearchScope, words: readonly string[], limit: number): Promise<Hit[]> {
    if (words.length === 0) return [];
    const rows: { file_id: string; ordinal: number; score: number }[] = await this.db.dialect
      .chunksMatchingWords(this.db.connection, words)
      .select('file_chunks.file_id', 'file_chunks.ordinal')
      .where('file_chunks.owner_id', scope.ownerId)
      .whereIn('file_chunks.file_id', scope.fileIds)
      .orderBy([
        { column: 'score', order: 'desc' },
        { column: 'file_chunks.file_id' },
        { column: 'file_chunks.ordinal' },
      ])
      .limit(limit);
    return rows.map(({ file_id: fileId, ordinal, score }) => ({ fileId, ordinal, score }));
  }

  private rows({ ownerId, fileIds }: SearchScope): Knex.QueryBuilder {
    return this.table('file_chunks').whereIn('file_id', fileIds).where({ owner_id: ownerId });
  }
}
