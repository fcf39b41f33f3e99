import { setImmediate as others } from 'node:timers/promises';
import type { Knex } from 'knex';

import type { ChunkVector, Collection, Hit, SearchScope, Vectors } from '../../domain/retrieval/ports.ts';
import { inBatches } from './batches.ts';
import type { Database } from './database.ts';

/** Vectors that are compared before others may go on: some ten milliseconds. */
const AT_ONCE = 4000;

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

/** Vectors in the product's own database: every one of the files is compared, so what is nearest is found for sure. */
export class EmbeddedVectors implements Vectors {
  readonly inDatabase = true;
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async upsert({ version }: Collection, { ownerId, fileId }: { readonly ownerId: string; readonly fileId: string }, vectors: readonly ChunkVector[]): Promise<void> {
    await this.db.transaction(async () => {
      for (const batch of inBatches(vectors)) {
        const rows = batch.map(({ ordinal, vector }) => ({ collection: version, file_id: fileId, ordinal, owner_id: ownerId, vector: bytesOf(vector) }));
        const places = this.db.connection('chunk_vectors').where({ collection: version, file_id: fileId, owner_id: ownerId });
        await places.whereIn('ordinal', batch.map(({ ordinal }) => ordinal)).delete();
        await this.db.connection('chunk_vectors').insert(rows);
      }
    });
  }

  async search({ version, dimensions }: Collection, scope: SearchScope, { vector, limit }: { readonly vector: Float32Array; readonly limit: number }): Promise<readonly Hit[]> {
    if (vector.length !== dimensions || scope.fileIds.length === 0) return [];
    const own = (query: Knex.QueryBuilder) => query.where({ collection: version, owner_id: scope.ownerId });
    // Told by the index alone, so without the owner: whose rows they are is asked when they are compared.
    const places: Knex.QueryBuilder = this.db.connection('chunk_vectors').where({ collection: version }).whereIn('file_id', scope.fileIds);
    const sizes: { file_id: string; last: number }[] = await places.groupBy('file_id').select('file_id').max('ordinal as last').orderBy('file_id');
    let best: Hit[] = [];
    for (const { fileIds, from, to } of portionsOf(sizes)) {
      const within = (query: Knex.QueryBuilder) => own(query).whereIn('file_id', fileIds).whereBetween('ordinal', [from, to]);
      best = [...best, ...(await this.nearest(within, vector, limit))].sort(byNearness).slice(0, limit);
      await others();
    }
    return best;
  }

  async removeFile(ownerId: string, fileId: string, except?: string): Promise<void> {
    const rows = this.db.connection('chunk_vectors').where({ file_id: fileId, owner_id: ownerId });
    await (except === undefined ? rows : rows.whereNot({ collection: except })).delete();
  }

  private async nearest(within: (query: Knex.QueryBuilder) => Knex.QueryBuilder, vector: Float32Array, limit: number): Promise<Hit[]> {
    const compared = this.db.dialect.vectorDistances(this.db.connection, bytesOf(vector));
    if (compared) {
      const rows: (Place & { distance: number | null })[] = await within(compared).select('file_id', 'ordinal').orderBy('distance').limit(limit);
      return rows.flatMap(({ file_id: fileId, ordinal, distance }) => (distance === null ? [] : [{ fileId, ordinal, score: 1 - distance }]));
    }
    const rows: VectorRow[] = await within(this.db.connection('chunk_vectors')).select('file_id', 'ordinal', 'vector');
    const hits = rows.map(({ file_id: fileId, ordinal, vector: bytes }) => ({ fileId, ordinal, score: cosine(vector, floatsOf(bytes)) }));
    return hits.sort(byNearness).slice(0, limit);
  }
}

const byNearness = (a: Hit, b: Hit): number => b.score - a.score || (a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.ordinal - b.ordinal);

interface Portion {
  readonly fileIds: string[];
  readonly from: number;
  readonly to: number;
}

/** What is compared at once: a part of a large file, or several small files whole. */
const portionsOf = (sizes: readonly { readonly file_id: string; readonly last: number }[]): Portion[] => {
  const portions: Portion[] = [];
  let [small, count]: [string[], number] = [[], 0];
  for (const { file_id: fileId, last } of sizes) {
    if (last >= AT_ONCE) {
      for (let from = 0; from <= last; from += AT_ONCE) portions.push({ fileIds: [fileId], from, to: from + AT_ONCE - 1 });
      continue;
    }
    if (count + last + 1 > AT_ONCE) {
      portions.push({ fileIds: small, from: 0, to: AT_ONCE - 1 });
      [small, count] = [[], 0];
    }
    small.push(fileId);
    count += last + 1;
  }
  return small.length > 0 ? [...portions, { fileIds: small, from: 0, to: AT_ONCE - 1 }] : portions;
};
