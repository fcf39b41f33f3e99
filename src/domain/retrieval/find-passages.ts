import type { Ledger } from '../chat/ports.ts';
import { keyOf } from './chunk.ts';
import { type Fused, fuseRanks } from './fuse-ranks.ts';
import { recordEmbedding } from './record-embedding.ts';
import type { Chunks, EmbeddingJobs, EmbeddingModels, Hit, KeptChunk, SearchScope, Vectors } from './ports.ts';

/** Chunks looked at by words and by vectors, and those that are given to the model. */
const LOOKED_AT = 30;
const BEST = 5;
/** Letters of a question that are looked for. */
const QUERY = 2000;

/** Neighbouring chunks of one file, in reading order. */
export type Passage = readonly [KeptChunk, ...KeptChunk[]];

export interface Found {
  readonly passages: readonly Passage[];
  /** All that was looked at, best first, with its text. */
  readonly considered: readonly (Fused & { readonly chunk: KeptChunk })[];
  /** Vectors took part. */
  readonly vectors: boolean;
}

export interface FindTools {
  readonly chunks: Chunks;
  readonly vectors: Vectors;
  readonly jobs: EmbeddingJobs;
  readonly models: EmbeddingModels;
  readonly ledger: Ledger;
  /** A failure of vectors leaves the words, and is told to operators. */
  readonly failed: (what: string, error: unknown) => void;
}

/** Finds the passages of embedded files that speak of a question: by its words and by its meaning, in one ranking. */
export class FindPassages {
  private readonly tools: FindTools;

  constructor(tools: FindTools) {
    this.tools = tools;
  }

  async execute(scope: SearchScope, question: string, signal: AbortSignal): Promise<Found> {
    const query = question.slice(0, QUERY);
    if (scope.fileIds.length === 0) return { passages: [], considered: [], vectors: false };
    const [keyword, vectors] = await Promise.all([
      this.tools.chunks.search(scope, query, LOOKED_AT),
      this.nearest(scope, query, signal),
    ]);
    const fused = fuseRanks(keyword, vectors ?? []);
    const known = new Map((await this.tools.chunks.find(scope, fused)).map((chunk) => [keyOf(chunk), chunk]));
    const considered = fused.flatMap((each) => {
      const chunk = known.get(keyOf(each)); // a vector may outlive its chunk for a moment
      return chunk ? [{ ...each, chunk }] : [];
    });
    return {
      considered,
      passages: passagesOf(considered.slice(0, BEST).map(({ chunk }) => chunk)),
      vectors: vectors !== undefined,
    };
  }

  /** One list for each model that the files are embedded with; undefined when no vectors could be asked. */
  private async nearest(
    scope: SearchScope,
    query: string,
    signal: AbortSignal,
  ): Promise<(readonly Hit[])[] | undefined> {
    const { jobs, models, vectors } = this.tools;
    const lists: (readonly Hit[])[] = [];
    let asked = false;
    for (const collection of await jobs.collections(scope)) {
      const model =
        models.current.collection.version === collection.version ? models.current : models.of(collection.version);
      if (!model) continue;
      try {
        const {
          vectors: [vector],
          usage,
        } = await model.embed([query], 'query', signal);
        if (usage) await recordEmbedding(this.tools.ledger, { ownerId: scope.ownerId, model: model.model, usage });
        if (!vector) continue;
        lists.push(await vectors.search(collection, scope, { vector, limit: LOOKED_AT }));
        asked = true;
      } catch (error) {
        signal.throwIfAborted();
        this.tools.failed('searching by vectors', error);
      }
    }
    return asked ? lists : undefined;
  }
}

/** On one page too, so that what is quoted names the right one. */
const areNeighbours = (a: KeptChunk, b: KeptChunk): boolean =>
  a.fileId === b.fileId && a.page === b.page && Math.abs(a.ordinal - b.ordinal) === 1;

/** The best chunks, neighbours put together in reading order; a passage stands where its best chunk stood. */
const passagesOf = (best: readonly KeptChunk[]): Passage[] => {
  const passages: KeptChunk[][] = [];
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
