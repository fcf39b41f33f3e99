import { withServer } from '../adapters/embeddings/openai-compatible.ts';
import type { EmbeddingTools } from '../adapters/embeddings/provider.ts';
import { EMBEDDINGS } from '../adapters/embeddings/providers.ts';
import type { VectorTools } from '../adapters/vectors/provider.ts';
import { VECTORS } from '../adapters/vectors/providers.ts';
import type { EmbeddingModels, Vectors } from '../domain/retrieval/ports.ts';
import { choose, type Env } from '../provider.ts';
import type { Ready } from './sign-in-choice.ts';

/** Who makes vectors of texts and who keeps them. */
export interface RetrievalChoice {
  readonly embeddings: Ready<EmbeddingTools, EmbeddingModels>;
  readonly vectors: Ready<VectorTools, Vectors>;
}

/** Reads the variables of retrieval; a fault names its variable. */
export const chooseRetrieval = (
  env: Env,
  sandboxes: boolean,
): { faults: readonly string[]; retrieval?: RetrievalChoice } => {
  const server = env['EMBEDDINGS']?.trim() === 'local' ? { env, faults: [] } : withServer(env);
  const embeddings = choose(EMBEDDINGS, server.env, sandboxes);
  const vectors = choose(VECTORS, env, sandboxes);
  const faults = [...server.faults, ...embeddings.faults, ...vectors.faults];
  if (!embeddings.provider || !vectors.provider || faults.length > 0) return { faults };
  return { faults: [], retrieval: { embeddings, vectors } };
};
