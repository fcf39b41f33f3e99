import type { Clock } from '../../domain/kernel/ports.ts';
import type { VectorStore } from '../../domain/retrieval/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface VectorDeps {
  /** The store in the product's own database. */
  readonly embedded: VectorStore;
  /** For pauses between attempts. */
  readonly clock: Clock;
}

export const vectorProvider = defineProvider<VectorDeps, VectorStore>();
