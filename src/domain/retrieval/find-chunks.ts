import type { ChunkRepository, Hit, SearchScope, StoredChunk } from './ports.ts';

/** Of several owners, each asked for its own files only. */
export const findChunks = async (
  chunks: ChunkRepository,
  scopes: readonly SearchScope[],
  refs: readonly Pick<Hit, 'fileId' | 'ordinal'>[],
): Promise<readonly StoredChunk[]> =>
  refs.length === 0 ? [] : (await Promise.all(scopes.map((scope) => chunks.find(scope, refs)))).flat();
