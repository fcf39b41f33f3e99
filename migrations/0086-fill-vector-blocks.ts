import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';

import {
  groupByBlock,
  encodeBlock,
  vectorsPerBlock,
  mergeVectors,
} from '../src/adapters/sql/retrieval/vector-quantization.ts';
import type { Migration } from './migration.ts';

interface FileRow {
  readonly collection: string;
  readonly file_id: string;
  readonly owner_id: string;
}

interface VectorRow {
  readonly ordinal: number;
  readonly vector: Uint8Array;
}

const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

const fill = async (knex: Knex, file: FileRow): Promise<void> => {
  await knex('vector_blocks').where(file).delete(); // of an earlier try
  const vectors = knex('chunk_vectors').where(file);
  const first: VectorRow | undefined = await vectors.clone().first('ordinal', 'vector');
  const last: VectorRow | undefined = await vectors.clone().orderBy('ordinal', 'desc').first('ordinal', 'vector');
  const dimensions = (first?.vector.length ?? 0) / 4;
  const size = vectorsPerBlock(dimensions);
  for (let from = 0; from <= (last?.ordinal ?? -1); from += size) {
    const rows: VectorRow[] = await vectors
      .clone()
      .where('ordinal', '>=', from)
      .where('ordinal', '<', from + size)
      .select('ordinal', 'vector');
    const made = groupByBlock(
      rows.map(({ ordinal, vector }) => ({ ordinal, vector: floatsOf(vector) })),
      dimensions,
    );
    for (const [block, placed] of made) {
      await knex('vector_blocks').insert({
        ...file,
        block,
        version: randomUUID(),
        codes: encodeBlock(mergeVectors(undefined, placed, dimensions)),
      });
    }
  }
};

/** Makes the blocks of all vectors that were there before. */
export const fillVectorBlocks: Migration = {
  name: '0086-fill-vector-blocks',
  up: async (knex) => {
    const files: FileRow[] = await knex('chunk_vectors').distinct('collection', 'file_id', 'owner_id');
    for (const file of files) await fill(knex, file);
  },
  down: async (knex) => {
    await knex('vector_blocks').delete();
  },
};
