import type { LogEntry, WholeLog } from '../../domain/chat/ports.ts';
import type { EventBatch } from '../../domain/chat/reply.ts';
import { inBatches } from './batches.ts';
import type { Database } from './database.ts';
import { parseEvents } from './json.ts';

/** Bounds of one statement: SQLite binds at most 32 766 values, MySQL takes 16 MB by default. */
const MOST_ROWS = 4000;
const MOST_CHARACTERS = 3_000_000;
const SWEPT_AT_ONCE = 200;
const ORPHAN_PAGE = 1000;
const ORPHAN_PAGES = 20;

const EVENTS_A_ROW = 5000;

type Row = readonly [replyId: string, epoch: number, first: number, events: string];

const inStatements = (entries: readonly LogEntry[]): Row[][] => {
  const statements: Row[][] = [];
  let rows: Row[] = [];
  let size = 0;
  for (const { reply, batch } of entries) {
    const events = JSON.stringify(batch.events);
    if (rows.length > 0 && (rows.length === MOST_ROWS || size + events.length > MOST_CHARACTERS)) {
      statements.push(rows);
      rows = [];
      size = 0;
    }
    rows.push([reply.id, reply.epoch, batch.first, events]);
    size += events.length;
  }
  return rows.length > 0 ? [...statements, rows] : statements;
};

/** A long batch in pieces that any server takes in one statement each. */
const inPieces = ({ first, events }: EventBatch): EventBatch[] => {
  const pieces: EventBatch[] = [];
  for (let at = 0; at < events.length; at += EVENTS_A_ROW) {
    pieces.push({ first: first + at, events: events.slice(at, at + EVENTS_A_ROW) });
  }
  return pieces;
};

/** The event logs of all replies: written in bulk, read by number. */
export class ReplyLog {
  private readonly db: Database;
  private orphanCursor = '';

  constructor(db: Database) {
    this.db = db;
  }

  /**
   * One statement for all entries (more only past thousands of rows). Of what is appended from the same event number the
   * longer stays: a log only grows, so a caller that does not know whether its last try arrived may repeat it, and one
   * that comes late takes nothing back. Only what streams in the epoch that the writer knows is written.
   */
  async append(entries: readonly LogEntry[]): Promise<void> {
    for (const rows of inStatements(entries)) {
      const values = rows.map(() => `${this.db.dialect.row}(?, ?, ?, ?)`).join(', ');
      const sql = `
        INSERT INTO reply_log (reply_id, first_event, events)
        WITH entries (entry_reply, entry_epoch, entry_first, entry_events) AS (VALUES ${values})
        SELECT entry_reply, entry_first, entry_events FROM entries JOIN replies ON replies.id = entry_reply
         WHERE replies.epoch = entry_epoch AND replies.status = 'streaming' ${this.longerWins}`;
      await this.db.changeAgain(sql, rows.flat());
    }
  }

  /** The rest of a log whose reply the caller has just made final. */
  async complete(replyId: string, log: WholeLog): Promise<void> {
    await this.write(replyId, log.rest());
  }

  /** The whole log in the place of what is stored: of what its writer sent while it was thought dead, parts were dropped. */
  async replace(replyId: string, log: WholeLog): Promise<void> {
    await this.drop([replyId]);
    await this.write(replyId, log.whole());
  }

  private async write(replyId: string, batch: EventBatch | undefined): Promise<void> {
    for (const { first, events } of batch ? inPieces(batch) : []) {
      const sql = `INSERT INTO reply_log (reply_id, first_event, events) VALUES (?, ?, ?) ${this.longerWins}`;
      await this.db.change(sql, [replyId, first, JSON.stringify(events)]);
    }
  }

  async from(replyId: string, from: number): Promise<readonly EventBatch[]> {
    const log = () => this.db.connection('reply_log').where({ reply_id: replyId });
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
      const events = parseEvents(text).slice(Math.max(0, next - first));
      if (events.length === 0) continue;
      batches.push({ first: Math.max(first, next), events });
      next = Math.max(first, next) + events.length;
    }
    return batches;
  }

  /** Drops the logs of replies that finished before `before` or are gone, a few at a time so that writers get between. */
  async sweep(before: number): Promise<void> {
    for (;;) {
      const ids: string[] = await this.db
        .connection('replies')
        .where('has_log', true)
        .where('finished_at', '<', before)
        .limit(SWEPT_AT_ONCE)
        .pluck('id');
      if (ids.length === 0) break;
      await this.db.transaction(async () => {
        await this.drop(ids);
        await this.db.connection('replies').whereIn('id', ids).update({ has_log: false });
      });
    }
    for (let page = 0; page < ORPHAN_PAGES && (await this.sweepOrphans()); page += 1);
  }

  private get longerWins(): string {
    return this.db.dialect.longerWins(['reply_id', 'first_event'], 'events');
  }

  async drop(replyIds: readonly string[]): Promise<void> {
    for (const ids of inBatches(replyIds)) await this.db.connection('reply_log').whereIn('reply_id', ids).delete();
  }

  /**
   * A chat that is deleted while its reply is being written leaves the log of what came after. Looks through the next
   * page of the logs for such and goes on there next time, so that a long log costs no more per call than a short one.
   * False at the end, from where the next call begins anew.
   */
  private async sweepOrphans(): Promise<boolean> {
    const rows: string[] = await this.db
      .connection('reply_log')
      .where('reply_id', '>', this.orphanCursor)
      .orderBy('reply_id')
      .limit(ORPHAN_PAGE)
      .pluck('reply_id');
    this.orphanCursor = rows.at(-1) ?? '';
    if (rows.length === 0) return false;
    const logged = [...new Set(rows)];
    const known: string[] = await this.db.connection('replies').whereIn('id', logged).pluck('id');
    await this.drop(logged.filter((id) => !known.includes(id)));
    return true;
  }
}
