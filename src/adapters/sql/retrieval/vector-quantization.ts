/*
 * Vectors at a quarter of their size: 8-bit codes and one scale each, normalized to length 1. A block has those of
 * neighbouring chunks: first the scales as 32-bit floats (NaN: no vector), then the codes, each vector padded to a
 * multiple of four. Little-endian.
 */

const MAX_CODE = 127;
const SCALE_BYTES = 4;
/** Approximate bytes per block; chunks per block. */
const BLOCK_BYTES = 512 * 1024;
const MAX_VECTORS_PER_BLOCK = 256;

export interface PlacedVector {
  /** Index within its block. */
  readonly at: number;
  readonly vector: Float32Array;
}

/** A decoded block. */
export interface QuantizedVectors {
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

const strideFor = (dimensions: number): number => Math.ceil(dimensions / 4) * 4;

/** Chunks per block. */
export const vectorsPerBlock = (dimensions: number): number =>
  Math.max(1, Math.min(MAX_VECTORS_PER_BLOCK, Math.floor(BLOCK_BYTES / strideFor(dimensions))));

/** Vectors grouped by block. */
export const groupByBlock = (
  vectors: readonly { readonly ordinal: number; readonly vector: Float32Array }[],
  dimensions: number,
): Map<number, PlacedVector[]> => {
  const size = vectorsPerBlock(dimensions);
  const blocks = new Map<number, PlacedVector[]>();
  for (const { ordinal, vector } of vectors) {
    const block = Math.floor(ordinal / size);
    const placed = blocks.get(block) ?? [];
    placed.push({ at: ordinal % size, vector });
    blocks.set(block, placed);
  }
  return blocks;
};

const createEmpty = (count: number, dimensions: number): QuantizedVectors => ({
  scales: new Float32Array(count).fill(NaN),
  values: new Int8Array(count * strideFor(dimensions)),
});

/** The inverse of `encodeBlock`. */
export const decodeBlock = (bytes: Uint8Array, dimensions: number): QuantizedVectors => {
  const copy = Uint8Array.from(bytes); // floats must be aligned to four bytes, and a driver's buffer may not be
  const count = Math.floor(copy.length / (SCALE_BYTES + strideFor(dimensions)));
  return {
    scales: new Float32Array(copy.buffer, 0, count),
    values: new Int8Array(copy.buffer, count * SCALE_BYTES, count * strideFor(dimensions)),
  };
};

/** Its stored form. */
export const encodeBlock = ({ scales, values: parts }: QuantizedVectors): Buffer =>
  Buffer.concat([
    new Uint8Array(scales.buffer, scales.byteOffset, scales.byteLength),
    new Uint8Array(parts.buffer, parts.byteOffset, parts.byteLength),
  ]);

const norm = (vector: Float32Array): number => Math.sqrt(vector.reduce((sum, part) => sum + part * part, 0));

const quantize = (
  { scales, values: parts }: QuantizedVectors,
  { at, vector }: PlacedVector,
  dimensions: number,
): void => {
  const largest = vector.reduce((max, part) => Math.max(max, Math.abs(part)), 0);
  const from = at * strideFor(dimensions);
  scales[at] = largest === 0 ? 0 : largest / MAX_CODE / norm(vector);
  for (let part = 0; part < dimensions; part += 1)
    parts[from + part] = largest === 0 ? 0 : Math.round(((vector[part] ?? 0) / largest) * MAX_CODE);
};

/** A block with vectors added or replaced. */
export const mergeVectors = (
  before: QuantizedVectors | undefined,
  vectors: readonly PlacedVector[],
  dimensions: number,
): QuantizedVectors => {
  const count = vectors.reduce((max, { at }) => Math.max(max, at + 1), before?.scales.length ?? 0);
  const codes = createEmpty(count, dimensions);
  if (before) {
    codes.scales.set(before.scales);
    codes.values.set(before.values);
  }
  for (const placed of vectors) quantize(codes, placed, dimensions);
  return codes;
};

/** A query vector for `cosineScores`: of length 1, padded like the codes. */
export const normalizeQuery = (vector: Float32Array): Float32Array => {
  const query = new Float32Array(strideFor(vector.length));
  const length = norm(vector);
  if (length > 0) query.set(vector.map((part) => part / length));
  return query;
};

/** Four sums in parallel, because each addition would wait for the one before. */
const dotProduct = (query: Float32Array, parts: Int8Array, from: number): number => {
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

/** Approximate cosines of the query and each vector of a block; NaN where there is none. */
export const cosineScores = (query: Float32Array, { scales, values: parts }: QuantizedVectors): Float32Array =>
  scales.map((scale, at) => dotProduct(query, parts, at * query.length) * scale);
