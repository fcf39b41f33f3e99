import type { Clock, Secrets } from '../kernel/ports.ts';
import { parseApiKey } from './api-key.ts';
import type { ApiKeyRepository, SessionRepository } from './ports.ts';

const CHECK_INTERVAL_MS = 1000;

interface ActiveRequest {
  readonly bearer: string;
  readonly cut: () => void;
  /** Of the bearer, since its first check. */
  digest?: string;
}

export interface ActiveRequestDeps {
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Reports a failed check; the next check runs anyway. */
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * The open requests of this process by bearer token. Checks every second whether each bearer is still valid, so that a
 * stream ends within a second after its session or key was revoked in any process.
 */
export class ActiveRequests {
  private readonly active = new Set<ActiveRequest>();

  constructor(private readonly deps: ActiveRequestDeps) {}

  /** `abort` ends the response at once. Call the returned function when the request is done. */
  register(bearer: string, abort: () => void): () => void {
    const entry: ActiveRequest = { bearer, cut: abort };
    this.active.add(entry);
    return () => void this.active.delete(entry);
  }

  /** Runs until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed } = this.deps;
    while (!signal.aborted) {
      await clock.sleep(CHECK_INTERVAL_MS, signal);
      await this.abortUnauthorized().catch((error: unknown) => failed('looking for ended sessions', error));
    }
  }

  async abortUnauthorized(): Promise<void> {
    const { sessions, keys, secrets, clock } = this.deps;
    const entries = [...this.active].map((entry) => ({
      cut: entry.cut,
      digest: (entry.digest ??= secrets.digest(entry.bearer)),
      keyId: parseApiKey(entry.bearer)?.id,
    }));
    if (entries.length === 0) return;
    const openSessions = new Set(
      await sessions.filterValid([...new Set(entries.map(({ digest }) => digest))], clock.now()),
    );
    const keyIds = entries.flatMap(({ keyId }) => keyId ?? []);
    const openKeys = new Set(keyIds.length === 0 ? [] : await keys.filterValid([...new Set(keyIds)], clock.now()));
    const isAuthorized = ({ digest, keyId }: (typeof entries)[number]): boolean =>
      openSessions.has(digest) || (keyId !== undefined && openKeys.has(keyId));
    for (const entry of entries) if (!isAuthorized(entry)) entry.cut();
  }
}
