import type { SessionRepository } from '../../../domain/accounts/ports.ts';
import type { ActiveSession, Session, SignInMethod, User } from '../../../domain/accounts/user.ts';
import { inBatches } from '../batches.ts';
import { rowMapping } from '../row-mapping.ts';
import { newestFirst, SqlStore } from '../sql-store.ts';
import { toUser } from './user-rows.ts';

const sessions = rowMapping<Session>({
  id: 'id',
  tokenDigest: 'token_digest',
  uid: 'uid',
  method: 'method',
  device: 'device',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  lastUsedAt: 'last_used_at',
  authenticatedAt: 'authenticated_at',
});

interface FoundRow {
  readonly session_id: string;
  readonly method: SignInMethod;
  readonly last_used_at: number;
  readonly authenticated_at: number;
}

export class SqlSessionRepository extends SqlStore implements SessionRepository {
  async add(session: Session): Promise<void> {
    await this.table('sessions').insert(sessions.toRow(session));
  }

  // Runs on every request, so it is one statement without a model around it.
  async find(
    tokenDigest: string,
    now: number,
  ): Promise<{ readonly session: ActiveSession; readonly user: User } | undefined> {
    const [row] = await this.db.query<FoundRow>(
      `SELECT users.*, sessions.id AS session_id, method, last_used_at, authenticated_at FROM sessions
        JOIN users ON users.uid = sessions.uid
       WHERE sessions.token_digest = ? AND sessions.expires_at > ? AND users.suspended_at IS NULL`,
      [tokenDigest, now],
    );
    if (!row) return undefined;
    const { session_id: id, method, last_used_at: lastUsedAt, authenticated_at: authenticatedAt } = row;
    return { session: { id, method, lastUsedAt, authenticatedAt }, user: toUser(row) };
  }

  async listByUser(uid: string, now: number): Promise<readonly Session[]> {
    const rows: object[] = await this.table('sessions')
      .where({ uid })
      .where('expires_at', '>', now)
      .orderBy(newestFirst('last_used_at', 'id'));
    return rows.map(sessions.fromRow);
  }

  async touch(tokenDigest: string, now: number): Promise<void> {
    const session = this.table('sessions').where({ token_digest: tokenDigest });
    await session.where('last_used_at', '<', now).update({ last_used_at: now });
  }

  async renewAuthentication(tokenDigest: string, now: number): Promise<void> {
    await this.table('sessions').where({ token_digest: tokenDigest }).update({ authenticated_at: now });
  }

  async removeById(uid: string, id: string): Promise<boolean> {
    return (await this.table('sessions').where({ uid, id }).delete()) > 0;
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

  async expireAuthentications(uid: string): Promise<void> {
    await this.table('sessions').where({ uid }).update({ authenticated_at: 0 });
  }

  async removeExpired(now: number): Promise<void> {
    await this.table('sessions').where('expires_at', '<=', now).delete();
  }
}
