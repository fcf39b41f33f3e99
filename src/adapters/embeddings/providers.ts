import type { EmbeddingModels } from '../../domain/retrieval/ports.ts';
import type { Choice } from '../../provider.ts';
import { local } from './local.ts';
import { openaiCompatible } from './openai-compatible.ts';
import type { EmbeddingTools } from './provider.ts';

/** Who makes vectors of texts. The local ones serve everywhere: nothing is sent anywhere. */
export const EMBEDDINGS: Choice<EmbeddingTools, EmbeddingModels> = {
  variable: 'EMBEDDINGS',
  real: [openaiCompatible],
  fallback: local,
  withoutSandbox: local,
};
