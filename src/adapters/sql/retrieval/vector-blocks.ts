import { randomUUID } from 'node:crypto';

import type { ChunkVector, Collection, SearchScope } from '../../../domain/retrieval/ports.ts';
import { LruCache } from '../../../domain/kernel/lru-cache.ts';
import { SqlStore } from '../sql-store.ts';
import {
  groupByBlock,
  encodeBlock,
  vectorsPerBlock,
  type QuantizedVectors,
  decodeBlock,
  mergeVectors,
} from './vector-quantization.ts';

/** Cache size in bytes per process, all users together; 50 000 chunks of 512 dimensions take 26 MB. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
/** Bytes of blocks fetched at once. */
const MAX_FETCH_BYTES = 1024 * 1024;

interface BlockRow {
  readonly file_id: string;
  readonly block: number;
  readonly version: string;
}

export interface Block {
  readonly fileId: string;
  /** The ordinal of its first chunk. */
  readonly first: number;
  readonly codes: QuantizedVectors;
}

interface CachedBlock {
  readonly version: string;
  readonly codes: QuantizedVectors;
}

const codesBytes = ({ codes: { scales, values: parts } }: CachedBlock): number => scales.byteLength + parts.byteLength;

/**
 * The codes of vectors, block by block, cached in memory. Each search queries ids and versions of the owner's blocks,
 * so that nothing outdated or foreign is compared, whichever process wrote last.
 */
export class VectorBlocks extends SqlStore {
  private readonly cache = new LruCache<CachedBlock>({ maxSize: MAX_CACHE_BYTES, sizeOf: codesBytes });

  /** In the caller's transaction. */
  async upsert(
    { version: collection, dimensions }: Collection,
    { ownerId, fileId }: { readonly ownerId: string; readonly fileId: string },
    vectors: readonly ChunkVector[],
  ): Promise<void> {
    for (const [block, placed] of groupByBlock(vectors, dimensions)) {
      const place = { collection, file_id: fileId, block, owner_id: ownerId };
      const stored = () => this.table('vector_blocks').where(place);
      const row: { codes: Uint8Array } | undefined = await stored().forUpdate().first('codes');
      const codes = mergeVectors(row && decodeBlock(row.codes, dimensions), placed, dimensions);
      const written = { version: randomUUID(), codes: encodeBlock(codes) };
      await (row ? stored().update(written) : this.table('vector_blocks').insert({ ...place, ...written }));
    }
  }

  async removeFile(ownerId: string, fileId: string, except?: string): Promise<void> {
    const rows = this.table('vector_blocks').where({ file_id: fileId, owner_id: ownerId });
    await (except === undefined ? rows : rows.whereNot({ collection: except })).delete();
  }

  /** All blocks within the scope, in slices. */
  async *scan({ version: collection, dimensions }: Collection, scope: SearchScope): AsyncGenerator<readonly Block[]> {
    const rows: BlockRow[] = await this.rows(collection, scope)
      .select('file_id', 'block', 'version')
      .orderBy(['file_id', 'block']);
    const size = vectorsPerBlock(dimensions);
    const blocksPerFetch = Math.max(1, Math.floor(MAX_FETCH_BYTES / (size * dimensions)));
    for (let from = 0; from < rows.length; from += blocksPerFetch) {
      const page = rows.slice(from, from + blocksPerFetch);
      const cached = page.map((row) => this.getCached(cacheKey(collection, scope.ownerId, row), row.version));
      const fetched = cached.includes(undefined)
        ? await this.load(
            collection,
            dimensions,
            scope.ownerId,
            page.filter((_, at) => !cached[at]),
          )
        : [];
      yield page.flatMap((row, at) => {
        const codes =
          cached[at] ?? fetched.find(({ file_id: id, block }) => id === row.file_id && block === row.block)?.codes;
        return codes ? [{ fileId: row.file_id, first: row.block * size, codes }] : []; // removed meanwhile
      });
    }
  }

  private rows(collection: string, { ownerId, fileIds }: SearchScope) {
    return this.table('vector_blocks').where({ collection, owner_id: ownerId }).whereIn('file_id', fileIds);
  }

  private async load(
    collection: string,
    dimensions: number,
    ownerId: string,
    places: readonly BlockRow[],
  ): Promise<readonly (BlockRow & { readonly codes: QuantizedVectors })[]> {
    const pairs = places.map(({ file_id: id, block }) => [id, block]);
    const rows: (BlockRow & { readonly codes: Uint8Array })[] = await this.table('vector_blocks')
      .where({ collection, owner_id: ownerId })
      .whereIn(['file_id', 'block'], pairs)
      .select('file_id', 'block', 'version', 'codes');
    return rows.map((row) => {
      const codes = decodeBlock(row.codes, dimensions);
      this.cache.set(cacheKey(collection, ownerId, row), { version: row.version, codes });
      return { ...row, codes };
    });
  }

  private getCached(key: string, version: string): QuantizedVectors | undefined {
    const cached = this.cache.get(key);
    return cached?.version === version ? cached.codes : undefined;
  }
}

const cacheKey = (
  collection: string,
  ownerId: string,
  { file_id: fileId, block }: Pick<BlockRow, 'file_id' | 'block'>,
): string => JSON.stringify([collection, ownerId, fileId, block]);
