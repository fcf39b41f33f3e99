import { EMPTY_CHAIN } from '../../../domain/audit/entry.ts';
import type { ForwardCheckpoint, ForwardCheckpoints } from '../../../domain/audit/ports.ts';
import { rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';

const NAME = 'audit';
const START: ForwardCheckpoint = { ...EMPTY_CHAIN, sentAt: null, failedAt: null, failures: 0, error: null, lost: 0 };

const checkpoints = rowMapping<ForwardCheckpoint>({
  sequence: 'sequence',
  hash: 'hash',
  sentAt: 'sent_at',
  failedAt: 'failed_at',
  failures: 'failures',
  error: 'error',
  lost: 'lost',
});

export class SqlForwardCheckpoints extends SqlStore implements ForwardCheckpoints {
  async find(): Promise<ForwardCheckpoint> {
    const row: object | undefined = await this.rows().where({ name: NAME }).first();
    return row ? checkpoints.fromRow(row) : START;
  }

  async save(checkpoint: ForwardCheckpoint, from: number): Promise<boolean> {
    await this.rows()
      .insert({ name: NAME, ...checkpoints.toRow(START) })
      .onConflict('name')
      .ignore();
    const changed = await this.rows().where({ name: NAME, sequence: from }).update(checkpoints.toRow(checkpoint));
    return changed === 1;
  }

  private rows() {
    return this.table('audit_forwarding');
  }
}
