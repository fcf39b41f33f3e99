import type { RunningReplies } from '../user-admin/ports.ts';
import type { AccountTokens, ApiKeyRepository, SessionRepository } from './ports.ts';

export interface RevokeAccessDeps {
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly tokens: AccountTokens;
  readonly replies: RunningReplies;
}

/**
 * Ends everything that speaks for an account: sessions, the API key, mailed links, and what is being written for it.
 * Requests that are still answered end within a second in every process (`ActiveRequests`).
 */
export class RevokeAccess {
  private readonly deps: RevokeAccessDeps;

  constructor(deps: RevokeAccessDeps) {
    this.deps = deps;
  }

  /** Takes part in the caller's transaction. */
  async revoke(uid: string): Promise<void> {
    const { sessions, keys, tokens } = this.deps;
    await sessions.removeAllByUser(uid);
    await keys.remove(uid);
    for (const purpose of ['verify-email', 'reset-password', 'claim-account'] as const)
      await tokens.revoke(uid, purpose);
  }

  /** After the transaction: stops running replies, here at once and elsewhere within a second. */
  stopReplies(uid: string): Promise<void> {
    return this.deps.replies.stopAll(uid);
  }
}
