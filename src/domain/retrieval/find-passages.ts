import type { Ledger } from '../chat/models/ports.ts';
import { chunkKey, toIndexedText } from './chunk.ts';
import { embedMetered } from './embed-metered.ts';
import { type FusedHit, fuseRanks } from './fuse-ranks.ts';
import type {
  ChunkRepository,
  EmbeddingJobs,
  EmbeddingModels,
  Hit,
  Reranker,
  StoredChunk,
  SearchScope,
  VectorStore,
} from './ports.ts';

/** Candidates per search method, and chunks in the prompt. */
const MAX_CANDIDATES = 30;
const MAX_CHUNKS = 5;
/** Candidates for the second look. */
const MAX_RERANKED = 50;
/** Characters of the question used for the search. */
const MAX_QUERY_LENGTH = 2000;

/** Neighbouring chunks of one file, in reading order. */
export type Passage = readonly [StoredChunk, ...StoredChunk[]];

export interface PassageSearchResult {
  readonly passages: readonly Passage[];
  /** All candidates, best first. */
  readonly considered: readonly (FusedHit & { readonly chunk: StoredChunk })[];
  /** Vector search was used. */
  readonly vectors: boolean;
}

export interface FindPassagesDeps {
  readonly chunks: ChunkRepository;
  readonly vectors: VectorStore;
  readonly jobs: EmbeddingJobs;
  readonly models: EmbeddingModels;
  readonly reranker: Reranker;
  readonly ledger: Ledger;
  /** After a failed reranking the order of the lists is used. After a failed vector search the keyword results are used. */
  readonly failed: (what: string, error: unknown) => void;
}

/** Hybrid search over embedded files: keywords and vectors in one ranking. */
export class FindPassages {
  constructor(private readonly deps: FindPassagesDeps) {}

  async execute(scope: SearchScope, question: string, signal: AbortSignal): Promise<PassageSearchResult> {
    const query = question.slice(0, MAX_QUERY_LENGTH);
    if (scope.fileIds.length === 0) return { passages: [], considered: [], vectors: false };
    const [keyword, vectors] = await Promise.all([
      this.deps.chunks.search(scope, query, MAX_CANDIDATES),
      this.searchVectors(scope, query, signal),
    ]);
    const fused = fuseRanks(keyword, vectors ?? []);
    const chunksByKey = new Map((await this.deps.chunks.find(scope, fused)).map((chunk) => [chunkKey(chunk), chunk]));
    const candidates = fused.flatMap((each) => {
      const chunk = chunksByKey.get(chunkKey(each)); // a vector may outlive its chunk briefly
      return chunk ? [{ ...each, chunk }] : [];
    });
    const considered = await this.rerank(query, candidates, signal);
    return {
      considered,
      passages: mergeNeighbours(considered.slice(0, MAX_CHUNKS).map(({ chunk }) => chunk)),
      vectors: vectors !== undefined,
    };
  }

  /** The best candidates in the order of the cross-encoder, if there is one; the others follow as they are. */
  private async rerank<T extends { readonly chunk: StoredChunk }>(
    query: string,
    candidates: readonly T[],
    signal: AbortSignal,
  ): Promise<readonly T[]> {
    const best = candidates.slice(0, MAX_RERANKED);
    try {
      const texts = best.map(({ chunk }) => toIndexedText(chunk));
      const scores = texts.length === 0 ? undefined : await this.deps.reranker.score(query, texts, signal);
      if (!scores) return candidates;
      const scored = best.map((candidate, at) => ({ candidate, score: scores[at] ?? -Infinity }));
      const sorted = scored.toSorted((a, b) => b.score - a.score).map(({ candidate }) => candidate);
      return [...sorted, ...candidates.slice(MAX_RERANKED)];
    } catch (error) {
      signal.throwIfAborted();
      this.deps.failed('reranking passages', error);
      return candidates;
    }
  }

  /** One list per embedding model of the files; undefined when no vector search succeeded. */
  private async searchVectors(
    scope: SearchScope,
    query: string,
    signal: AbortSignal,
  ): Promise<(readonly Hit[])[] | undefined> {
    const { jobs, models, vectors } = this.deps;
    const lists: (readonly Hit[])[] = [];
    let hasSearched = false;
    for (const collection of await jobs.listCollections(scope)) {
      const model =
        models.current.collection.version === collection.version ? models.current : models.find(collection.version);
      if (!model) continue;
      try {
        const payer = { ledger: this.deps.ledger, ownerId: scope.ownerId };
        const [vector] = await embedMetered(payer, model, [query], 'query', signal);
        if (!vector) continue;
        lists.push(await vectors.search(collection, scope, { vector, limit: MAX_CANDIDATES }));
        hasSearched = true;
      } catch (error) {
        signal.throwIfAborted();
        this.deps.failed('searching by vectors', error);
      }
    }
    return hasSearched ? lists : undefined;
  }
}

/** On the same page, so that a citation names the right one. */
const areNeighbours = (a: StoredChunk, b: StoredChunk): boolean =>
  a.fileId === b.fileId && a.page === b.page && Math.abs(a.ordinal - b.ordinal) === 1;

/** Merges neighbouring chunks in reading order; a passage has the rank of its best chunk. */
const mergeNeighbours = (best: readonly StoredChunk[]): Passage[] => {
  const passages: StoredChunk[][] = [];
  for (const chunk of best) {
    const near = passages.filter((passage) => passage.some((other) => areNeighbours(other, chunk)));
    const [first, ...others] = near;
    if (!first) passages.push([chunk]);
    else {
      first.push(chunk, ...others.flat());
      for (const other of others) passages.splice(passages.indexOf(other), 1);
    }
  }
  return passages.flatMap((passage) => {
    const [first, ...rest] = passage.toSorted((a, b) => a.ordinal - b.ordinal);
    return first ? [[first, ...rest] as const] : [];
  });
};
