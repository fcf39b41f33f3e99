import { z } from 'zod';

import type { Outbox, OutboxMessage } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';

const MAX_ENTRIES = 200;
const kind = z.enum(['mail', 'sms', 'checkout', 'event']);

interface Row {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: string | null;
  readonly sent_at: number | string;
}

export class SqlOutbox implements Outbox {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add({ at, ...sent }: OutboxMessage): Promise<void> {
    await this.db.connection('outbox').insert({ ...sent, sent_at: at });
    const oldest: { sent_at: number | string } | undefined = await this.newest().offset(MAX_ENTRIES).first('sent_at');
    if (oldest) await this.db.connection('outbox').where('sent_at', '<=', oldest.sent_at).delete();
  }

  async list(): Promise<readonly OutboxMessage[]> {
    const rows: Row[] = await this.newest().limit(MAX_ENTRIES);
    return rows.map(({ sent_at: at, ...row }) => ({ ...row, kind: kind.parse(row.kind), at: Number(at) }));
  }

  private newest() {
    return this.db.connection('outbox').orderBy([
      { column: 'sent_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  }
}
