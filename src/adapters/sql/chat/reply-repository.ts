import type {
  FinishOutcome,
  LogEntry,
  ReplyEnd,
  ReplyFence,
  ReplyRepository,
  CompleteLog,
} from '../../../domain/chat/replies/ports/reply-store.ts';
import type { EventBatch, Reply } from '../../../domain/chat/replies/reply.ts';
import { SqlStore } from '../sql-store.ts';
import { ReplyLog } from './reply-log.ts';
import { toNewReplyRow, ReplyRow, toReply } from './reply-rows.ts';

/** How long a reply without a chat stays counted after its text was deleted. */
const COUNT_RETENTION_MS = 86_400_000;

interface Transition {
  readonly from: Reply['status'];
  readonly epoch: number;
  readonly next: number;
}

export class SqlReplyRepository extends SqlStore implements ReplyRepository {
  private readonly log = new ReplyLog(this.db);

  async create(reply: Reply): Promise<void> {
    await this.db.insert('replies', [toNewReplyRow(reply)]);
  }

  async find(replyId: string): Promise<Reply | undefined> {
    const row = await ReplyRow.query(this.db.connection).findById(replyId);
    return row && (row.chat_key !== null || row.has_log) ? toReply(row) : undefined;
  }

  append(entries: readonly LogEntry[]): Promise<void> {
    return this.log.append(entries);
  }

  listEvents(replyId: string, from: number): Promise<readonly EventBatch[]> {
    return this.log.listFrom(replyId, from);
  }

  async takeOver({ id, runnerId, epoch }: ReplyFence): Promise<ReplyFence | undefined> {
    const updateSql =
      "UPDATE replies SET epoch = ? WHERE id = ? AND runner_id = ? AND epoch = ? AND status = 'streaming'";
    const taken = await this.db.execute(updateSql, [epoch + 1, id, runnerId, epoch]);
    return taken === 1 ? { id, runnerId, epoch: epoch + 1 } : undefined;
  }

  async adopt({ id, runnerId, epoch }: ReplyFence, newRunner: string): Promise<ReplyFence | undefined> {
    const updateSql =
      'UPDATE replies SET runner_id = ?, epoch = ? WHERE id = ? AND runner_id = ? AND epoch = ? ' +
      "AND status = 'streaming'";
    const taken = await this.db.execute(updateSql, [newRunner, epoch + 1, id, runnerId, epoch]);
    return taken === 1 ? { id, runnerId: newRunner, epoch: epoch + 1 } : undefined;
  }

  finish(reply: ReplyFence, end: ReplyEnd, log?: CompleteLog): Promise<FinishOutcome> {
    return this.db.transaction(async () => {
      if (await this.applyTransition(reply, end, { from: 'streaming', epoch: reply.epoch, next: reply.epoch })) {
        if (log) await this.log.appendRest(reply.id, log);
        return 'finished';
      }
      const outcome = await this.finishLate(reply, end);
      if (outcome === 'replaced' && log) await this.log.replace(reply.id, log);
      return outcome;
    });
  }

  /** The reply is not streaming in the writer's epoch any more: it was final, or somebody took it over. */
  private async finishLate(reply: ReplyFence, end: ReplyEnd): Promise<FinishOutcome> {
    const sql = `SELECT status, runner_id, epoch FROM replies WHERE id = ?${this.db.dialect.forUpdate}`;
    const [row] = await this.db.query<Pick<ReplyRow, 'status' | 'runner_id' | 'epoch'>>(sql, [reply.id]);
    if (!row) return 'gone';
    const [taken, returnedEpoch] = [reply.epoch + 1, reply.epoch + 2];
    if (row.runner_id !== reply.runnerId) return 'fenced';
    if (row.epoch === returnedEpoch || (row.epoch === reply.epoch && row.status !== 'streaming')) return 'repeated';
    if (row.epoch !== taken || row.status !== 'interrupted') return 'fenced';
    const replaced = await this.applyTransition(reply, end, { from: 'interrupted', epoch: taken, next: returnedEpoch });
    return replaced ? 'replaced' : 'fenced';
  }

  /** SQLite writes the index of each assigned column, even of an equal value: so only what changes is assigned. */
  private async applyTransition(reply: ReplyFence, end: ReplyEnd, { from, epoch, next }: Transition): Promise<boolean> {
    const { status, errorCode, text, finishedAt, followUps = 'none', model = null, isUncacheable = false } = end;
    // A streaming reply has 'none' already.
    const changesFollowUps = from !== 'streaming' || followUps !== 'none';
    const newFollowUps = changesFollowUps ? [from === 'streaming' ? followUps : 'none'] : [];
    const updateSql = `UPDATE replies SET model = COALESCE(?, model), status = ?, error_code = ?, text = ?,
      finished_at = ?, epoch = ?
      ${changesFollowUps ? ', follow_ups = ?' : ''} ${isUncacheable ? ', prompt_key = NULL' : ''}
      WHERE id = ? AND runner_id = ? AND epoch = ? AND status = ?`;
    const state = [model, status, errorCode, text, finishedAt, next, ...newFollowUps];
    const values = [...state, reply.id, reply.runnerId, epoch, from];
    return (await this.db.execute(updateSql, values)) === 1;
  }

  closeFollowUps({ id, runnerId, epoch }: ReplyFence, rest: EventBatch | undefined): Promise<boolean> {
    return this.db.transaction(async () => {
      const updateSql =
        "UPDATE replies SET follow_ups = 'done' WHERE id = ? AND runner_id = ? AND epoch = ? " +
        "AND follow_ups = 'running'";
      if ((await this.db.execute(updateSql, [id, runnerId, epoch])) !== 1) return false;
      await this.log.write(id, rest);
      return true;
    });
  }

  async listFollowedUp(chatKey?: string): Promise<readonly Reply[]> {
    const rows = ReplyRow.query(this.db.connection).where({ follow_ups: 'running' });
    return (await (chatKey === undefined ? rows : rows.where({ chat_key: chatKey }))).map(toReply);
  }

  async requestStop(replyId: string): Promise<void> {
    await this.stoppableRows().where({ id: replyId }).patch({ stop_requested: true });
  }

  async listStopRequests(runnerId: string): Promise<readonly string[]> {
    const rows = await this.stoppableRows().where({ runner_id: runnerId, stop_requested: true }).select('id');
    return rows.map(({ id }) => id);
  }

  async listStreaming(owner?: string): Promise<readonly Reply[]> {
    const rows = ReplyRow.query(this.db.connection).where({ status: 'streaming' });
    return (await (owner === undefined ? rows : rows.where({ owner }))).map(toReply);
  }

  async listRunning(runnerId: string): Promise<readonly Reply[]> {
    return (await this.stoppableRows().where({ runner_id: runnerId })).map(toReply);
  }

  async findCached(owner: string, promptKey: string, since: number): Promise<Reply | undefined> {
    const row = await ReplyRow.query(this.db.connection)
      .where({ owner, prompt_key: promptKey, status: 'complete' })
      .where('created_at', '>=', since)
      .orderBy('created_at', 'desc')
      .first();
    return row && toReply(row);
  }

  async sweep(before: number): Promise<void> {
    const withoutChat = () => ReplyRow.query(this.db.connection).whereNull('chat_key');
    await withoutChat()
      .where({ has_log: true })
      .where('finished_at', '<', before)
      .patch({ text: '', prompt_key: null });
    await this.log.sweep(before);
    await withoutChat()
      .where('finished_at', '<', before - COUNT_RETENTION_MS)
      .delete();
  }

  private stoppableRows() {
    return ReplyRow.query(this.db.connection).where((row) => {
      void row.where({ status: 'streaming' }).orWhere({ follow_ups: 'running' });
    });
  }
}
