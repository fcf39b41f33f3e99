import type { SessionRepository } from '../../../domain/accounts/ports.ts';
import type { Session, User } from '../../../domain/accounts/user.ts';
import { inBatches } from '../batches.ts';
import { SqlStore } from '../sql-store.ts';
import { toUser } from './user-rows.ts';

export class SqlSessionRepository extends SqlStore implements SessionRepository {
  async add(session: Session): Promise<void> {
    const { tokenDigest, uid, createdAt, expiresAt } = session;
    await this.table('sessions').insert({
      token_digest: tokenDigest,
      uid,
      created_at: createdAt,
      expires_at: expiresAt,
    });
  }

  // Runs on every request, so it is one statement without a model around it.
  async findUser(tokenDigest: string, now: number): Promise<User | undefined> {
    const [row] = await this.db.query(
      `SELECT users.* FROM sessions JOIN users ON users.uid = sessions.uid
       WHERE sessions.token_digest = ? AND sessions.expires_at > ? AND users.suspended_at IS NULL`,
      [tokenDigest, now],
    );
    return row && toUser(row);
  }

  async filterValid(tokenDigests: readonly string[], now: number): Promise<readonly string[]> {
    const found: string[] = [];
    for (const digests of inBatches(tokenDigests)) {
      const sessions = this.table('sessions')
        .join('users', 'users.uid', 'sessions.uid')
        .whereIn('token_digest', digests);
      found.push(...(await sessions.where('expires_at', '>', now).whereNull('suspended_at').pluck('token_digest')));
    }
    return found;
  }

  async remove(tokenDigest: string): Promise<void> {
    await this.table('sessions').where({ token_digest: tokenDigest }).delete();
  }

  async removeAllByUser(uid: string): Promise<void> {
    await this.table('sessions').where({ uid }).delete();
  }

  async removeOthersByUser(uid: string, tokenDigest: string): Promise<void> {
    await this.table('sessions').where({ uid }).whereNot({ token_digest: tokenDigest }).delete();
  }

  async removeExpired(now: number): Promise<void> {
    await this.table('sessions').where('expires_at', '<=', now).delete();
  }
}
