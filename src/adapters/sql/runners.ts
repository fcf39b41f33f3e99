import { hostname } from 'node:os';
import { types } from 'node:util';

import type { Runners } from '../../domain/chat/ports.ts';
import type { Ids } from '../../domain/kernel/ports.ts';
import type { Database } from './database.ts';

/** A runner that has not renewed for so long (milliseconds) counts as dead, wherever it is. */
const LEASE_MS = 10_000;
const LONGEST_HOST = 100;

/** The machine and process that this code is. */
export interface Machine {
  readonly host: string;
  readonly pid: number;
  /** Whether a process of this machine exists. */
  isAlive(pid: number): boolean;
}

/** Signal 0 only asks: no such process is ESRCH; a process of somebody else's (EPERM) does exist. */
export const thisMachine = (): Machine => ({
  host: hostname().slice(0, LONGEST_HOST),
  pid: process.pid,
  isAlive(pid) {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return !(types.isNativeError(error) && 'code' in error && error.code === 'ESRCH');
    }
  },
});

export class SqlRunners implements Runners {
  readonly id: string;
  private readonly db: Database;
  private readonly machine: Machine;

  constructor(db: Database, ids: Ids, machine: Machine = thisMachine()) {
    this.db = db;
    this.machine = machine;
    this.id = `${machine.host}:${machine.pid}:${ids.next()}`;
  }

  async renew(now: number): Promise<void> {
    const lease = { id: this.id, lease_until: now + LEASE_MS };
    await this.db.connection('runners').insert(lease).onConflict('id').merge(['lease_until']);
  }

  async dead(runnerIds: readonly string[], now: number): Promise<readonly string[]> {
    if (runnerIds.length === 0) return [];
    const leased: string[] = await this.db
      .connection('runners')
      .whereIn('id', [...new Set(runnerIds)])
      .where('lease_until', '>', now)
      .pluck('id');
    return runnerIds.filter((id) => !leased.includes(id) || this.isGone(id));
  }

  async retire(): Promise<void> {
    await this.db.connection('runners').where({ id: this.id }).delete();
  }

  /** Known at once, without waiting for the lease: its process was of this machine and is no more, or has become this one. */
  private isGone(id: string): boolean {
    const [host, process] = id.split(':');
    if (id === this.id || host !== this.machine.host) return false;
    const pid = Number(process);
    return pid === this.machine.pid || !this.machine.isAlive(pid);
  }
}
