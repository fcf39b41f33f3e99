import { setImmediate as others } from 'node:timers/promises';
import type { Knex } from 'knex';

import type { ChunkVector, Collection, Hit, SearchScope, Vectors } from '../../domain/retrieval/ports.ts';
import { inBatches } from './batches.ts';
import type { Database } from './database.ts';
import { type Block, VectorBlocks } from './vector-blocks.ts';
import { nearnesses, queryOf } from './vector-codes.ts';

/** Products of two parts that are summed up before others may go on: a few milliseconds. */
const AT_ONCE = 1_000_000;
/** How many of those that are nearest by their codes are compared by the vectors themselves, for each that is wanted, and at least. */
const FINALISTS = 4;
const LEAST_FINALISTS = 200;

interface Place {
  readonly file_id: string;
  readonly ordinal: number;
}

interface VectorRow extends Place {
  readonly vector: Uint8Array;
}

const bytesOf = (vector: Float32Array): Buffer => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Floats must begin at a multiple of four: others are copied to where they do. */
const floatsOf = (bytes: Uint8Array): Float32Array =>
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

const byNearness = (a: Hit, b: Hit): number =>
  b.score - a.score || (a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.ordinal - b.ordinal);

/** Keeps the best of very many without ever sorting them all. */
class Best {
  private readonly limit: number;
  private hits: Hit[] = [];
  private least = -Infinity;

  constructor(limit: number) {
    this.limit = limit;
  }

  offer(fileId: string, ordinal: number, score: number): void {
    if (!(score >= this.least)) return; // nor is a place without a vector any good
    this.hits.push({ fileId, ordinal, score });
    if (this.hits.length >= this.limit * 2) this.least = this.all().at(-1)?.score ?? this.least;
  }

  all(): readonly Hit[] {
    this.hits = this.hits.sort(byNearness).slice(0, this.limit);
    return this.hits;
  }
}

/**
 * Vectors in the product's own database. Every one of the files is compared by its 8-bit codes, and the few hundred that
 * are nearest by those once more by the vectors themselves: what the codes blur is far less than what lies between the
 * last of these and the last of those that are wanted.
 */
export class EmbeddedVectors implements Vectors {
  readonly inDatabase = true;
  private readonly db: Database;
  private readonly blocks: VectorBlocks;

  constructor(db: Database) {
    this.db = db;
    this.blocks = new VectorBlocks(db);
  }

  async upsert(
    collection: Collection,
    file: { readonly ownerId: string; readonly fileId: string },
    vectors: readonly ChunkVector[],
  ): Promise<void> {
    const { ownerId, fileId } = file;
    await this.db.transaction(async () => {
      for (const batch of inBatches(vectors)) {
        const rows = batch.map(({ ordinal, vector }) => ({
          collection: collection.version,
          file_id: fileId,
          ordinal,
          owner_id: ownerId,
          vector: bytesOf(vector),
        }));
        const places = this.db
          .connection('chunk_vectors')
          .where({ collection: collection.version, file_id: fileId, owner_id: ownerId });
        await places
          .whereIn(
            'ordinal',
            batch.map(({ ordinal }) => ordinal),
          )
          .delete();
        await this.db.connection('chunk_vectors').insert(rows);
      }
      await this.blocks.write(collection, file, vectors);
    });
  }

  async search(
    collection: Collection,
    scope: SearchScope,
    { vector, limit }: { readonly vector: Float32Array; readonly limit: number },
  ): Promise<readonly Hit[]> {
    if (vector.length !== collection.dimensions || scope.fileIds.length === 0) return [];
    const finalists = await this.finalists(collection, scope, vector, Math.max(LEAST_FINALISTS, limit * FINALISTS));
    if (finalists.length === 0) return [];
    const own = { collection: collection.version, owner_id: scope.ownerId };
    const found: Hit[] = [];
    for (const batch of inBatches(finalists)) {
      const pairs = batch.map(({ fileId, ordinal }) => [fileId, ordinal]);
      found.push(...(await this.compared((query) => query.where(own).whereIn(['file_id', 'ordinal'], pairs), vector)));
    }
    return found.sort(byNearness).slice(0, limit);
  }

  async removeFile(ownerId: string, fileId: string, except?: string): Promise<void> {
    await this.db.transaction(async () => {
      const rows = this.db.connection('chunk_vectors').where({ file_id: fileId, owner_id: ownerId });
      await (except === undefined ? rows : rows.whereNot({ collection: except })).delete();
      await this.blocks.removeFile(ownerId, fileId, except);
    });
  }

  private async finalists(
    collection: Collection,
    scope: SearchScope,
    vector: Float32Array,
    limit: number,
  ): Promise<readonly Hit[]> {
    const query = queryOf(vector);
    const best = new Best(limit);
    let products = 0;
    for await (const blocks of this.blocks.within(collection, scope)) {
      for (const block of blocks) {
        products += compareAll(query, block, best);
        if (products < AT_ONCE) continue;
        products = 0;
        await others();
      }
    }
    return best.all();
  }

  private async compared(
    within: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
    vector: Float32Array,
  ): Promise<Hit[]> {
    const distances = this.db.dialect.vectorDistances(this.db.connection, bytesOf(vector));
    if (distances) {
      const rows: (Place & { distance: number | null })[] = await within(distances).select('file_id', 'ordinal');
      return rows.flatMap(({ file_id: fileId, ordinal, distance }) =>
        distance === null ? [] : [{ fileId, ordinal, score: 1 - distance }],
      );
    }
    const rows: VectorRow[] = await within(this.db.connection('chunk_vectors')).select('file_id', 'ordinal', 'vector');
    return rows.map(({ file_id: fileId, ordinal, vector: bytes }) => ({
      fileId,
      ordinal,
      score: cosine(vector, floatsOf(bytes)),
    }));
  }
}

/** Answers how many products that took. */
const compareAll = (query: Float32Array, { fileId, first, codes }: Block, best: Best): number => {
  const scores = nearnesses(query, codes);
  for (let at = 0; at < scores.length; at += 1) best.offer(fileId, first + at, scores[at] ?? NaN);
  return scores.length * query.length;
};
