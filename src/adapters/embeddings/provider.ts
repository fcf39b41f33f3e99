import type { Clock } from '../../domain/kernel/ports.ts';
import type { EmbeddingModels } from '../../domain/retrieval/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';
import type { ModelHost } from './sentence/model-host.ts';

export interface EmbeddingDeps {
  /** For pauses between attempts. */
  readonly clock: Clock;
  /** Takes the place of the local vectors while it answers. */
  readonly sentenceModel: ModelHost;
}

export const embeddingProvider = defineProvider<EmbeddingDeps, EmbeddingModels>();
