import type { Clock } from '../../domain/kernel/ports.ts';
import type { EmbeddingModels } from '../../domain/retrieval/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface EmbeddingDeps {
  /** For pauses between attempts. */
  readonly clock: Clock;
}

export const embeddingProvider = defineProvider<EmbeddingDeps, EmbeddingModels>();
