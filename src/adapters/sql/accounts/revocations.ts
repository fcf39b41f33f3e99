import { Revocations } from '../../../domain/chat/replies/ports.ts';
import type { Database } from '../database.ts';

const BATCH_SIZE = 500;

export class SqlRevocations extends Revocations {
  private readonly db: Database;

  constructor(db: Database) {
    super();
    this.db = db;
  }

  async findRevoked(uids: readonly string[]): Promise<readonly string[]> {
    const active = new Set<string>();
    for (let from = 0; from < uids.length; from += BATCH_SIZE) {
      const batch = uids.slice(from, from + BATCH_SIZE);
      const found: string[] = await this.db
        .connection('users')
        .whereIn('uid', batch)
        .whereNull('suspended_at')
        .pluck('uid');
      for (const uid of found) active.add(uid);
    }
    return uids.filter((uid) => !active.has(uid));
  }
}
