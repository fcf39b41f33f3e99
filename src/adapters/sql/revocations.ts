import { Revocations } from '../../domain/chat/ports.ts';
import type { Database } from './database.ts';

const AT_ONCE = 500;

export class SqlRevocations extends Revocations {
  private readonly db: Database;

  constructor(db: Database) {
    super();
    this.db = db;
  }

  async among(uids: readonly string[]): Promise<readonly string[]> {
    const inOrder = new Set<string>();
    for (let from = 0; from < uids.length; from += AT_ONCE) {
      const asked = uids.slice(from, from + AT_ONCE);
      const found: string[] = await this.db
        .connection('users')
        .whereIn('uid', asked)
        .whereNull('suspended_at')
        .pluck('uid');
      for (const uid of found) inOrder.add(uid);
    }
    return uids.filter((uid) => !inOrder.has(uid));
  }
}
