import type { LogEntry, CompleteLog } from '../../../domain/chat/replies/ports/reply-store.ts';
import type { EventBatch } from '../../../domain/chat/replies/reply.ts';
import { inBatches } from '../batches.ts';
import { SqlStore } from '../sql-store.ts';
import { decodeLog, encodeLog } from '../../../shared/reply-event.ts';

/** Limits of one statement: SQLite binds at most 32 766 values, MySQL takes 16 MB by default. */
const MAX_ROWS = 4000;
const MAX_CHARACTERS = 3_000_000;
const SWEEP_BATCH_SIZE = 200;
const ORPHAN_PAGE_SIZE = 1000;
const MAX_ORPHAN_PAGES = 20;

const MAX_EVENTS_PER_ROW = 5000;

type Row = readonly [replyId: string, epoch: number, first: number, events: string];

const toStatements = (entries: readonly LogEntry[]): Row[][] => {
  const statements: Row[][] = [];
  let rows: Row[] = [];
  let size = 0;
  for (const { reply, batch } of entries) {
    const events = encodeLog(batch.events);
    if (rows.length > 0 && (rows.length === MAX_ROWS || size + events.length > MAX_CHARACTERS)) {
      statements.push(rows);
      rows = [];
      size = 0;
    }
    rows.push([reply.id, reply.epoch, batch.first, events]);
    size += events.length;
  }
  return rows.length > 0 ? [...statements, rows] : statements;
};

/** Splits a long batch into parts that any server takes in one statement. */
const splitBatch = ({ first, events }: EventBatch): EventBatch[] => {
  const pieces: EventBatch[] = [];
  for (let at = 0; at < events.length; at += MAX_EVENTS_PER_ROW) {
    pieces.push({ first: first + at, events: events.slice(at, at + MAX_EVENTS_PER_ROW) });
  }
  return pieces;
};

/** The event logs of all replies: written in bulk, read by number. */
export class ReplyLog extends SqlStore {
  private orphanCursor = '';

  /**
   * One statement for all entries (more only past thousands of rows). For the same first event the longer entry wins,
   * because a log only grows: a repeated or late append changes nothing. Entries of another epoch are ignored.
   */
  async append(entries: readonly LogEntry[]): Promise<void> {
    for (const rows of toStatements(entries)) {
      const values = rows.map(() => `${this.db.dialect.rowConstructor}(?, ?, ?, ?)`).join(', ');
      const sql = `
        INSERT INTO reply_log (reply_id, first_event, events)
        WITH entries (entry_reply, entry_epoch, entry_first, entry_events) AS (VALUES ${values})
        SELECT entry_reply, entry_first, entry_events FROM entries JOIN replies ON replies.id = entry_reply
         WHERE replies.epoch = entry_epoch AND (replies.status = 'streaming'
           OR replies.follow_ups = 'running') ${this.onConflictUpdateIfLonger}`;
      await this.db.executeIdempotent(sql, rows.flat());
    }
  }

  /** The rest of a log whose reply the caller has just made final. */
  async appendRest(replyId: string, log: CompleteLog): Promise<void> {
    await this.write(replyId, log.unsavedWithEnd());
  }

  /** Replaces the stored log: parts were dropped while its writer was thought dead. */
  async replace(replyId: string, log: CompleteLog): Promise<void> {
    await this.remove([replyId]);
    await this.write(replyId, log.allWithEnd());
  }

  async write(replyId: string, batch: EventBatch | undefined): Promise<void> {
    for (const { first, events } of batch ? splitBatch(batch) : []) {
      const sql =
        'INSERT INTO reply_log (reply_id, first_event, events) ' + `VALUES (?, ?, ?) ${this.onConflictUpdateIfLonger}`;
      await this.db.execute(sql, [replyId, first, encodeLog(events)]);
    }
  }

  async listFrom(replyId: string, from: number): Promise<readonly EventBatch[]> {
    const log = () => this.table('reply_log').where({ reply_id: replyId });
    const start: { first_event: number } | undefined = await log()
      .where('first_event', '<=', from)
      .orderBy('first_event', 'desc')
      .first('first_event');
    const rows: { first_event: number; events: string }[] = await log()
      .where('first_event', '>=', start?.first_event ?? 0)
      .orderBy('first_event')
      .select('first_event', 'events');
    const batches: EventBatch[] = [];
    let next = from;
    for (const { first_event: first, events: text } of rows) {
      const events = decodeLog(text).slice(Math.max(0, next - first));
      if (events.length === 0) continue;
      batches.push({ first: Math.max(first, next), events });
      next = Math.max(first, next) + events.length;
    }
    return batches;
  }

  /**
   * Deletes logs of replies that finished before `before` or are gone, in small batches so that writers can interleave.
   */
  async sweep(before: number): Promise<void> {
    for (;;) {
      const ids: string[] = await this.table('replies')
        .where('has_log', true)
        .where('finished_at', '<', before)
        .limit(SWEEP_BATCH_SIZE)
        .pluck('id');
      if (ids.length === 0) break;
      await this.db.transaction(async () => {
        await this.remove(ids);
        await this.table('replies').whereIn('id', ids).update({ has_log: false });
      });
    }
    for (let page = 0; page < MAX_ORPHAN_PAGES && (await this.sweepOrphans()); page += 1);
  }

  private get onConflictUpdateIfLonger(): string {
    return this.db.dialect.onConflictUpdateIfLonger(['reply_id', 'first_event'], 'events');
  }

  async remove(replyIds: readonly string[]): Promise<void> {
    for (const ids of inBatches(replyIds)) await this.table('reply_log').whereIn('reply_id', ids).delete();
  }

  /**
   * Finds log entries without a reply: a chat deleted during a reply leaves later entries behind. Scans one page per
   * call and continues there next time, so that the cost of a call does not grow with the log. Returns false at the
   * end, and the next call starts over.
   */
  private async sweepOrphans(): Promise<boolean> {
    const rows: string[] = await this.table('reply_log')
      .where('reply_id', '>', this.orphanCursor)
      .orderBy('reply_id')
      .limit(ORPHAN_PAGE_SIZE)
      .pluck('reply_id');
    this.orphanCursor = rows.at(-1) ?? '';
    if (rows.length === 0) return false;
    const logged = [...new Set(rows)];
    const existing: string[] = await this.table('replies').whereIn('id', logged).pluck('id');
    await this.remove(logged.filter((id) => !existing.includes(id)));
    return true;
  }
}
