import type { WebSearch } from '../domain/agents/ports.ts';
import type { Payments } from '../domain/billing/ports.ts';
import type { Blobs, ContentHash } from '../domain/files/ports/blobs.ts';
import { type HealthCheck, HealthChecks } from '../domain/operations/ports.ts';
import type { EmbeddingModels, VectorStore } from '../domain/retrieval/ports.ts';
import { formatServiceReport, SERVICE_REPORTS } from '../shared/service-reports.ts';

/** Sandbox adapters: they send nothing anywhere. */
const SANDBOX_IDS = ['sandbox', 'demo'];

const modeOf = (adapter: string): HealthCheck['mode'] => {
  if (adapter === 'off') return 'off';
  return SANDBOX_IDS.includes(adapter) ? 'sandbox' : 'real';
};

/** The active adapters, each with the cheapest call that proves it works. */
export class AdapterHealthChecks extends HealthChecks {
  /** Asked each time, because the models may be switched. */
  constructor(private readonly list: () => readonly Omit<HealthCheck, 'mode'>[]) {
    super();
  }

  all(): readonly HealthCheck[] {
    return this.list().map((check) => ({ ...check, mode: modeOf(check.adapter) }));
  }
}

type Check = HealthCheck['check'];

export const modelCheck =
  (list: () => Promise<readonly unknown[]>): Check =>
  async () => {
    const { length: count } = await list();
    return count === 1 ? SERVICE_REPORTS.offersOneModel : formatServiceReport('offersModels', { count });
  };

export const embeddingCheck =
  (embeddings: EmbeddingModels): Check =>
  async (signal) => {
    await embeddings.current.embed(['A test of the connection'], 'query', signal);
    return formatServiceReport('answersWith', { count: embeddings.current.collection.dimensions });
  };

/** A search without result: no user has this id. */
const EMPTY_SCOPE = { ownerId: 'connection-test', fileIds: ['connection-test'] };

export const vectorCheck =
  (vectors: VectorStore, embeddings: EmbeddingModels): Check =>
  async () => {
    const { collection } = embeddings.current;
    const vector = new Float32Array(collection.dimensions).fill(1 / Math.sqrt(collection.dimensions));
    await vectors.search(collection, EMPTY_SCOPE, { vectors: [vector], limit: 1 });
    return SERVICE_REPORTS.answers;
  };

export const blobCheck =
  (blobs: Blobs, hash: ContentHash): Check =>
  async () => {
    const bytes = new TextEncoder().encode('A test of the connection');
    const name = hash.compute(bytes);
    await blobs.put(name, bytes);
    const stored = await blobs.get(name);
    await blobs.remove(name);
    if (stored?.length !== bytes.length) throw new Error('what was written did not come back');
    return SERVICE_REPORTS.storesFiles;
  };

export const searchCheck =
  (search: WebSearch): Check =>
  async (signal) => {
    const { hits } = await search.search('open source', 1, signal);
    return hits.length > 0 ? SERVICE_REPORTS.finds : SERVICE_REPORTS.findsNothing;
  };

/** No provider has a subscription of this id: the query is free and needs a valid key. */
const UNKNOWN_SUBSCRIPTION = 'sub_connection_test';

export const paymentCheck =
  (payments: Payments): Check =>
  async () => {
    await payments.find(UNKNOWN_SUBSCRIPTION);
    return SERVICE_REPORTS.answers;
  };
