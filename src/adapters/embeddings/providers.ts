import type { EmbeddingModels } from '../../domain/retrieval/ports.ts';
import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { local } from './local.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { EmbeddingDeps } from './provider.ts';

/** Embedding providers. The local one serves everywhere and sends nothing anywhere. */
export const EMBEDDINGS: ProviderRegistry<EmbeddingDeps, EmbeddingModels> = {
  variable: 'EMBEDDINGS',
  providers: [openaiCompatible],
  fallback: local,
  productionFallback: local,
};
