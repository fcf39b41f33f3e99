import type { RunningReplies } from '../user-admin/ports.ts';
import type { EmailChanges } from './email-change/ports.ts';
import type { AccountTokens, ApiKeyRepository, SessionRepository, UserRepository } from './ports.ts';

const PENDING = ['reset-password', 'claim-account', 'second-factor'] as const;

export interface RevokeAccessDeps {
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly keys: ApiKeyRepository;
  readonly tokens: AccountTokens;
  readonly emailChanges: EmailChanges;
  readonly replies: RunningReplies;
}

/**
 * Revokes all access to an account: sessions, API keys, mailed links and running replies. Open requests end within a
 * second in every process (`ActiveRequests`).
 */
export class RevokeAccess {
  constructor(private readonly deps: RevokeAccessDeps) {}

  /** Call it inside a transaction. */
  async revoke(uid: string): Promise<void> {
    const { users, sessions, keys } = this.deps;
    await users.lock(uid); // so that nothing is added meanwhile by who had access (`requireSession`)
    await sessions.removeAllByUser(uid);
    await keys.removeAllByUser(uid);
    await this.revokeMailed(uid);
  }

  /** The same for the other sessions and the API keys, inside a transaction; running replies go on. */
  async revokeOthers(uid: string, tokenDigest: string): Promise<void> {
    await this.deps.sessions.removeOthersByUser(uid, tokenDigest);
    await this.deps.keys.removeAllByUser(uid);
  }

  /** All mailed links but those that undo a change of the address, and what `revokePending` ends. */
  async revokeMailed(uid: string): Promise<void> {
    await this.deps.tokens.revoke(uid, 'verify-email');
    await this.revokePending(uid);
  }

  /** The mailed links that set a password or an address, and sign-ins that wait for their second step. */
  async revokePending(uid: string): Promise<void> {
    for (const purpose of PENDING) await this.deps.tokens.revoke(uid, purpose);
    await this.deps.emailChanges.revoke(uid, 'confirm');
  }

  /** Call it after the transaction: stops running replies, here at once and in other processes within a second. */
  stopReplies(uid: string): Promise<void> {
    return this.deps.replies.stopAll(uid);
  }
}
