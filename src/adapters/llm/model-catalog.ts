import type { ModelInfo } from '../../domain/chat/models/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import type { LlmConnection } from './provider.ts';
import { toUpstreamError } from './upstream/upstream-error.ts';

const CACHE_TTL_MS = 60 * 60 * 1000;
/** Minimum time between two attempts at an unreachable provider. */
const RETRY_INTERVAL_MS = 60 * 1000;

/** One provider's model list: fetched on demand, by one call at a time, cached for an hour, longer if it must be. */
export class ModelCatalog {
  readonly #connection: LlmConnection;
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  #models: readonly ModelInfo[] | undefined;
  #byId: ReadonlyMap<string, ModelInfo> = new Map();
  /** By model: what it was told to take when it refused more. */
  readonly #refused = new Map<string, number>();
  #expiresAt = 0;
  #refreshing: Promise<void> | undefined;
  #failure: unknown;

  constructor(connection: LlmConnection, clock: Clock, onFailure: (error: unknown) => void) {
    this.#connection = connection;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  /** Whether a list was ever fetched. */
  get hasList(): boolean {
    return this.#models !== undefined;
  }

  /** Whether no attempt has finished yet. */
  get isUninitialized(): boolean {
    return this.#expiresAt === 0;
  }

  /** Whether the server is there, and has no list before it has loaded its model. */
  get isLoading(): boolean {
    return !this.hasList && toUpstreamError(this.#failure)?.kind === 'loading';
  }

  /** Whether the list is available without a request. */
  get isFresh(): boolean {
    return this.hasList && !this.#isStale() && this.#refreshing === undefined;
  }

  /** Why the last attempt failed, if it did. */
  get failure(): unknown {
    return this.#failure;
  }

  get first(): ModelInfo | undefined {
    return this.#models?.[0];
  }

  /** Returns from the cache; a stale list is refreshed in the background. */
  has(id: string): boolean {
    if (this.hasList && this.#isStale()) void this.#refresh();
    return this.#byId.has(id);
  }

  /** From the cache, however old it is. */
  find(id: string): ModelInfo | undefined {
    return this.#byId.get(id);
  }

  /** Tokens of prompt and answer together. */
  contextTokensOf(id: string): number | undefined {
    const known = [this.find(id)?.contextTokens, this.#refused.get(id)].filter((each) => each !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  /** The server refused more than this. */
  limitContext(id: string, tokens: number): void {
    this.#refused.set(id, tokens);
  }

  /** The list, at most an hour old unless the provider is unreachable; then the last one, or none. */
  async list(): Promise<readonly ModelInfo[]> {
    if (this.#refreshing || this.#isStale()) await this.#refresh();
    return this.#models ?? [];
  }

  #isStale(): boolean {
    return this.#clock.now() >= this.#expiresAt;
  }

  #refresh(): Promise<void> {
    return (this.#refreshing ??= this.#fetch().finally(() => (this.#refreshing = undefined)));
  }

  async #fetch(): Promise<void> {
    try {
      this.#models = await this.#connection.list();
      this.#byId = new Map(this.#models.map((model) => [model.id, model]));
      this.#failure = undefined;
      this.#expiresAt = this.#clock.now() + CACHE_TTL_MS;
    } catch (error) {
      this.#failure = error;
      this.#expiresAt = this.#clock.now() + (this.isLoading ? 0 : RETRY_INTERVAL_MS);
      this.#onFailure(error);
    }
  }
}
