import type { Clock, Secrets } from '../kernel/ports.ts';
import { parseApiKey } from './api-key.ts';
import type { ApiKeyRepository, SessionRepository } from './ports.ts';

const CHECK_INTERVAL_MS = 1000;

interface ActiveRequest {
  readonly bearer: string;
  readonly cut: () => void;
}

export interface ActiveRequestDeps {
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly secrets: Secrets;
  readonly clock: Clock;
  /** Tells operators of a check that failed; the next one comes all the same. */
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * The requests that this process is answering to a bearer. Once a second it looks whether each bearer still holds, so
 * that a stream ends wherever it runs when its session or key was ended, by whichever process.
 */
export class ActiveRequests {
  private readonly active = new Set<ActiveRequest>();
  private readonly deps: ActiveRequestDeps;

  constructor(deps: ActiveRequestDeps) {
    this.deps = deps;
  }

  /** `cut` ends the answer at once. To be left by the answered function. */
  register(bearer: string, abort: () => void): () => void {
    const entry = { bearer, cut: abort };
    this.active.add(entry);
    return () => void this.active.delete(entry);
  }

  /** Checks until `signal` aborts. */
  async execute(signal: AbortSignal): Promise<void> {
    const { clock, failed } = this.deps;
    while (!signal.aborted) {
      await clock.sleep(CHECK_INTERVAL_MS, signal);
      await this.abortUnauthorized().catch((error: unknown) => failed('looking for ended sessions', error));
    }
  }

  /** Ends what is answered to bearers that hold no longer. */
  async abortUnauthorized(): Promise<void> {
    const { sessions, keys, secrets, clock } = this.deps;
    const entries = [...this.active].map((entry) => ({
      ...entry,
      digest: secrets.digest(entry.bearer),
      keyId: parseApiKey(entry.bearer)?.id,
    }));
    if (entries.length === 0) return;
    const openSessions = new Set(
      await sessions.filterValid([...new Set(entries.map(({ digest }) => digest))], clock.now()),
    );
    const keyIds = entries.flatMap(({ keyId }) => keyId ?? []);
    const openKeys = new Set(keyIds.length === 0 ? [] : await keys.filterValid([...new Set(keyIds)]));
    const isAuthorized = ({ digest, keyId }: (typeof entries)[number]): boolean =>
      openSessions.has(digest) || (keyId !== undefined && openKeys.has(keyId));
    for (const entry of entries) if (!isAuthorized(entry)) entry.cut();
  }
}
