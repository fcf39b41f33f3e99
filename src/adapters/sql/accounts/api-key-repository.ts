import type { ApiKey } from '../../../domain/accounts/api-key.ts';
import type { ApiKeyRepository } from '../../../domain/accounts/ports.ts';
import type { User } from '../../../domain/accounts/user.ts';
import { inBatches } from '../batches.ts';
import { SqlStore } from '../sql-store.ts';
import { rowMapping } from '../row-mapping.ts';
import { toUser } from './user-rows.ts';

const keys = rowMapping<ApiKey>({
  id: 'id',
  uid: 'uid',
  secretDigest: 'secret_digest',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
});

export class SqlApiKeyRepository extends SqlStore implements ApiKeyRepository {
  async replace(key: ApiKey): Promise<void> {
    await this.table('api_keys').insert(keys.toRow(key)).onConflict('uid').merge();
  }

  async findByUser(uid: string): Promise<ApiKey | undefined> {
    const row = await this.table('api_keys').where({ uid }).first();
    return row && keys.fromRow(row);
  }

  // Runs on every request with a key, so it is one statement.
  async find(id: string): Promise<{ readonly key: ApiKey; readonly user: User } | undefined> {
    const row = await this.table('api_keys')
      .join('users', 'users.uid', 'api_keys.uid')
      .where('api_keys.id', id)
      .whereNull('users.suspended_at')
      .first('users.*', 'api_keys.id', 'api_keys.created_at as key_created_at', 'secret_digest', 'last_used_at');
    return row && { key: keys.fromRow({ ...row, created_at: row.key_created_at }), user: toUser(row) };
  }

  async filterValid(ids: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const some of inBatches(ids)) {
      const valid = this.table('api_keys').join('users', 'users.uid', 'api_keys.uid').whereIn('api_keys.id', some);
      found.push(...(await valid.whereNull('users.suspended_at').pluck('api_keys.id')));
    }
    return found;
  }

  async remove(uid: string): Promise<void> {
    await this.table('api_keys').where({ uid }).delete();
  }

  async touch(id: string, now: number): Promise<void> {
    await this.table('api_keys').where({ id }).update({ last_used_at: now });
  }
}
