import { Model } from 'objection';

import { IdentityTaken } from '../../../domain/accounts/errors.ts';
import type {
  Identities,
  LinkedIdentity,
  RightHolder,
  RightHolderPage,
} from '../../../domain/accounts/identity/ports.ts';
import type { User } from '../../../domain/accounts/user.ts';
import { boolean, rowMapping } from '../row-mapping.ts';
import { insertIfAbsent, SqlStore } from '../sql-store.ts';
import { listRightHolders } from './right-holders.ts';
import { toUser } from './user-rows.ts';

class IdentityRow extends Model {
  static override tableName = 'identities';
  static override idColumn = 'identity_key';
}

const linked = rowMapping<LinkedIdentity>({
  key: 'identity_key',
  provider: 'provider',
  createdAt: 'created_at',
  givesAdmin: boolean('gives_admin'),
});

export class SqlIdentities extends SqlStore implements Identities {
  async find(key: string): Promise<User | undefined> {
    const row = await this.table('identities')
      .join('users', 'users.uid', 'identities.uid')
      .where('identities.identity_key', key)
      .first('users.*');
    return row && toUser(row);
  }

  async add(key: string, uid: string, now: number, provider?: string): Promise<void> {
    const row = { identity_key: key, uid, created_at: now, provider: provider ?? null };
    if (!(await insertIfAbsent(IdentityRow.query(this.db.connection).insert(row)))) throw new IdentityTaken();
  }

  async removeAllByUser(uid: string): Promise<void> {
    await this.table('identities').where({ uid }).delete();
  }

  async listByUser(uid: string): Promise<readonly LinkedIdentity[]> {
    const rows: object[] = await this.table('identities').where({ uid }).orderBy(['created_at', 'identity_key']);
    return rows.map((row) => linked.fromRow(row));
  }

  async remove(key: string, uid: string): Promise<void> {
    await this.table('identities').where({ identity_key: key, uid }).delete();
  }

  async setGivesAdmin(key: string, givesAdmin: boolean): Promise<void> {
    await this.table('identities').where({ identity_key: key }).update({ gives_admin: givesAdmin });
  }

  listByOtherProviders(page: RightHolderPage): Promise<readonly RightHolder[]> {
    const admins = this.table('users')
      .join('identities', 'identities.uid', 'users.uid')
      .where({ is_admin: true, gives_admin: true });
    return listRightHolders(admins, { uid: 'users.uid', source: 'identities.provider', prefix: '' }, page);
  }
}
