import type { Vectors } from '../../domain/retrieval/ports.ts';
import type { Choice } from '../../provider.ts';
import { embedded } from './embedded.ts';
import type { VectorTools } from './provider.ts';
import { qdrant } from './qdrant.ts';

/** Who keeps vectors. */
export const VECTORS: Choice<VectorTools, Vectors> = {
  variable: 'VECTORS',
  real: [qdrant],
  fallback: embedded,
  withoutSandbox: embedded,
};
