import type { VectorStore } from '../../domain/retrieval/ports.ts';
import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { embedded } from './embedded.ts';
import type { VectorDeps } from './provider.ts';
import { qdrant } from './qdrant.ts';

/** Vector stores. */
export const VECTORS: ProviderRegistry<VectorDeps, VectorStore> = {
  variable: 'VECTORS',
  providers: [qdrant],
  fallback: embedded,
  productionFallback: embedded,
};
