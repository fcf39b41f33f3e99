import type { Clock } from '../../domain/kernel/ports.ts';
import type { VectorStore } from '../../domain/retrieval/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface VectorDeps {
  /** Those of the product's own database. */
  readonly embedded: VectorStore;
  /** For the pauses between tries. */
  readonly clock: Clock;
}

export const vectorProvider = defineProvider<VectorDeps, VectorStore>();
