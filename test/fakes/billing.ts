import {
  type CustomLimits,
  type LedgerEntry,
  LedgerStore,
  type LimitHit,
  LimitLog,
  UserLimits,
} from '../../src/domain/billing/ports.ts';
import { NOON } from '../support/builders.ts';
import { Rows } from './kernel.ts';

export { GEMMA, InMemoryLimitSettings, KIMI, LLAMA, someLimits } from './settings.ts';

export const customLimits = (more: Partial<CustomLimits> = {}): CustomLimits => ({
  uid: 'ann',
  dailyMessages: null,
  moonshotDaily: null,
  setBy: 'the admin',
  setAt: NOON,
  reason: 'asked for it',
  ...more,
});

export class InMemoryUserLimits extends UserLimits {
  private readonly rows = new Rows<CustomLimits>();

  async find(uid: string): Promise<CustomLimits | undefined> {
    return this.rows.get(uid);
  }

  async set(limits: CustomLimits): Promise<void> {
    this.rows.set(limits.uid, limits);
  }

  async remove(uid: string): Promise<void> {
    this.rows.delete(uid);
  }

  get count(): number {
    return this.rows.all().length;
  }
}

export class InMemoryLedgerStore extends LedgerStore {
  private readonly rows = new Rows<LedgerEntry>();

  async add(entries: readonly LedgerEntry[]): Promise<void> {
    for (const entry of entries) this.rows.set(entry.id, entry);
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.rows.delete(id);
  }

  async listByOwner(owner: string, since: number): Promise<readonly LedgerEntry[]> {
    const mine = this.rows.all().filter((entry) => entry.owner === owner && entry.at >= since);
    return mine.sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  }

  /** Puts another name in the place of an owner's. */
  rename(owner: string, to: string): void {
    for (const entry of this.rows.all()) if (entry.owner === owner) this.rows.set(entry.id, { ...entry, owner: to });
  }

  async listPage(
    owner: string,
    after: Pick<LedgerEntry, 'at' | 'id'> | undefined,
    limit: number,
  ): Promise<readonly LedgerEntry[]> {
    const all = await this.listByOwner(owner, 0);
    return all.filter(({ at, id }) => !after || at > after.at || (at === after.at && id > after.id)).slice(0, limit);
  }
}

/** Remembers who was refused. */
export class RecordingLimitLog extends LimitLog {
  readonly hits: LimitHit[] = [];

  record(hit: LimitHit): void {
    this.hits.push(hit);
  }
}
