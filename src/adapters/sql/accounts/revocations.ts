import type { Revocations } from '../../../domain/chat/replies/ports/requesters.ts';
import { inBatches } from '../batches.ts';
import { SqlStore } from '../sql-store.ts';

export class SqlRevocations extends SqlStore implements Revocations {
  async findRevoked(uids: readonly string[]): Promise<readonly string[]> {
    const active = new Set<string>();
    for (const batch of inBatches(uids)) {
      const found: string[] = await this.table('users').whereIn('uid', batch).whereNull('suspended_at').pluck('uid');
      for (const uid of found) active.add(uid);
    }
    return uids.filter((uid) => !active.has(uid));
  }
}
