import { SqlStore } from '../sql-store.ts';

/** Writes a row that nobody reads: a database on a full disk, or without rights, answers reads all the same. */
export class WriteProbe extends SqlStore {
  async run(): Promise<void> {
    const row = { name: 'connection-test', due_at: Date.now() };
    await this.table('chores').insert(row).onConflict('name').merge();
  }
}
