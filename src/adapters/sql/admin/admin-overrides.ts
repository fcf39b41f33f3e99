import type { AdminOverrides, Override } from '../../../domain/admin/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

const TABLE = 'admin_overrides';
const overrides = rowMapping<Override>({ type: 'type', expiresAt: 'expires_at' });

/** One row per admin; a foreign key deletes it with its session. */
export class SqlAdminOverrides extends SqlStore implements AdminOverrides {
  async find(uid: string, now: number): Promise<Override | undefined> {
    const row = await this.table(TABLE).where({ uid }).where('expires_at', '>', now).first();
    return row && overrides.fromRow(row);
  }

  async set(uid: string, tokenDigest: string, override: Override): Promise<void> {
    await this.upsertRow(TABLE, 'uid', { uid, token_digest: tokenDigest, ...overrides.toRow(override) });
  }

  async clear(uid: string): Promise<void> {
    await this.table(TABLE).where({ uid }).delete();
  }
}
