import type { Vectors } from '../../domain/retrieval/ports.ts';
import { providerOf } from '../../provider.ts';

export interface VectorTools {
  /** Those of the product's own database. */
  readonly embedded: Vectors;
}

export const vectorProvider = providerOf<VectorTools, Vectors>();
