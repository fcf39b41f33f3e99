import { Model } from 'objection';

import { IdentityTaken } from '../../../domain/accounts/errors.ts';
import type { Identities } from '../../../domain/accounts/ports.ts';
import type { User } from '../../../domain/accounts/user.ts';
import { insertIfAbsent, SqlStore } from '../sql-store.ts';
import { toUser } from './user-rows.ts';

class IdentityRow extends Model {
  static override tableName = 'identities';
  static override idColumn = 'identity_key';
}

export class SqlIdentities extends SqlStore implements Identities {
  async find(key: string): Promise<User | undefined> {
    const row = await this.table('identities')
      .join('users', 'users.uid', 'identities.uid')
      .where('identities.identity_key', key)
      .first('users.*');
    return row && toUser(row);
  }

  async add(key: string, uid: string, now: number): Promise<void> {
    const row = { identity_key: key, uid, created_at: now };
    if (!(await insertIfAbsent(IdentityRow.query(this.db.connection).insert(row)))) throw new IdentityTaken();
  }

  async removeAllByUser(uid: string): Promise<void> {
    await this.table('identities').where({ uid }).delete();
  }
}
