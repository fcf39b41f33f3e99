import { type JobLocks, MAX_JOB_WAIT_MS } from '../../../domain/kernel/ports.ts';
import { SqlStore } from '../sql-store.ts';

/** The times at which a job that is not due yet can be due. */
const waitAt = (now: number): [number, number] => [now + 1, now + MAX_JOB_WAIT_MS];

export class SqlJobLocks extends SqlStore implements JobLocks {
  async acquire(name: string, now: number, until: number): Promise<boolean> {
    await this.rows().insert({ name, due_at: 0 }).onConflict('name').ignore();
    const free = this.rows().where({ name }).whereNotBetween('due_at', waitAt(now));
    return (await free.update({ due_at: until })) === 1;
  }

  async reschedule(name: string, until: number): Promise<void> {
    await this.rows().where({ name }).update({ due_at: until });
  }

  async isHeld(name: string, now: number): Promise<boolean> {
    return (await this.rows().where({ name }).whereBetween('due_at', waitAt(now)).first()) !== undefined;
  }

  private rows() {
    return this.table('chores');
  }
}
