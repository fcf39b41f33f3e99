import { createHash } from 'node:crypto';
import type { QdrantClient } from '@qdrant/js-client-rest';
import { z } from 'zod';

import { backoffMs } from '../../domain/kernel/backoff.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { VectorsUnavailable } from '../../domain/retrieval/errors.ts';
import {
  type ChunkVector,
  type Collection,
  type Hit,
  type SearchScope,
  VectorStore,
} from '../../domain/retrieval/ports.ts';
import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { type VectorDeps, vectorProvider } from './provider.ts';

const PREFIX = 'parley_';
const BATCH_SIZE = 128;
const REQUEST_TIMEOUT_MS = 15_000;
const MAX_ATTEMPTS = 4;
const BACKOFF = { baseMs: 400, jitter: [0.5, 1.5] } as const;
/** Qdrant's default port, used when the address names none. */
const DEFAULT_PORT = 6333;
/** Answered once applied, and in one order on all replicas of a cluster: a deleted point must not come back on some. */
const WRITE = { wait: true, ordering: 'medium' } as const;

/** A Qdrant server or cluster. */
export const qdrant = vectorProvider({
  id: 'qdrant',
  label: 'Qdrant',
  settings: z.object({
    QDRANT_URL: urlField(
      'Address of the server; without a port, 6333. To add or remove it embeds all files again in the background; ' +
        'so does a start without it and one with it, should the server have lost its data.',
    ),
    QDRANT_API_KEY: optionalField(tokenField('API key, if the server needs one.')),
  }),
  enabledBy: 'QDRANT_URL',
  connect: (settings, deps) => new QdrantVectors(settings.QDRANT_URL, settings.QDRANT_API_KEY, deps),
});

const payload = z.object({ owner_id: z.string(), file_id: z.string(), ordinal: z.number().int().min(0) });

/** The point id derives from the chunk, so writing twice is idempotent. */
const pointId = (...parts: readonly (string | number)[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
};

const collectionName = ({ version }: Pick<Collection, 'version'>): string =>
  `${PREFIX}${version.replace(/[^\w.-]+/g, '_')}_${createHash('sha256').update(version).digest('hex').slice(0, 8)}`;

const scopeFilter = ({ ownerId, fileIds }: SearchScope) => ({
  must: [
    { key: 'owner_id', match: { value: ownerId } },
    { key: 'file_id', match: { any: [...fileIds] } },
  ],
});

const statusOf = (error: unknown): number | undefined => {
  if (!(error instanceof Error)) return undefined;
  const raw =
    'status' in error ? Number(error.status) : Number(/Unexpected Response: (\d{3})/.exec(error.message)?.[1]);
  return Number.isInteger(raw) ? raw : undefined;
};

/** Refusals are permanent; overload and network failures are retried. */
const isRetryable = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === undefined || status === 408 || status === 429 || status >= 500;
};

/** One collection per model version. Every query filters by owner and files, and every hit is checked. */
class QdrantVectors extends VectorStore {
  readonly isInDatabase = false;
  readonly #url: URL;
  readonly #apiKey: string | undefined;
  readonly #clock: Clock;
  /** May have vectors of the time before this server. */
  readonly #embedded: VectorStore;
  readonly #ensured = new Set<string>();
  #client: Promise<QdrantClient> | undefined;

  constructor(url: string, apiKey: string | undefined, { clock, embedded }: VectorDeps) {
    super();
    this.#url = new URL(url);
    this.#apiKey = apiKey;
    this.#clock = clock;
    this.#embedded = embedded;
  }

  async upsert(
    collection: Collection,
    { ownerId, fileId }: { readonly ownerId: string; readonly fileId: string },
    vectors: readonly ChunkVector[],
  ): Promise<void> {
    const name = collectionName(collection);
    await this.#ensureCollection(name, collection.dimensions);
    for (let from = 0; from < vectors.length; from += BATCH_SIZE) {
      const points = vectors.slice(from, from + BATCH_SIZE).map(({ ordinal, vector }) => ({
        id: pointId(ownerId, fileId, ordinal),
        vector: [...vector],
        payload: { owner_id: ownerId, file_id: fileId, ordinal },
      }));
      await this.#withRetries((client) => client.upsert(name, { ...WRITE, points }));
    }
  }

  async search(
    collection: Collection,
    scope: SearchScope,
    { vectors, limit }: { readonly vectors: readonly Float32Array[]; readonly limit: number },
  ): Promise<readonly (readonly Hit[])[]> {
    if (scope.fileIds.length === 0 || vectors.length === 0) return vectors.map(() => []);
    const filter = scopeFilter(scope);
    const searches = vectors.map((vector) => ({ query: [...vector], filter, limit, with_payload: true }));
    const found = await this.#unlessMissing((client) => client.queryBatch(collectionName(collection), { searches }));
    return vectors.map((_, at) =>
      (found?.[at]?.points ?? []).flatMap(({ payload: raw, score }) => {
        const { data } = payload.safeParse(raw);
        const isOurs = data?.owner_id === scope.ownerId && scope.fileIds.includes(data.file_id);
        return data && isOurs ? [{ fileId: data.file_id, ordinal: data.ordinal, score }] : [];
      }),
    );
  }

  async removeFile(ownerId: string, fileId: string, except?: string): Promise<void> {
    await this.#embedded.removeFile(ownerId, fileId);
    const currentName = except === undefined ? undefined : collectionName({ version: except });
    const { collections } = await this.#withRetries((client) => client.getCollections());
    for (const { name } of collections) {
      if (!name.startsWith(PREFIX) || name === currentName) continue;
      const filter = scopeFilter({ ownerId, fileIds: [fileId] });
      await this.#unlessMissing((client) => client.delete(name, { ...WRITE, filter }));
    }
  }

  /** Processes may create a collection concurrently: the second finds it there. */
  async #ensureCollection(name: string, size: number): Promise<void> {
    if (this.#ensured.has(name)) return;
    const { exists } = await this.#withRetries((client) => client.collectionExists(name));
    if (!exists) {
      try {
        await this.#withRetries((client) =>
          client.createCollection(name, { vectors: { size, distance: 'Cosine' }, on_disk_payload: true }),
        );
      } catch (error) {
        const { exists: existsNow } = await this.#withRetries((client) => client.collectionExists(name));
        if (!existsNow) throw error;
      }
    }
    for (const field of ['owner_id', 'file_id']) {
      await this.#withRetries((client) =>
        client.createPayloadIndex(name, { wait: true, field_name: field, field_schema: 'keyword' }),
      );
    }
    this.#ensured.add(name);
  }

  async #unlessMissing<T>(call: (client: QdrantClient) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#withRetries(call);
    } catch (error) {
      const missing = error instanceof VectorsUnavailable && statusOf(error.cause) === 404;
      if (missing) return undefined;
      throw error;
    }
  }

  async #withRetries<T>(call: (client: QdrantClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await call(await (this.#client ??= this.#connect()));
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) {
          this.#ensured.clear(); // a server that was emptied needs its collections again
          throw new VectorsUnavailable(error);
        }
        await this.#clock.sleep(backoffMs(BACKOFF, attempt));
      }
    }
  }

  /** Loaded when first needed: most installations have no Qdrant. */
  async #connect(): Promise<QdrantClient> {
    const { QdrantClient: Client } = await import('@qdrant/js-client-rest');
    const { protocol, hostname, port, pathname } = this.#url;
    return new Client({
      url: `${protocol}//${hostname}:${port || DEFAULT_PORT}`,
      ...(pathname === '/' ? {} : { prefix: pathname }),
      ...(this.#apiKey === undefined ? {} : { headers: { 'api-key': this.#apiKey } }),
      timeout: REQUEST_TIMEOUT_MS,
      checkCompatibility: false,
    });
  }
}
