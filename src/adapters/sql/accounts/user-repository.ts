import { UniqueViolationError } from 'objection';

import { EmailInUse } from '../../../domain/accounts/errors.ts';
import type { UserRepository } from '../../../domain/accounts/ports.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Role } from '../../../shared/roles.ts';
import type { User } from '../../../domain/accounts/user.ts';
import { SqlStore } from '../sql-store.ts';
import { EMAIL_CHANGES } from './email-changes.ts';
import { lockAccount, toUserRow, toUser, USER_COUNTS, UserRow } from './user-rows.ts';

export class SqlUserRepository extends SqlStore implements UserRepository {
  async lock(uid: string): Promise<void> {
    await lockAccount(this.table('users'), uid);
  }

  find(uid: string): Promise<User | undefined> {
    return this.findOne({ uid });
  }

  findByEmail(email: string): Promise<User | undefined> {
    return this.findOne({ email });
  }

  add(user: User): Promise<void> {
    return this.db.transaction(async () => {
      await this.insert(user);
      if (user.email !== null) await this.requireUnreserved(user.email, user.uid, user.createdAt);
      this.db.recordChange(USER_COUNTS);
    });
  }

  private async insert(user: User): Promise<void> {
    try {
      await UserRow.query(this.db.connection).insert(toUserRow(user));
    } catch (error) {
      // MySQL names only the index, so a query finds which value was taken.
      const existing =
        error instanceof UniqueViolationError && user.email !== null && (await this.findByEmail(user.email));
      throw existing ? new EmailInUse() : error;
    }
  }

  async setRole(uid: string, role: Role): Promise<void> {
    const rights = { is_admin: role === 'admin', is_auditor: role === 'auditor' };
    await UserRow.query(this.db.connection).patch(rights).where({ uid });
  }

  async setAdmin(uid: string, isAdmin: boolean): Promise<void> {
    await UserRow.query(this.db.connection).patch({ is_admin: isAdmin }).where({ uid });
  }

  async hasAdmin(): Promise<boolean> {
    return (await UserRow.query(this.db.connection).findOne({ is_admin: true }).select('uid')) !== undefined;
  }

  async countAdmins(): Promise<number> {
    const admins = UserRow.query(this.db.connection).where({ is_admin: true }).whereNull('suspended_at');
    return (await admins.select('uid').forUpdate()).length;
  }

  async markVerified(uid: string): Promise<void> {
    await UserRow.query(this.db.connection).patch({ email_verified: true }).where({ uid });
  }

  async setPassword(uid: string, passwordHash: string | null): Promise<void> {
    await UserRow.query(this.db.connection).patch({ password_hash: passwordHash }).where({ uid });
  }

  async replacePassword(uid: string, expected: string, passwordHash: string): Promise<boolean> {
    const changed = UserRow.query(this.db.connection).patch({ password_hash: passwordHash });
    return (await changed.where({ uid, password_hash: expected })) === 1;
  }

  /** With the text that the admins' search scans. */
  async setName(uid: string, name: string): Promise<void> {
    const user = await this.find(uid);
    if (!user) return;
    const { search_text: searchText } = toUserRow({ ...user, name });
    await UserRow.query(this.db.connection).patch({ name, search_text: searchText }).where({ uid });
  }

  async setLanguage(uid: string, language: Language): Promise<void> {
    await UserRow.query(this.db.connection).patch({ language }).where({ uid });
  }

  replaceEmail(of: { uid: string; expected: string; email: string; now: number }): Promise<boolean> {
    return this.db.transaction(async () => {
      const isReplaced = await this.updateEmail(of);
      if (isReplaced) await this.requireUnreserved(of.email, of.uid, of.now);
      return isReplaced;
    });
  }

  /** With the text that the admins' search scans. */
  private async updateEmail(of: { uid: string; expected: string; email: string }): Promise<boolean> {
    const { uid, expected, email } = of;
    const user = await this.find(uid);
    if (user?.email !== expected) return false;
    const { search_text: searchText } = toUserRow({ ...user, email });
    const changed = UserRow.query(this.db.connection).patch({ email, email_verified: true, search_text: searchText });
    try {
      return (await changed.where({ uid, email: expected })) === 1;
    } catch (error) {
      throw error instanceof UniqueViolationError ? new EmailInUse() : error;
    }
  }

  async setSuspended(uid: string, at: number | null): Promise<void> {
    await UserRow.query(this.db.connection).patch({ suspended_at: at }).where({ uid });
  }

  async setSecondFactor(uid: string, hasSecondFactor: boolean): Promise<void> {
    await UserRow.query(this.db.connection).patch({ has_second_factor: hasSecondFactor }).where({ uid });
  }

  /**
   * Another account may still take this address back. Looked up after the write, which waits for a transaction that is
   * about to leave the address, and so sees what that one reserved.
   */
  private async requireUnreserved(email: string, uid: string, now: number): Promise<void> {
    const reserved: unknown = await this.table(EMAIL_CHANGES)
      .where({ old_email: email, step: 'undo' })
      .whereNot({ uid })
      .whereNull('used_at')
      .where('expires_at', '>', now)
      .first('digest');
    if (reserved !== undefined) throw new EmailInUse();
  }

  private async findOne(where: Partial<Pick<User, 'uid' | 'email'>>): Promise<User | undefined> {
    const row = await UserRow.query(this.db.connection).findOne(where);
    return row && toUser(row);
  }
}
