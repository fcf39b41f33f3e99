import type { AdminAccount, AdminMails } from '../../../domain/accounts/admin-mails/ports.ts';
import { boolean, rowMapping } from '../row-mapping.ts';
import { SqlStore } from '../sql-store.ts';
import { toUser } from './user-rows.ts';

const TABLE = 'usage_mails';

const choices = rowMapping<{ readonly isOff: boolean; readonly sentAt: number | null }>({
  isOff: boolean('is_off'),
  sentAt: 'sent_at',
});

export class SqlAdminMails extends SqlStore implements AdminMails {
  async list(): Promise<readonly AdminAccount[]> {
    const rows: object[] = await this.table('users')
      .leftJoin(TABLE, `${TABLE}.uid`, 'users.uid')
      .where({ is_admin: true })
      .whereNull('suspended_at')
      .orderBy('users.uid')
      .select('users.*', 'is_off', 'sent_at');
    return rows.map((row) => {
      const { isOff, sentAt } = choices.fromRow(row);
      return { user: toUser(row), wantsUsage: !isOff, sentAt };
    });
  }

  async wantsUsage(uid: string): Promise<boolean> {
    return (await this.table(TABLE).where({ uid, is_off: true }).first('uid')) === undefined;
  }

  async setWantsUsage(uid: string, wantsUsage: boolean): Promise<void> {
    await this.table(TABLE).insert({ uid, is_off: !wantsUsage }).onConflict('uid').merge();
  }

  async claim(uid: string, at: number, since: number): Promise<boolean> {
    await this.table(TABLE).insert({ uid }).onConflict('uid').ignore();
    const unsent = this.table(TABLE)
      .where({ uid })
      .where((row) => void row.whereNull('sent_at').orWhere('sent_at', '<', since));
    return (await unsent.update({ sent_at: at })) === 1;
  }

  async release(uid: string, at: number): Promise<void> {
    await this.table(TABLE).where({ uid, sent_at: at }).update({ sent_at: null });
  }
}
