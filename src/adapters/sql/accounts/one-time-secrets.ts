import { Model } from 'objection';

import type { OneTimeSecrets } from '../../../domain/accounts/ports.ts';
import { insertIfAbsent, SqlStore } from '../sql-store.ts';

type NewSecret = Parameters<OneTimeSecrets['add']>[0];

class SecretRow extends Model {
  static override tableName = 'one_time_secrets';
  static override idColumn = 'digest';
}

export class SqlOneTimeSecrets extends SqlStore implements OneTimeSecrets {
  async add({ digest, purpose, expiresAt }: NewSecret): Promise<void> {
    await this.table('one_time_secrets').insert({ digest, purpose, expires_at: expiresAt });
  }

  // One conditional UPDATE: of two callers the second changes no row.
  async consume(digest: string, purpose: NewSecret['purpose'], now: number): Promise<boolean> {
    return (await this.validSecret(digest, purpose, now).update({ used_at: now })) === 1;
  }

  async isValid(digest: string, purpose: NewSecret['purpose'], now: number): Promise<boolean> {
    return (await this.validSecret(digest, purpose, now).first('digest')) !== undefined;
  }

  async revoke(purpose: NewSecret['purpose']): Promise<void> {
    await this.unusedSecrets(purpose).delete();
  }

  // The primary key admits one caller.
  async consumeOnce({ now, expiresAt, ...secret }: Parameters<OneTimeSecrets['consumeOnce']>[0]): Promise<boolean> {
    const row = { ...secret, expires_at: expiresAt, used_at: now };
    return insertIfAbsent(SecretRow.query(this.db.connection).insert(row));
  }

  async removeExpired(purpose: 'captcha' | 'passkey', now: number): Promise<void> {
    await this.table('one_time_secrets').where({ purpose }).where('expires_at', '<=', now).delete();
  }

  private validSecret(digest: string, purpose: NewSecret['purpose'], now: number) {
    return this.unusedSecrets(purpose).where({ digest }).where('expires_at', '>', now);
  }

  private unusedSecrets(purpose: NewSecret['purpose']) {
    return this.table('one_time_secrets').where({ purpose }).whereNull('used_at');
  }
}
