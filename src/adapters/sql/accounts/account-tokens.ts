import type { AccountTokens, TokenPurpose } from '../../../domain/accounts/ports.ts';
import { SqlStore } from '../sql-store.ts';

type NewToken = Parameters<AccountTokens['add']>[0];

export class SqlAccountTokens extends SqlStore implements AccountTokens {
  async add({ digest, purpose, uid, createdAt, expiresAt }: NewToken): Promise<void> {
    await this.table('account_tokens').insert({ digest, purpose, uid, created_at: createdAt, expires_at: expiresAt });
  }

  // One conditional UPDATE: of two callers the second changes no row.
  async consume(digest: string, purpose: TokenPurpose, now: number): Promise<string | undefined> {
    if ((await this.unusedToken(digest, purpose, now).update({ used_at: now })) !== 1) return undefined;
    const row: { uid: string } | undefined = await this.table('account_tokens').where({ digest }).first('uid');
    return row?.uid;
  }

  async find(digest: string, purpose: TokenPurpose, now: number): Promise<string | undefined> {
    const row: { uid: string } | undefined = await this.unusedToken(digest, purpose, now).first('uid');
    return row?.uid;
  }

  async revoke(uid: string, purpose: TokenPurpose): Promise<void> {
    await this.table('account_tokens').where({ uid, purpose }).whereNull('used_at').delete();
  }

  async removeExpired(now: number): Promise<void> {
    await this.table('account_tokens').where('expires_at', '<=', now).delete();
  }

  private unusedToken(digest: string, purpose: TokenPurpose, now: number) {
    return this.table('account_tokens').where({ digest, purpose }).whereNull('used_at').where('expires_at', '>', now);
  }
}
