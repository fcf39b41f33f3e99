import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';

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

/*
 * The form of a block as of this step: the scales of neighbouring chunks as 32-bit floats (NaN: no vector there), then
 * their 8-bit codes, each vector's filled up to a multiple of four. Little-endian.
 */
const MAX_CODE = 127;
const BLOCK_BYTES = 512 * 1024;
const MAX_VECTORS_PER_BLOCK = 256;

const floatsOf = (bytes: Uint8Array): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);
const strideFor = (dimensions: number): number => Math.ceil(dimensions / 4) * 4;
const vectorsPerBlock = (dimensions: number): number =>
  Math.max(1, Math.min(MAX_VECTORS_PER_BLOCK, Math.floor(BLOCK_BYTES / strideFor(dimensions))));

const encodeBlock = (rows: readonly VectorRow[], from: number, dimensions: number): Buffer => {
  const stride = strideFor(dimensions);
  const count = rows.reduce((max, { ordinal }) => Math.max(max, ordinal - from + 1), 0);
  const scales = new Float32Array(count).fill(NaN);
  const codes = new Int8Array(count * stride);
  for (const row of rows) {
    const at = row.ordinal - from;
    const vector = floatsOf(row.vector);
    const largest = vector.reduce((max, part) => Math.max(max, Math.abs(part)), 0);
    const norm = Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));
    scales[at] = largest === 0 ? 0 : largest / MAX_CODE / norm;
    if (largest > 0)
      codes.set(
        Int8Array.from(vector, (part) => Math.round((part / largest) * MAX_CODE)),
        at * stride,
      );
  }
  return Buffer.concat([new Uint8Array(scales.buffer), new Uint8Array(codes.buffer)]);
};

const fill = async (knex: Knex, file: FileRow): Promise<void> => {
  await knex('vector_blocks').where(file).delete(); // of an earlier attempt
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
    if (rows.length === 0) continue;
    await knex('vector_blocks').insert({
      ...file,
      block: from / size,
      version: randomUUID(),
      codes: encodeBlock(rows, from, dimensions),
    });
  }
};

/** Builds the blocks of all existing vectors. */
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
