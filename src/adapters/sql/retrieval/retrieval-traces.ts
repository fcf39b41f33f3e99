import type { RetrievalTrace, RetrievalTraces } from '../../../domain/retrieval/ports.ts';
import { SqlStore } from '../sql-store.ts';
import { parseTrace } from '../json-columns.ts';

export class SqlRetrievalTraces extends SqlStore implements RetrievalTraces {
  async save(replyId: string, owner: string, trace: RetrievalTrace): Promise<void> {
    const reply = await this.table('replies').where({ id: replyId, owner }).first('id');
    if (!reply) return;
    try {
      await this.db.withSavepoint(async () => {
        await this.rows()
          .insert({ reply_id: replyId, owner, trace: JSON.stringify(trace) })
          .onConflict('reply_id')
          .merge(['trace']);
      });
    } catch (error) {
      // Its chat was deleted at this moment.
      if (await this.table('replies').where({ id: replyId }).first('id')) throw error;
    }
  }

  async find(replyId: string, owner: string): Promise<RetrievalTrace | undefined> {
    const row: { trace: string } | undefined = await this.rows().where({ reply_id: replyId, owner }).first('trace');
    return row && parseTrace(row.trace);
  }

  private rows() {
    return this.table('retrieval_traces');
  }
}
