import { resolveEmbeddingServer } from '../adapters/embeddings/openai-compatible.ts';
import type { EmbeddingDeps } from '../adapters/embeddings/provider.ts';
import { EMBEDDINGS } from '../adapters/embeddings/providers.ts';
import type { VectorDeps } from '../adapters/vectors/provider.ts';
import { VECTORS } from '../adapters/vectors/providers.ts';
import type { EmbeddingModels, VectorStore } from '../domain/retrieval/ports.ts';
import { selectProvider, type Env } from '../platform/provider-registry.ts';
import type { SelectedProvider } from './adapter-selection.ts';

/** Who makes vectors of texts and who keeps them. */
export interface RetrievalAdapters {
  readonly embeddings: SelectedProvider<EmbeddingDeps, EmbeddingModels>;
  readonly vectors: SelectedProvider<VectorDeps, VectorStore>;
}

/** Reads the variables of retrieval; a fault names its variable. */
export const selectRetrievalAdapters = (
  env: Env,
  sandboxes: boolean,
): { faults: readonly string[]; retrieval?: RetrievalAdapters } => {
  const server = env['EMBEDDINGS']?.trim() === 'local' ? { env, faults: [] } : resolveEmbeddingServer(env);
  const embeddings = selectProvider(EMBEDDINGS, server.env, sandboxes);
  const vectors = selectProvider(VECTORS, env, sandboxes);
  const faults = [...server.faults, ...embeddings.faults, ...vectors.faults];
  if (!embeddings.provider || !vectors.provider || faults.length > 0) return { faults };
  return { faults: [], retrieval: { embeddings, vectors } };
};
