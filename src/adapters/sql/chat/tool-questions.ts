import { z } from 'zod';

import type { ReplyFence } from '../../../domain/chat/replies/ports/reply-store.ts';
import type { ToolQuestions } from '../../../domain/chat/replies/waiting/ports.ts';
import type { NewQuestion, QuestionEnd, ToolQuestion } from '../../../domain/chat/replies/waiting/question.ts';
import { CALL_DECISIONS, QUESTION_OUTCOMES } from '../../../shared/tools.ts';
import { SqlStore } from '../sql-store.ts';

const content = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]));
const answer = z.object({
  decision: z.enum(CALL_DECISIONS),
  arguments: z.string().optional(),
  content: content.optional(),
});
const outcome = z.enum(QUESTION_OUTCOMES);
const kind = z.enum(['approval', 'form']);

interface EndRow {
  readonly id: string;
  readonly outcome: string | null;
  readonly answer: string | null;
}

interface QuestionRow extends EndRow {
  readonly kind: string;
  readonly server_id: string;
  readonly tool: string;
  readonly digest: string;
  readonly form_schema: string | null;
  readonly expires_at: number;
}

const toEnd = ({ outcome: ended, answer: given }: EndRow): QuestionEnd | null =>
  ended === null
    ? null
    : { outcome: outcome.parse(ended), answer: given === null ? null : answer.parse(JSON.parse(given)) };

const toQuestion = (row: QuestionRow): ToolQuestion => ({
  id: row.id,
  kind: kind.parse(row.kind),
  tool: { serverId: row.server_id, tool: row.tool, digest: row.digest },
  schema: row.form_schema,
  expiresAt: row.expires_at,
  end: toEnd(row),
});

export class SqlToolQuestions extends SqlStore implements ToolQuestions {
  open(reply: ReplyFence, { id, kind: asked, tool, schema, expiresAt }: NewQuestion, state: string): Promise<boolean> {
    return this.whileOwned(reply, async () => {
      const described = { server_id: tool.serverId, tool: tool.tool, digest: tool.digest };
      const row = { id, reply_id: reply.id, kind: asked, ...described, form_schema: schema, expires_at: expiresAt };
      await this.db.insert('tool_questions', [row]);
      await this.writeState(reply.id, state);
    });
  }

  save(reply: ReplyFence, state: string | null): Promise<boolean> {
    return this.whileOwned(reply, () => this.writeState(reply.id, state));
  }

  async findState(replyId: string): Promise<string | undefined> {
    const row: { state: string } | undefined = await this.table('waiting_replies')
      .where({ reply_id: replyId })
      .first('state');
    return row?.state;
  }

  async find(replyId: string, questionId: string): Promise<ToolQuestion | undefined> {
    const row: QuestionRow | undefined = await this.table('tool_questions')
      .where({ id: questionId, reply_id: replyId })
      .first();
    return row && toQuestion(row);
  }

  async end(questionId: string, { outcome: ended, answer: given }: QuestionEnd): Promise<boolean> {
    const values = [ended, given && JSON.stringify(given), questionId];
    const sql = 'UPDATE tool_questions SET outcome = ?, answer = ? WHERE id = ? AND outcome IS NULL';
    return (await this.db.execute(sql, values)) === 1;
  }

  async listEnded(ids: readonly string[]) {
    const rows: EndRow[] = await this.table('tool_questions')
      .whereIn('id', ids)
      .whereNotNull('outcome')
      .select('id', 'outcome', 'answer');
    return rows.flatMap((row) => {
      const end = toEnd(row);
      return end ? [{ id: row.id, end }] : [];
    });
  }

  async withdraw(replyId: string): Promise<void> {
    const open = this.table('tool_questions').where({ reply_id: replyId }).whereNull('outcome');
    await open.update({ outcome: 'withdrawn' });
    await this.writeState(replyId, null);
  }

  async countOpen(owner: string): Promise<number> {
    const sql = `SELECT COUNT(*) AS count FROM tool_questions JOIN replies ON replies.id = tool_questions.reply_id
      WHERE replies.owner = ? AND tool_questions.outcome IS NULL`;
    const [row] = await this.db.query<{ count: number }>(sql, [owner]);
    return Number(row?.count ?? 0);
  }

  async sweep(before: number): Promise<void> {
    const finished = this.table('replies').where('finished_at', '<', before).select('id');
    await this.table('tool_questions').whereIn('reply_id', finished).delete();
  }

  /** The reply's row is locked meanwhile, so that it does not change hands. */
  private whileOwned({ id, runnerId, epoch }: ReplyFence, write: () => Promise<void>): Promise<boolean> {
    return this.db.transaction(async () => {
      const sql =
        'SELECT id FROM replies WHERE id = ? AND runner_id = ? AND epoch = ? ' +
        `AND status = 'streaming'${this.db.dialect.forUpdate}`;
      if ((await this.db.query(sql, [id, runnerId, epoch])).length === 0) return false;
      await write();
      return true;
    });
  }

  private async writeState(replyId: string, state: string | null): Promise<void> {
    if (state !== null) return this.upsertRow('waiting_replies', 'reply_id', { reply_id: replyId, state });
    await this.table('waiting_replies').where({ reply_id: replyId }).delete();
  }
}
