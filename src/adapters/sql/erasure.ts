import { lifetimeMessagesOf } from '../../domain/billing/subjects.ts';
import { closingTriesOf } from '../../domain/people/close-own-account.ts';
import type { Erasure } from '../../domain/people/ports.ts';
import { newSharesOf } from '../../domain/shares/share-chat.ts';
import { inBatches } from './batches.ts';
import { SqlChatRepository } from './chat-repository.ts';
import type { Database } from './database.ts';
import { HOW_MANY_PEOPLE } from './people.ts';
import { ReplyLog } from './reply-log.ts';
import { DAILY_SUBJECTS } from './spent-quotas.ts';

const CHATS_AT_ONCE = 50;
const LINES_AT_ONCE = 2000;
const SUBJECTS = [...DAILY_SUBJECTS, lifetimeMessagesOf, closingTriesOf, newSharesOf];
/** In the place of a name in the ledger. */
const NOBODY = 'deleted';

/** Takes a person out bit by bit, so that nobody else waits for it; the account goes last and carries what belongs to it along. */
export class SqlErasure implements Erasure {
  private readonly db: Database;
  private readonly chats: SqlChatRepository;
  private readonly log: ReplyLog;

  constructor(db: Database) {
    this.db = db;
    this.chats = new SqlChatRepository(db);
    this.log = new ReplyLog(db);
  }

  async begin(uid: string, now: number): Promise<void> {
    await this.db.connection('users').where({ uid }).update({ erased_from: now });
  }

  async unfinished(before: number): Promise<readonly string[]> {
    return this.db.connection('users').where('erased_from', '<', before).limit(CHATS_AT_ONCE).pluck('uid');
  }

  async finish(uid: string): Promise<void> {
    const owner = `user:${uid}`;
    await this.removeChats(uid);
    await this.removeLooseReplies(owner);
    await this.anonymise(owner);
    await this.removeReservations(uid);
    await this.db.transaction(() => this.removeAccount(uid, owner));
  }

  private async removeChats(uid: string): Promise<void> {
    for (;;) {
      const ids: string[] = await this.db.connection('chats').where({ owner_id: uid }).limit(CHATS_AT_ONCE).pluck('id');
      if (ids.length === 0) return;
      for (const id of ids) await this.chats.remove(uid, id);
    }
  }

  /** Those that no chat keeps. */
  private async removeLooseReplies(owner: string): Promise<void> {
    const ids: string[] = await this.db.connection('replies').where({ owner }).pluck('id');
    await this.log.drop(ids);
    await this.db.connection('replies').where({ owner }).delete();
  }

  private async anonymise(owner: string): Promise<void> {
    for (;;) {
      const ids: string[] = await this.db.connection('ledger').where({ owner }).limit(LINES_AT_ONCE).pluck('id');
      if (ids.length === 0) return;
      await this.db.connection('ledger').whereIn('id', ids).update({ owner: NOBODY });
    }
  }

  /** They name what was counted. Looked for without locking any, because others settle theirs meanwhile. */
  private async removeReservations(uid: string): Promise<void> {
    const named = [`:${uid}"`, `:${uid}:`].map((end) => this.db.connection.raw('INSTR(quotas, ?) > 0', [end]));
    const query = this.db.connection('reservations');
    for (const names of named) void query.orWhere(names);
    const ids: string[] = await query.pluck('id');
    for (const some of inBatches(ids)) await this.db.connection('reservations').whereIn('id', some).delete();
  }

  private async removeAccount(uid: string, owner: string): Promise<void> {
    const { connection } = this.db;
    const account: { email: string | null; phone_number: string | null } | undefined = await connection('users')
      .where({ uid })
      .first('email', 'phone_number');
    const addresses = [account?.email, account?.phone_number].filter((one) => typeof one === 'string');
    if (addresses.length > 0) await connection('outbox').whereIn('recipient', addresses).delete();
    const subjects = SUBJECTS.map((subjectOf) => subjectOf(uid));
    await connection('counters').whereIn('subject', subjects).delete();
    // The counters of single models: uids are letters, digits, _ and -, and the last sign before `;` is `:`.
    for (const start of [`model:${uid}:`, `${lifetimeMessagesOf(uid)}:`]) {
      await connection('counters')
        .where('subject', '>=', start)
        .where('subject', '<', `${start.slice(0, -1)};`)
        .delete();
    }
    for (const table of ['usage_people', 'usage_last_days']) await connection(table).where({ owner }).delete();
    await connection('server_events').where({ uid }).update({ uid: null, masked_email: null });
    await connection('users').where({ uid }).delete();
    this.db.noteChange(HOW_MANY_PEOPLE);
  }
}
