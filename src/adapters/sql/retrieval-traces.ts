import type { RetrievalTrace, RetrievalTraces } from '../../domain/retrieval/ports.ts';
import type { Database } from './database.ts';
import { parseTrace } from './json.ts';

export class SqlRetrievalTraces implements RetrievalTraces {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async keep(replyId: string, owner: string, kept: RetrievalTrace): Promise<void> {
    const known = await this.db.connection('replies').where({ id: replyId, owner }).first('id');
    if (!known) return;
    try {
      await this.db.undoable(async () => {
        await this.rows()
          .insert({ reply_id: replyId, owner, trace: JSON.stringify(kept) })
          .onConflict('reply_id')
          .merge(['trace']);
      });
    } catch (error) {
      // Its chat was deleted at this very moment.
      if (await this.db.connection('replies').where({ id: replyId }).first('id')) throw error;
    }
  }

  async find(replyId: string, owner: string): Promise<RetrievalTrace | undefined> {
    const row: { trace: string } | undefined = await this.rows().where({ reply_id: replyId, owner }).first('trace');
    return row && parseTrace(row.trace);
  }

  private rows() {
    return this.db.connection('retrieval_traces');
  }
}
