import { UnitOfWork } from '../../domain/kernel/ports.ts';
import type { Database } from './database.ts';
import { SharedTransactions } from './shared-transactions.ts';

export class SqlUnitOfWork extends UnitOfWork {
  private readonly shared: SharedTransactions;

  constructor(private readonly db: Database) {
    super();
    this.shared = new SharedTransactions(db);
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.db.transaction(work);
  }

  override runShared<T>(work: () => Promise<T>): Promise<T> {
    return this.shared.run(work);
  }
}
