import { AdminOverrides, type Override } from '../../../domain/admin/ports.ts';
import type { Database } from '../database.ts';

interface Row {
  readonly type: Override['type'];
  readonly expires_at: number | string;
}

/** One row per admin; a foreign key deletes it with its session. */
export class SqlAdminOverrides extends AdminOverrides {
  private readonly db: Database;

  constructor(db: Database) {
    super();
    this.db = db;
  }

  async find(uid: string, now: number): Promise<Override | undefined> {
    const row: Row | undefined = await this.table()
      .where({ uid })
      .where('expires_at', '>', now)
      .first('type', 'expires_at');
    return row && { type: row.type, expiresAt: Number(row.expires_at) };
  }

  async set(uid: string, tokenDigest: string, { type, expiresAt }: Override): Promise<void> {
    await this.table()
      .insert({ uid, token_digest: tokenDigest, type, expires_at: expiresAt })
      .onConflict('uid')
      .merge();
  }

  async clear(uid: string): Promise<void> {
    await this.table().where({ uid }).delete();
  }

  private table() {
    return this.db.connection('admin_overrides');
  }
}
