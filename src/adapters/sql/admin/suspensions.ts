import type { AdminDecision, Suspensions } from '../../../domain/user-admin/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

export const suspensions = rowMapping<AdminDecision>({ by: 'by_uid', byName: 'by_name', at: 'at', reason: 'reason' });

export class SqlSuspensions extends SqlStore implements Suspensions {
  async save(uid: string, decision: AdminDecision): Promise<void> {
    await this.upsertRow('suspensions', 'uid', { uid, ...suspensions.toRow(decision) });
  }

  async remove(uid: string): Promise<void> {
    await this.table('suspensions').where({ uid }).delete();
  }
}
