import type { ApiKey } from '../../../domain/accounts/api-key.ts';
import type { ApiKeyRepository } from '../../../domain/accounts/ports.ts';
import type { User } from '../../../domain/accounts/user.ts';
import type { Knex } from 'knex';
import { inBatches } from '../batches.ts';
import { newestFirst, SqlStore } from '../sql-store.ts';
import { rowMapping } from '../row-mapping.ts';
import { toUser } from './user-rows.ts';

const TABLE = 'user_api_keys';

const keys = rowMapping<ApiKey>({
  id: 'id',
  uid: 'uid',
  name: 'name',
  scope: 'scope',
  secretDigest: 'secret_digest',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  lastUsedAt: 'last_used_at',
});

export class SqlApiKeyRepository extends SqlStore implements ApiKeyRepository {
  async add(key: ApiKey): Promise<void> {
    await this.table(TABLE).insert(keys.toRow(key));
  }

  async listByUser(uid: string): Promise<readonly ApiKey[]> {
    const rows: object[] = await this.table(TABLE).where({ uid }).orderBy(newestFirst('created_at', 'id'));
    return rows.map(keys.fromRow);
  }

  // Runs on every request with a key, so it is one statement.
  async find(id: string, now: number): Promise<{ readonly key: ApiKey; readonly user: User } | undefined> {
    const row = await this.valid(now)
      .where(`${TABLE}.id`, id)
      .first('users.*', `${TABLE}.id`, `${TABLE}.name as key_name`, `${TABLE}.created_at as key_created_at`, {
        scope: 'scope',
        secret_digest: 'secret_digest',
        expires_at: 'expires_at',
        last_used_at: 'last_used_at',
      });
    if (!row) return undefined;
    return { key: keys.fromRow({ ...row, name: row.key_name, created_at: row.key_created_at }), user: toUser(row) };
  }

  async filterValid(ids: readonly string[], now: number): Promise<readonly string[]> {
    const found: string[] = [];
    for (const some of inBatches(ids))
      found.push(...(await this.valid(now).whereIn(`${TABLE}.id`, some).pluck(`${TABLE}.id`)));
    return found;
  }

  async remove(uid: string, id: string): Promise<boolean> {
    return (await this.table(TABLE).where({ uid, id }).delete()) > 0;
  }

  async removeAllByUser(uid: string): Promise<void> {
    await this.table(TABLE).where({ uid }).delete();
  }

  async touch(id: string, now: number): Promise<void> {
    await this.table(TABLE).where({ id }).update({ last_used_at: now });
  }

  private valid(now: number): Knex.QueryBuilder {
    return this.table(TABLE)
      .join('users', 'users.uid', `${TABLE}.uid`)
      .whereNull('users.suspended_at')
      .where((lasting) => void lasting.whereNull('expires_at').orWhere('expires_at', '>', now));
  }
}
