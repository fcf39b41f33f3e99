import type { ReplyRepository } from '../../domain/chat/ports.ts';
import type { EventBatch, Reply } from '../../domain/chat/reply.ts';
import type { Database } from './database.ts';
import { type LogEntry, ReplyLog } from './reply-log.ts';
import { newReplyRow, ReplyRow, toReply } from './reply-rows.ts';

/** What is left of a reply that no chat keeps once its text is gone: that its message was counted, for a day. */
const TRACE_MS = 86_400_000;

export class SqlReplyRepository implements ReplyRepository {
  private readonly db: Database;
  private readonly log: ReplyLog;

  constructor(db: Database) {
    this.db = db;
    this.log = new ReplyLog(db);
  }

  async create(reply: Reply): Promise<void> {
    await this.db.insert('replies', [newReplyRow(reply)]);
  }

  async find(replyId: string): Promise<Reply | undefined> {
    const row = await ReplyRow.query(this.db.connection).findById(replyId);
    return row && (row.chat_key !== null || row.has_log) ? toReply(row) : undefined;
  }

  append(entries: readonly LogEntry[]): Promise<void> {
    return this.log.append(entries);
  }

  eventsFrom(replyId: string, from: number): Promise<readonly EventBatch[]> {
    return this.log.from(replyId, from);
  }

  async finish(replyId: string, end: Pick<Reply, 'status' | 'errorCode' | 'text' | 'finishedAt'>): Promise<boolean> {
    const { status, errorCode, text, finishedAt } = end;
    const change = "UPDATE replies SET status = ?, error_code = ?, text = ?, finished_at = ? WHERE id = ? AND status = 'streaming'";
    return (await this.db.change(change, [status, errorCode, text, finishedAt, replyId])) === 1;
  }

  async requestStop(replyId: string): Promise<void> {
    await this.streams().where({ id: replyId }).patch({ stop_requested: true });
  }

  async stopRequests(runnerId: string): Promise<readonly string[]> {
    const rows = await this.streams().where({ runner_id: runnerId, stop_requested: true }).select('id');
    return rows.map(({ id }) => id);
  }

  async streaming(): Promise<readonly Reply[]> {
    return (await this.streams()).map(toReply);
  }

  async findAnswered(owner: string, promptKey: string, since: number): Promise<Reply | undefined> {
    const row = await ReplyRow.query(this.db.connection)
      .where({ owner, prompt_key: promptKey, status: 'complete' })
      .where('created_at', '>=', since)
      .orderBy('created_at', 'desc')
      .first();
    return row && toReply(row);
  }

  async sweep(before: number): Promise<void> {
    const loose = () => ReplyRow.query(this.db.connection).whereNull('chat_key');
    await loose().where({ has_log: true }).where('finished_at', '<', before).patch({ text: '', prompt_key: null });
    await this.log.sweep(before);
    await loose().where('finished_at', '<', before - TRACE_MS).delete();
  }

  private streams() {
    return ReplyRow.query(this.db.connection).where({ status: 'streaming' });
  }
}
