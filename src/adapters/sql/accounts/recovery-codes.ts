import type { RecoveryCodes } from '../../../domain/accounts/second-factor/ports.ts';
import { countRows, SqlStore } from '../sql-store.ts';

export class SqlRecoveryCodes extends SqlStore implements RecoveryCodes {
  async replace(uid: string, digests: readonly string[]): Promise<void> {
    await this.table('recovery_codes').where({ uid }).delete();
    if (digests.length > 0)
      await this.table('recovery_codes').insert(digests.map((digest) => ({ uid, digest, used_at: null })));
  }

  async consume(uid: string, digest: string, now: number): Promise<boolean> {
    return (await this.unused(uid).where({ digest }).update({ used_at: now })) === 1;
  }

  countUnused(uid: string): Promise<number> {
    return countRows(this.unused(uid));
  }

  private unused(uid: string) {
    return this.table('recovery_codes').where({ uid }).whereNull('used_at');
  }
}
