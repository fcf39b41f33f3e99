import type { Clock } from '../../domain/kernel/ports.ts';
import type { EmbeddingModels } from '../../domain/retrieval/ports.ts';
import { providerOf } from '../../provider.ts';

export interface EmbeddingTools {
  /** For the pauses between tries. */
  readonly clock: Clock;
}

export const embeddingProvider = providerOf<EmbeddingTools, EmbeddingModels>();
