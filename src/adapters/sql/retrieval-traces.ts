import { z } from 'zod';

import type { RetrievalTrace, RetrievalTraces } from '../../domain/retrieval/ports.ts';
import type { Database } from './database.ts';

const rank = z.number().nullable();
const trace = z.object({
  query: z.string(),
  vectors: z.boolean(),
  considered: z.array(
    z.object({
      fileId: z.string(),
      fileName: z.string(),
      page: z.number().nullable(),
      heading: z.string(),
      excerpt: z.string(),
      keywordRank: rank,
      vectorRank: rank,
      score: z.number(),
      given: z.boolean(),
      source: z.number().nullable(),
    }),
  ),
  files: z.array(z.object({ fileId: z.string(), fileName: z.string(), how: z.enum(['whole', 'beginning', 'passages', 'description', 'nothing']), note: z.string() })),
});

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
        await this.rows().insert({ reply_id: replyId, owner, trace: JSON.stringify(kept) }).onConflict('reply_id').merge(['trace']);
      });
    } catch (error) {
      // Its chat was deleted at this very moment.
      if (await this.db.connection('replies').where({ id: replyId }).first('id')) throw error;
    }
  }

  async find(replyId: string, owner: string): Promise<RetrievalTrace | undefined> {
    const row: { trace: string } | undefined = await this.rows().where({ reply_id: replyId, owner }).first('trace');
    return row && trace.parse(JSON.parse(row.trace));
  }

  private rows() {
    return this.db.connection('retrieval_traces');
  }
}
