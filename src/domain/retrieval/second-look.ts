import type { Requester } from '../chat/replies/ports/requesters.ts';
import { toIndexedText, type StoredChunk } from './chunk.ts';
import type { FusedHit } from './fuse-ranks.ts';
import type { Reranker, SecondLookMethod } from './ports.ts';
import type { RankWithModel } from './rank-with-model.ts';
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

/** Who asks what: a model may be called in their name. */
export interface SecondLookInput {
  readonly wordings: readonly WeightedWording[];
  readonly candidates: readonly Candidate[];
  /** Undefined: no model is called. */
  readonly requester: Requester | undefined;
}

export interface SecondLookDeps {
  readonly reranker: Reranker;
  readonly rankWithModel: RankWithModel;
  /** After a failure the passages are ordered by their features. */
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Orders the best candidates anew by comparing each as a whole with the question: by the cross-encoder where it is on,
 * else by a model where an admin allows it, else by features of their own.
 */
export class SecondLook {
  constructor(private readonly deps: SecondLookDeps) {}

  async execute(input: SecondLookInput, signal: AbortSignal): Promise<SecondLookResult> {
    const best = input.candidates.slice(0, MAX_CANDIDATES);
    if (best.length === 0) return { candidates: [], by: 'features' };
    const rest = input.candidates.slice(MAX_CANDIDATES);
    const question = questionOf(input.wordings);
    const scores = await this.orUndefined(() => this.scoreByReranker(question, best, signal), signal);
    if (scores) return { candidates: [...sortByScore(best, scores), ...rest], by: 'cross-encoder' };
    const byFeatures = sortByScore(best, scoreFeatures(input.wordings, best));
    const named = await this.orUndefined(() => this.rankByModel(input.requester, question, byFeatures, signal), signal);
    if (!named) return { candidates: [...byFeatures, ...rest], by: 'features' };
    return { candidates: [...new Set([...named, ...byFeatures]), ...rest], by: 'model' };
  }

  private scoreByReranker(
    question: string,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<readonly number[] | undefined> {
    const texts = candidates.map(({ chunk }) => toIndexedText(chunk));
    return this.deps.reranker.score(question, texts, signal);
  }

  /** Those that the model names, best first. */
  private async rankByModel(
    requester: Requester | undefined,
    question: string,
    candidates: readonly Candidate[],
    signal: AbortSignal,
  ): Promise<readonly Candidate[] | undefined> {
    if (!requester) return undefined;
    const passages = candidates.map(({ chunk }) => chunk);
    const indexes = await this.deps.rankWithModel.execute(requester, { question, passages }, signal);
    return indexes?.flatMap((index) => candidates[index] ?? []);
  }

  /** A failure is reported, and the next method takes over. */
  private async orUndefined<T>(rank: () => Promise<T | undefined>, signal: AbortSignal): Promise<T | undefined> {
    try {
      return await rank();
    } catch (error) {
      signal.throwIfAborted();
      this.deps.failed('reranking passages', error);
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
