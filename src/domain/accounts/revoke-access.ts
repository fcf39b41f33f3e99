import type { RunningReplies } from '../user-admin/ports.ts';
import type { AccountTokens, ApiKeyRepository, SessionRepository } from './ports.ts';

export interface RevokeAccessDeps {
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly tokens: AccountTokens;
  readonly replies: RunningReplies;
}

/**
 * Revokes all access to an account: sessions, API key, mailed links and running replies. Open requests end within a
 * second in every process (`ActiveRequests`).
 */
export class RevokeAccess {
  constructor(private readonly deps: RevokeAccessDeps) {}

  /** Call it inside a transaction. */
  async revoke(uid: string): Promise<void> {
    const { sessions, keys, tokens } = this.deps;
    await sessions.removeAllByUser(uid);
    await keys.remove(uid);
    for (const purpose of ['verify-email', 'reset-password', 'claim-account'] as const)
      await tokens.revoke(uid, purpose);
  }

  /** Call it after the transaction: stops running replies, here at once and in other processes within a second. */
  stopReplies(uid: string): Promise<void> {
    return this.deps.replies.stopAll(uid);
  }
}
