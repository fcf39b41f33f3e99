import type { AuthenticatorApp, AuthenticatorApps } from '../../../domain/accounts/second-factor/ports.ts';
import type { SecretBox } from '../../../domain/admin/setup/ports.ts';
import type { Database } from '../database.ts';
import { SqlStore } from '../sql-store.ts';

interface Row {
  readonly sealed_secret: string;
  readonly confirmed_at: number | null;
}

export class SqlAuthenticatorApps extends SqlStore implements AuthenticatorApps {
  constructor(
    db: Database,
    private readonly box: SecretBox,
  ) {
    super(db);
  }

  async find(uid: string): Promise<AuthenticatorApp | undefined> {
    const row: Row | undefined = await this.rowOf(uid).first();
    return row && { secret: this.box.open(row.sealed_secret), confirmedAt: row.confirmed_at };
  }

  async propose(uid: string, secret: string, now: number): Promise<boolean> {
    await this.rowOf(uid).whereNull('confirmed_at').delete();
    const row = { uid, sealed_secret: this.box.seal(secret), created_at: now, confirmed_at: null, last_step: 0 };
    await this.table('authenticator_apps').insert(row).onConflict('uid').ignore();
    return (await this.rowOf(uid).whereNull('confirmed_at').first('uid')) !== undefined;
  }

  async confirm(uid: string, step: number, now: number): Promise<boolean> {
    return (await this.rowOf(uid).whereNull('confirmed_at').update({ confirmed_at: now, last_step: step })) === 1;
  }

  // One conditional UPDATE: of two callers with one code the second changes no row.
  async useStep(uid: string, step: number): Promise<boolean> {
    const earlier = this.rowOf(uid).whereNotNull('confirmed_at').where('last_step', '<', step);
    return (await earlier.update({ last_step: step })) === 1;
  }

  async remove(uid: string): Promise<void> {
    await this.rowOf(uid).delete();
  }

  private rowOf(uid: string) {
    return this.table('authenticator_apps').where({ uid });
  }
}
