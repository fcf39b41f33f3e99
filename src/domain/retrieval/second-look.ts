import { toIndexedText, type StoredChunk } from './chunk.ts';
import type { FusedHit } from './fuse-ranks.ts';
import type { Reranker, SecondLookMethod } from './ports.ts';
import { scoreFeatures } from './score-features.ts';
import type { WeightedWording } from './wordings.ts';

/** The best candidates; the others stay as they are. */
const MAX_CANDIDATES = 50;

export interface Candidate extends FusedHit {
  readonly chunk: StoredChunk;
}

/** The order of all candidates, and what made it. */
export interface SecondLookResult {
  readonly candidates: readonly Candidate[];
  readonly by: SecondLookMethod;
}

export interface SecondLookDeps {
  readonly reranker: Reranker;
  /** After a failure the passages are ordered by their features. */
  readonly failed: (what: string, error: unknown) => void;
}

/** Orders the best candidates anew by comparing each as a whole with the question. */
export class SecondLook {
  constructor(private readonly deps: SecondLookDeps) {}

  async execute(
    wordings: readonly WeightedWording[],
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<SecondLookResult> {
    const best = candidates.slice(0, MAX_CANDIDATES);
    const scores = await this.rerank(questionOf(wordings), best, signal);
    const order = sortByScore(best, scores ?? scoreFeatures(wordings, best));
    return { candidates: [...order, ...candidates.slice(MAX_CANDIDATES)], by: scores ? 'cross-encoder' : 'features' };
  }

  /** Undefined: no cross-encoder answered. */
  private async rerank(
    question: string,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined> {
    if (candidates.length === 0) return undefined;
    const { reranker, failed } = this.deps;
    try {
      const texts = candidates.map(({ chunk }) => toIndexedText(chunk));
      return await reranker.score(question, texts, signal);
    } catch (error) {
      signal.throwIfAborted();
      failed('reranking passages', error);
      return undefined;
    }
  }
}

/** A model's wording stands alone; without one the question, with those that it leans on. */
const questionOf = (wordings: readonly WeightedWording[]): string =>
  (wordings.find(({ kind }) => kind === 'reworded') ?? wordings.find(({ kind }) => kind === 'previous') ?? wordings[0])
    ?.text ?? '';

/** Equal ones keep their order. */
const sortByScore = (candidates: readonly Candidate[], scores: readonly number[]): Candidate[] =>
  candidates
    .map((candidate, at) => ({ candidate, score: scores[at] ?? -Infinity }))
    .sort((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate);
