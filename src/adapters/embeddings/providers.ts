import type { EmbeddingModels } from '../../domain/retrieval/ports.ts';
import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { local } from './local.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { EmbeddingDeps } from './provider.ts';

/** Who makes vectors of texts. The local ones serve everywhere: nothing is sent anywhere. */
export const EMBEDDINGS: ProviderRegistry<EmbeddingDeps, EmbeddingModels> = {
  variable: 'EMBEDDINGS',
  providers: [openaiCompatible],
  fallback: local,
  productionFallback: local,
};
