import { Model } from 'objection';

import { IdentityTaken } from '../../../domain/accounts/errors.ts';
import type { Identities } from '../../../domain/accounts/ports.ts';
import type { User } from '../../../domain/accounts/user.ts';
import type { Database } from '../database.ts';
import { insertIfAbsent } from '../insert-if-absent.ts';
import { toUser, type UserRow } from './user-rows.ts';

class IdentityRow extends Model {
  static override tableName = 'identities';
  static override idColumn = 'identity_key';
  declare identity_key: string;
  declare uid: string;
  declare created_at: number;
}

export class SqlIdentities implements Identities {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async find(key: string): Promise<User | undefined> {
    const row: UserRow | undefined = await this.db
      .connection('identities')
      .join('users', 'users.uid', 'identities.uid')
      .where('identities.identity_key', key)
      .first('users.*');
    return row && toUser(row);
  }

  async add(key: string, uid: string, now: number): Promise<void> {
    const row = { identity_key: key, uid, created_at: now };
    if (!(await insertIfAbsent(() => IdentityRow.query(this.db.connection).insert(row)))) throw new IdentityTaken();
  }

  async removeAllByUser(uid: string): Promise<void> {
    await this.db.connection('identities').where({ uid }).delete();
  }
}
