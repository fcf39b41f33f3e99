import { z } from 'zod';

import type { Outbox, Sent } from '../../domain/kernel/ports.ts';
import type { Database } from './database.ts';

const KEPT = 200;
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

  async add({ at, ...sent }: Sent): Promise<void> {
    await this.db.connection('outbox').insert({ ...sent, sent_at: at });
    const oldest: { sent_at: number | string } | undefined = await this.newest().offset(KEPT).first('sent_at');
    if (oldest) await this.db.connection('outbox').where('sent_at', '<=', oldest.sent_at).delete();
  }

  async list(): Promise<readonly Sent[]> {
    const rows: Row[] = await this.newest().limit(KEPT);
    return rows.map(({ sent_at: at, ...row }) => ({ ...row, kind: kind.parse(row.kind), at: Number(at) }));
  }

  private newest() {
    return this.db.connection('outbox').orderBy([
      { column: 'sent_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);
  }
}
