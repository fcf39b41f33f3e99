import type { Clock } from '../../domain/kernel/ports.ts';
import type { Vectors } from '../../domain/retrieval/ports.ts';
import { providerOf } from '../../provider.ts';

export interface VectorTools {
  /** Those of the product's own database. */
  readonly embedded: Vectors;
  /** For the pauses between tries. */
  readonly clock: Clock;
}

export const vectorProvider = providerOf<VectorTools, Vectors>();
