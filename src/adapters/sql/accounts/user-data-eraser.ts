import { lifetimeMessagesKey } from '../../../domain/billing/quota-keys.ts';
import { passwordAttemptsKey } from '../../../domain/accounts/check-password.ts';
import { recoveryAttemptsKey, secondFactorAttemptsKey } from '../../../domain/accounts/second-factor/attempts.ts';
import { deletionAttemptsKey } from '../../../domain/user-admin/delete-own-account.ts';
import type { UserDataEraser } from '../../../domain/user-admin/ports.ts';
import { newSharesQuotaKey } from '../../../domain/shares/share-chat.ts';
import { inBatches } from '../batches.ts';
import { SqlChatRepository } from '../chat/chat-repository.ts';
import { SqlStore } from '../sql-store.ts';
import { USER_COUNTS } from './user-rows.ts';
import { ReplyLog } from '../chat/reply-log.ts';
import { DAILY_QUOTA_KEYS } from '../billing/spent-quotas.ts';

const CHAT_BATCH_SIZE = 50;
const LEDGER_BATCH_SIZE = 2000;
const QUOTA_KEYS = [
  ...DAILY_QUOTA_KEYS,
  lifetimeMessagesKey,
  deletionAttemptsKey,
  passwordAttemptsKey,
  secondFactorAttemptsKey,
  recoveryAttemptsKey,
  newSharesQuotaKey,
];
/** Replaces the owner in the ledgers. */
const ANONYMOUS_OWNER = 'deleted';

/** Erases a user in batches, so that other writers can interleave; the account's row goes last and cascades. */
export class SqlUserDataEraser extends SqlStore implements UserDataEraser {
  private readonly chats = new SqlChatRepository(this.db);
  private readonly log = new ReplyLog(this.db);

  async begin(uid: string, now: number): Promise<void> {
    await this.table('users').where({ uid }).update({ erased_from: now });
  }

  async hasBegun(uid: string): Promise<boolean> {
    const row: unknown = await this.table('users').where({ uid }).whereNotNull('erased_from').first('uid');
    return row !== undefined;
  }

  async listUnfinished(before: number): Promise<readonly string[]> {
    return this.table('users').where('erased_from', '<', before).limit(CHAT_BATCH_SIZE).pluck('uid');
  }

  async finish(uid: string): Promise<void> {
    const owner = `user:${uid}`;
    await this.removeChats(uid);
    await this.removeRepliesWithoutChat(owner);
    await this.anonymize('ledger', owner);
    await this.anonymize('tool_calls', owner);
    await this.removeReservations(uid);
    await this.db.transaction(() => this.removeAccount(uid, owner));
  }

  private async removeChats(uid: string): Promise<void> {
    for (;;) {
      const ids: string[] = await this.table('chats').where({ owner_id: uid }).limit(CHAT_BATCH_SIZE).pluck('id');
      if (ids.length === 0) return;
      for (const id of ids) await this.chats.remove(uid, id);
    }
  }

  /** Replies without a chat. */
  private async removeRepliesWithoutChat(owner: string): Promise<void> {
    const ids: string[] = await this.table('replies').where({ owner }).pluck('id');
    await this.log.remove(ids);
    await this.table('replies').where({ owner }).delete();
  }

  private async anonymize(ledger: 'ledger' | 'tool_calls', owner: string): Promise<void> {
    for (;;) {
      const ids: string[] = await this.table(ledger).where({ owner }).limit(LEDGER_BATCH_SIZE).pluck('id');
      if (ids.length === 0) return;
      await this.table(ledger).whereIn('id', ids).update({ owner: ANONYMOUS_OWNER });
    }
  }

  /**
   * Reservations name their counters, and those name the uid. Selected without locks, because others settle theirs
   * meanwhile.
   */
  private async removeReservations(uid: string): Promise<void> {
    const query = this.table('reservations');
    for (const end of [`:${uid}"`, `:${uid}:`]) void query.orWhereRaw('INSTR(quotas, ?) > 0', [end]);
    const ids: string[] = await query.pluck('id');
    for (const batch of inBatches(ids)) await this.table('reservations').whereIn('id', batch).delete();
  }

  private async removeAccount(uid: string, owner: string): Promise<void> {
    const { connection } = this.db;
    const account: { email: string | null; phone_number: string | null } | undefined = await connection('users')
      .where({ uid })
      .first('email', 'phone_number');
    const former: string[] = await connection('email_changes').where({ uid }).pluck('old_email');
    const addresses = [account?.email, account?.phone_number, ...former].filter((one) => typeof one === 'string');
    for (const table of ['outbox', 'mail_queue'])
      if (addresses.length > 0) await connection(table).whereIn('recipient', addresses).delete();
    if (typeof account?.email === 'string')
      for (const table of ['invitations', 'registration_requests'])
        await connection(table).where({ email: account.email }).delete();
    const keys = QUOTA_KEYS.map((keyOf) => keyOf(uid));
    await connection('counters').whereIn('subject', keys).delete();
    // Per-model counters: uids are letters, digits, _ and -, so the last separator before `;` is `:`.
    for (const start of [`model:${uid}:`, `${lifetimeMessagesKey(uid)}:`]) {
      await connection('counters')
        .where('subject', '>=', start)
        .where('subject', '<', `${start.slice(0, -1)};`)
        .delete();
    }
    for (const table of ['usage_people', 'usage_last_days']) await connection(table).where({ owner }).delete();
    await connection('server_events').where({ uid }).update({ uid: null, masked_email: null });
    await connection('users').where({ uid }).delete();
    this.db.recordChange(USER_COUNTS);
  }
}
