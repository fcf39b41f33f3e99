import type { DeletedData } from '../../../domain/operations/ports.ts';
import { SqlStore } from '../sql-store.ts';

export class SqlDeletedData extends SqlStore implements DeletedData {
  truncateLog(): Promise<void> {
    return this.db.dialect.truncateLog();
  }

  purgeIndexes(): AsyncIterable<void> {
    return this.db.dialect.purgeIndexes();
  }
}
