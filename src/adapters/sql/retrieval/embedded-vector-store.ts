import { setImmediate as others } from 'node:timers/promises';
import type { Knex } from 'knex';

import type { ChunkVector, Collection, Hit, SearchScope, VectorStore } from '../../../domain/retrieval/ports.ts';
import { inBatches } from '../batches.ts';
import { SqlStore } from '../sql-store.ts';
import { type Block, VectorBlocks } from './vector-blocks.ts';
import { cosineScores, normalizeQuery } from './vector-quantization.ts';

/** Multiplications per slice before others may run: a few milliseconds. */
const PRODUCTS_PER_TICK = 1_000_000;
/** How many of the nearest by code are compared exactly: per wanted hit, and at least. */
const RERANK_FACTOR = 4;
const MIN_RERANK = 200;

type ChunkRef = Pick<Hit, 'fileId' | 'ordinal'>;

interface RowRef {
  readonly file_id: string;
  readonly ordinal: number;
}

interface VectorRow extends RowRef {
  readonly vector: Uint8Array;
}

const toBytes = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Floats must be aligned to four bytes; others are copied. */
const toFloats = (bytes: Uint8Array): Float32Array =>
  bytes.byteOffset % 4 === 0
    ? new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
    : new Float32Array(new Uint8Array(bytes).buffer);

const cosine = (a: Float32Array, b: Float32Array): number => {
  let [product, lengthA, lengthB] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    product += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  return product === 0 ? 0 : product / Math.sqrt(lengthA * lengthB);
};

const byScore = (a: Hit, b: Hit): number =>
  b.score - a.score || (a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.ordinal - b.ordinal);

/** The best hits, without sorting all of them. */
class TopHits {
  private hits: Hit[] = [];
  private threshold = -Infinity;

  constructor(private readonly limit: number) {}

  add(fileId: string, ordinal: number, score: number): void {
    if (!(score >= this.threshold)) return; // NaN: no vector in this place
    this.hits.push({ fileId, ordinal, score });
    if (this.hits.length >= this.limit * 2) this.threshold = this.sorted().at(-1)?.score ?? this.threshold;
  }

  sorted(): readonly Hit[] {
    this.hits = this.hits.sort(byScore).slice(0, this.limit);
    return this.hits;
  }
}

/**
 * Vectors in the product's own database. All vectors of the files are compared by their 8-bit codes, and the nearest
 * few hundred again exactly: the codes' error is far smaller than that margin.
 */
export class EmbeddedVectorStore extends SqlStore implements VectorStore {
  readonly isInDatabase = true;
  private readonly blocks = new VectorBlocks(this.db);

  async upsert(
    collection: Collection,
    file: { readonly ownerId: string; readonly fileId: string },
    vectors: readonly ChunkVector[],
  ): Promise<void> {
    const place = { collection: collection.version, file_id: file.fileId, owner_id: file.ownerId };
    await this.db.transaction(async () => {
      for (const batch of inBatches(vectors)) {
        const ordinals = batch.map(({ ordinal }) => ordinal);
        await this.table('chunk_vectors').where(place).whereIn('ordinal', ordinals).delete();
        await this.table('chunk_vectors').insert(
          batch.map(({ ordinal, vector }) => ({ ...place, ordinal, vector: toBytes(vector) })),
        );
      }
      await this.blocks.upsert(collection, file, vectors);
    });
  }

  async search(
    collection: Collection,
    scope: SearchScope,
    { vectors, limit }: { readonly vectors: readonly Float32Array[]; readonly limit: number },
  ): Promise<readonly (readonly Hit[])[]> {
    if (vectors.some(({ length }) => length !== collection.dimensions) || scope.fileIds.length === 0)
      return vectors.map(() => []);
    const own = { collection: collection.version, owner_id: scope.ownerId };
    const lists: (readonly Hit[])[] = [];
    for (const [at, candidates] of (await this.findCandidates(collection, scope, vectors, limit)).entries())
      lists.push((await this.rerank(own, candidates, vectors[at] ?? new Float32Array())).slice(0, limit));
    return lists;
  }

  async removeFile(ownerId: string, fileId: string, except?: string): Promise<void> {
    await this.db.transaction(async () => {
      const rows = this.table('chunk_vectors').where({ file_id: fileId, owner_id: ownerId });
      await (except === undefined ? rows : rows.whereNot({ collection: except })).delete();
      await this.blocks.removeFile(ownerId, fileId, except);
    });
  }

  /** All vectors in one scan of the codes. */
  private async findCandidates(
    collection: Collection,
    scope: SearchScope,
    vectors: readonly Float32Array[],
    limit: number,
  ): Promise<(readonly Hit[])[]> {
    const queries = vectors.map((vector) => ({
      query: normalizeQuery(vector),
      topHits: new TopHits(Math.max(MIN_RERANK, limit * RERANK_FACTOR)),
    }));
    let products = 0;
    for await (const blocks of this.blocks.scan(collection, scope)) {
      for (const block of blocks) {
        for (const { query, topHits } of queries) products += scoreBlock(query, block, topHits);
        if (products < PRODUCTS_PER_TICK) continue;
        products = 0;
        await others();
      }
    }
    return queries.map(({ topHits }) => topHits.sorted());
  }

  /** The candidates by their exact vectors. */
  private async rerank(own: object, candidates: readonly ChunkRef[], vector: Float32Array): Promise<readonly Hit[]> {
    const found: Hit[] = [];
    for (const batch of inBatches(candidates)) {
      const pairs = batch.map(({ fileId, ordinal }) => [fileId, ordinal]);
      found.push(...(await this.scoreRows((rows) => rows.where(own).whereIn(['file_id', 'ordinal'], pairs), vector)));
    }
    return found.sort(byScore);
  }

  private async scoreRows(
    within: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
    vector: Float32Array,
  ): Promise<Hit[]> {
    const distances = this.db.dialect.vectorDistances(this.db.connection, toBytes(vector));
    if (distances) {
      const rows: (RowRef & { distance: number | null })[] = await within(distances).select('file_id', 'ordinal');
      return rows.flatMap(({ file_id: fileId, ordinal, distance }) =>
        distance === null ? [] : [{ fileId, ordinal, score: 1 - distance }],
      );
    }
    const rows: VectorRow[] = await within(this.table('chunk_vectors')).select('file_id', 'ordinal', 'vector');
    return rows.map(({ file_id: fileId, ordinal, vector: bytes }) => ({
      fileId,
      ordinal,
      score: cosine(vector, toFloats(bytes)),
    }));
  }
}

/** Returns the number of multiplications. */
const scoreBlock = (query: Float32Array, { fileId, first, codes }: Block, topHits: TopHits): number => {
  const scores = cosineScores(query, codes);
  for (let at = 0; at < scores.length; at += 1) topHits.add(fileId, first + at, scores[at] ?? NaN);
  return scores.length * query.length;
};
