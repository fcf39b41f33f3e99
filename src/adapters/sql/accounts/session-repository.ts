import type { SessionRepository } from '../../../domain/accounts/ports.ts';
import type { Session, User } from '../../../domain/accounts/user.ts';
import { inBatches } from '../batches.ts';
import type { Database } from '../database.ts';
import { toUser, type UserRow } from './user-rows.ts';

export class SqlSessionRepository implements SessionRepository {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add(session: Session): Promise<void> {
    await this.db.connection('sessions').insert({
      token_digest: session.tokenDigest,
      uid: session.uid,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    });
  }

  // Runs on every request, so it is one statement without a model around it.
  async findUser(tokenDigest: string, now: number): Promise<User | undefined> {
    const [row] = await this.db.query<UserRow>(
      `SELECT users.* FROM sessions JOIN users ON users.uid = sessions.uid
       WHERE sessions.token_digest = ? AND sessions.expires_at > ? AND users.suspended_at IS NULL`,
      [tokenDigest, now],
    );
    return row && toUser(row);
  }

  async filterValid(tokenDigests: readonly string[], now: number): Promise<readonly string[]> {
    const found: string[] = [];
    for (const digests of inBatches(tokenDigests)) {
      const sessions = this.db
        .connection('sessions')
        .join('users', 'users.uid', 'sessions.uid')
        .whereIn('sessions.token_digest', digests);
      found.push(
        ...(await sessions
          .where('sessions.expires_at', '>', now)
          .whereNull('users.suspended_at')
          .pluck('sessions.token_digest')),
      );
    }
    return found;
  }

  async remove(tokenDigest: string): Promise<void> {
    await this.db.connection('sessions').where({ token_digest: tokenDigest }).delete();
  }

  async removeAllByUser(uid: string): Promise<void> {
    await this.db.connection('sessions').where({ uid }).delete();
  }

  async removeExpired(now: number): Promise<void> {
    await this.db.connection('sessions').where('expires_at', '<=', now).delete();
  }
}
