import type { ApiKey } from '../../../domain/accounts/api-key.ts';
import type { ApiKeyRepository } from '../../../domain/accounts/ports.ts';
import type { User } from '../../../domain/accounts/user.ts';
import { inBatches } from '../batches.ts';
import type { Database } from '../database.ts';
import { toUser, type UserRow } from './user-rows.ts';

interface KeyRow {
  readonly uid: string;
  readonly id: string;
  readonly secret_digest: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

type FoundRow = UserRow & {
  readonly key_id: string;
  readonly secret_digest: string;
  readonly key_created_at: number;
  readonly last_used_at: number | null;
};

const toKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  uid: row.uid,
  secretDigest: row.secret_digest,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

export class SqlApiKeyRepository implements ApiKeyRepository {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async replace(key: ApiKey): Promise<void> {
    const row: KeyRow = {
      uid: key.uid,
      id: key.id,
      secret_digest: key.secretDigest,
      created_at: key.createdAt,
      last_used_at: key.lastUsedAt,
    };
    await this.db.connection('api_keys').insert(row).onConflict('uid').merge();
  }

  async findByUser(uid: string): Promise<ApiKey | undefined> {
    const row: KeyRow | undefined = await this.db.connection('api_keys').where({ uid }).first();
    return row && toKey(row);
  }

  // Runs on every request with a key, so it is one statement.
  async find(id: string): Promise<{ readonly key: ApiKey; readonly user: User } | undefined> {
    const row: FoundRow | undefined = await this.db
      .connection('api_keys')
      .join('users', 'users.uid', 'api_keys.uid')
      .where('api_keys.id', id)
      .whereNull('users.suspended_at')
      .first(
        'users.*',
        'api_keys.id as key_id',
        'api_keys.secret_digest',
        'api_keys.created_at as key_created_at',
        'api_keys.last_used_at',
      );
    if (!row) return undefined;
    return { key: toKey({ ...row, id: row.key_id, created_at: row.key_created_at }), user: toUser(row) };
  }

  async filterValid(ids: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const some of inBatches(ids)) {
      const keys = this.db
        .connection('api_keys')
        .join('users', 'users.uid', 'api_keys.uid')
        .whereIn('api_keys.id', some);
      found.push(...(await keys.whereNull('users.suspended_at').pluck('api_keys.id')));
    }
    return found;
  }

  async remove(uid: string): Promise<void> {
    await this.db.connection('api_keys').where({ uid }).delete();
  }

  async touch(id: string, now: number): Promise<void> {
    await this.db.connection('api_keys').where({ id }).update({ last_used_at: now });
  }
}
