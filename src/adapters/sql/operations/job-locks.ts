import type { JobLocks } from '../../../domain/billing/ports.ts';
import { SqlStore } from '../sql-store.ts';

export class SqlJobLocks extends SqlStore implements JobLocks {
  async acquire(name: string, now: number, until: number): Promise<boolean> {
    await this.rows().insert({ name, due_at: 0 }).onConflict('name').ignore();
    return (await this.rows().where({ name }).where('due_at', '<=', now).update({ due_at: until })) === 1;
  }

  async reschedule(name: string, until: number): Promise<void> {
    await this.rows().where({ name }).update({ due_at: until });
  }

  async isHeld(name: string, now: number): Promise<boolean> {
    return (await this.rows().where({ name }).where('due_at', '>', now).first()) !== undefined;
  }

  private rows() {
    return this.table('chores');
  }
}
