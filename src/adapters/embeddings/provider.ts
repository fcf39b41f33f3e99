import type { EmbeddingModels } from '../../domain/retrieval/ports.ts';
import { providerOf } from '../../provider.ts';

/** Nothing is needed besides the variables. */
export type EmbeddingTools = Readonly<Record<string, never>>;

export const embeddingProvider = providerOf<EmbeddingTools, EmbeddingModels>();
