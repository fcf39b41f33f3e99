/*
 * Vectors at a quarter of their size: of each the 8-bit codes of its parts and one scale, as if it were of length 1. A
 * block holds those of neighbouring chunks in one piece: first the scales as 32-bit floats (NaN: no vector there), then
 * the codes, each vector's filled up to a multiple of four. Little-endian.
 */

const MOST_CODE = 127;
const SCALE_BYTES = 4;
/** Bytes of a block, about; chunks of one block. */
const BLOCK_BYTES = 512 * 1024;
const MOST_A_BLOCK = 256;

export interface PlacedVector {
  /** Within its block, from 0 on. */
  readonly at: number;
  readonly vector: Float32Array;
}

/** A block as it is compared. */
export interface Codes {
  readonly scales: Float32Array;
  readonly parts: Int8Array;
}

const strideOf = (dimensions: number): number => Math.ceil(dimensions / 4) * 4;

/** How many neighbouring chunks one block holds. */
export const chunksABlock = (dimensions: number): number =>
  Math.max(1, Math.min(MOST_A_BLOCK, Math.floor(BLOCK_BYTES / strideOf(dimensions))));

/** Vectors by the block that they belong to. */
export const byBlock = (
  vectors: readonly { readonly ordinal: number; readonly vector: Float32Array }[],
  dimensions: number,
): Map<number, PlacedVector[]> => {
  const size = chunksABlock(dimensions);
  const blocks = new Map<number, PlacedVector[]>();
  for (const { ordinal, vector } of vectors) {
    const block = Math.floor(ordinal / size);
    const placed = blocks.get(block) ?? [];
    placed.push({ at: ordinal % size, vector });
    blocks.set(block, placed);
  }
  return blocks;
};

const emptyCodes = (count: number, dimensions: number): Codes => ({
  scales: new Float32Array(count).fill(NaN),
  parts: new Int8Array(count * strideOf(dimensions)),
});

/** The other way round than `bytesOfCodes`. */
export const codesOf = (bytes: Uint8Array, dimensions: number): Codes => {
  const own = Uint8Array.from(bytes); // floats must begin at a multiple of four, and a driver's buffer is its own
  const count = Math.floor(own.length / (SCALE_BYTES + strideOf(dimensions)));
  return {
    scales: new Float32Array(own.buffer, 0, count),
    parts: new Int8Array(own.buffer, count * SCALE_BYTES, count * strideOf(dimensions)),
  };
};

/** As it is stored. */
export const bytesOfCodes = ({ scales, parts }: Codes): Buffer =>
  Buffer.concat([
    new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength),
    new Uint8Array(parts.buffer, parts.byteOffset, parts.byteLength),
  ]);

const lengthOf = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));

const encode = ({ scales, parts }: Codes, { at, vector }: PlacedVector, dimensions: number): void => {
  const largest = vector.reduce((most, part) => Math.max(most, Math.abs(part)), 0);
  const from = at * strideOf(dimensions);
  scales[at] = largest === 0 ? 0 : largest / MOST_CODE / lengthOf(vector);
  for (let part = 0; part < dimensions; part += 1)
    parts[from + part] = largest === 0 ? 0 : Math.round(((vector[part] ?? 0) / largest) * MOST_CODE);
};

/** A block with further vectors in it, or others in place of those that were there. */
export const withVectors = (before: Codes | undefined, vectors: readonly PlacedVector[], dimensions: number): Codes => {
  const count = vectors.reduce((most, { at }) => Math.max(most, at + 1), before?.scales.length ?? 0);
  const codes = emptyCodes(count, dimensions);
  if (before) {
    codes.scales.set(before.scales);
    codes.parts.set(before.parts);
  }
  for (const placed of vectors) encode(codes, placed, dimensions);
  return codes;
};

/** A query as `nearnesses` takes it: of length 1, filled up like the codes. */
export const queryOf = (vector: Float32Array): Float32Array => {
  const query = new Float32Array(strideOf(vector.length));
  const length = lengthOf(vector);
  if (length > 0) query.set(vector.map((part) => part / length));
  return query;
};

/** Four sums, because each addition would wait for the one before. */
const productOf = (query: Float32Array, parts: Int8Array, from: number): number => {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let part = 0; part < query.length; part += 4) {
    const at = from + part;
    a += (query[part] ?? 0) * (parts[at] ?? 0);
    b += (query[part + 1] ?? 0) * (parts[at + 1] ?? 0);
    c += (query[part + 2] ?? 0) * (parts[at + 2] ?? 0);
    d += (query[part + 3] ?? 0) * (parts[at + 3] ?? 0);
  }
  return a + b + c + d;
};

/** About the cosines of the query and each vector of a block; NaN where there is none. */
export const nearnesses = (query: Float32Array, { scales, parts }: Codes): Float32Array =>
  scales.map((scale, at) => productOf(query, parts, at * query.length) * scale);
