import { z } from 'zod';

import type { PlanCancellation, PlanCancellations } from '../../../domain/billing/ports/plan-cancellations.ts';
import type { PlanCancellationAction } from '../../../shared/plan-cancellations.ts';
import { TIERS } from '../../../shared/tiers.ts';
import { json, rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

const renewals = z.array(z.object({ id: z.string(), nextTier: z.enum(TIERS).nullable() }));

export const planCancellations = rowMapping<PlanCancellation>({
  uid: 'uid',
  action: 'action',
  renewals: json('renewals', (text) => renewals.parse(JSON.parse(text))),
  askedAt: 'asked_at',
  doneAt: 'done_at',
  dueAt: 'due_at',
  leasedUntil: 'leased_until',
  failures: 'failures',
  revision: 'revision',
});

const TABLE = 'plan_cancellations';

export class SqlPlanCancellations extends SqlStore implements PlanCancellations {
  async find(uid: string): Promise<PlanCancellation | undefined> {
    const row: object | undefined = await this.table(TABLE).where({ uid }).first();
    return row && planCancellations.fromRow(row);
  }

  async ask(uid: string, action: PlanCancellationAction, now: number): Promise<void> {
    const asked = { action, asked_at: now, done_at: null, due_at: now, failures: 0 };
    const revision = this.db.connection.raw('revision + 1');
    if (
      (await this.table(TABLE)
        .where({ uid })
        .update({ ...asked, revision })) === 1
    )
      return;
    await this.table(TABLE).insert({ uid, ...asked, renewals: '[]', leased_until: 0, revision: 1 });
  }

  async save(cancellation: PlanCancellation): Promise<boolean> {
    const { uid, revision } = cancellation;
    const before = this.table(TABLE).where({ uid, revision: revision - 1 });
    return (await before.update(planCancellations.toRow(cancellation))) === 1;
  }

  async remove({ uid, revision }: Pick<PlanCancellation, 'uid' | 'revision'>): Promise<void> {
    await this.table(TABLE).where({ uid, revision }).delete();
  }

  async listDue(now: number, limit: number): Promise<readonly string[]> {
    return this.table(TABLE)
      .where('due_at', '<=', now)
      .where('leased_until', '<=', now)
      .orderBy('due_at')
      .limit(limit)
      .pluck('uid');
  }

  async countFailing(): Promise<{ readonly count: number; readonly since: number | null }> {
    const failing = this.table(TABLE).whereNull('done_at').where('failures', '>', 0);
    const [row]: { total: number; oldest: number | null }[] = await failing
      .count({ total: '*' })
      .min({ oldest: 'asked_at' });
    return { count: row?.total ?? 0, since: row?.oldest ?? null };
  }
}
