import { chunkKey, type StoredChunk } from './chunk.ts';
import { chunkTokens } from './chunk-text.ts';

export interface ChunkBudget {
  /** For all files together. */
  readonly tokens: number;
  /** Files that get a share of their own before the others, because they are attached to or named in the question. */
  readonly asked: ReadonlySet<string>;
}

/** Of the budget, for the files of the question; the rest goes by rank alone. */
const ASKED_SHARE = 0.5;

/** Chunks that fit the budget, and the tokens they cost. */
export class PickedChunks {
  readonly #byKey = new Map<string, StoredChunk>();
  readonly #tokensOf = new Map<string, number>();
  #left: number;

  constructor(budget: number) {
    this.#left = budget;
  }

  get chunks(): readonly StoredChunk[] {
    return [...this.#byKey.values()];
  }

  has(ref: Pick<StoredChunk, 'fileId' | 'ordinal'>): boolean {
    return this.#byKey.has(chunkKey(ref));
  }

  /** In reading order. */
  of(fileId: string): StoredChunk[] {
    return this.chunks.filter((chunk) => chunk.fileId === fileId).toSorted((a, b) => a.ordinal - b.ordinal);
  }

  tokensOf(fileId: string): number {
    return this.#tokensOf.get(fileId) ?? 0;
  }

  /** False when there is no room. */
  add(chunk: StoredChunk): boolean {
    const tokens = chunkTokens(chunk);
    if (tokens > this.#left) return false;
    if (this.has(chunk)) return true;
    this.#byKey.set(chunkKey(chunk), chunk);
    this.#tokensOf.set(chunk.fileId, this.tokensOf(chunk.fileId) + tokens);
    this.#left -= tokens;
    return true;
  }

  /** The single chunks that are missing between two picked ones. */
  gaps(): Pick<StoredChunk, 'fileId' | 'ordinal'>[] {
    return this.chunks
      .filter(
        ({ fileId, ordinal }) =>
          !this.has({ fileId, ordinal: ordinal + 1 }) && this.has({ fileId, ordinal: ordinal + 2 }),
      )
      .map(({ fileId, ordinal }) => ({ fileId, ordinal: ordinal + 1 }));
  }
}

/** Fills the budget, best first: at first each file of the question up to its share, then all by rank. */
export const pickChunks = (candidates: readonly StoredChunk[], { tokens, asked }: ChunkBudget): PickedChunks => {
  const picked = new PickedChunks(tokens);
  const share = (tokens * ASKED_SHARE) / Math.max(1, asked.size);
  for (const chunk of candidates)
    if (asked.has(chunk.fileId) && picked.tokensOf(chunk.fileId) + chunkTokens(chunk) <= share) picked.add(chunk);
  for (const chunk of candidates) picked.add(chunk);
  return picked;
};
