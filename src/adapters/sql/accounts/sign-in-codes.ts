import type { GuessResult, SignInCodes } from '../../../domain/accounts/ports.ts';
import { SqlStore } from '../sql-store.ts';

const PURPOSE = 'sign-in';

type NewCode = Parameters<SignInCodes['put']>[0];
type CodeGuess = Parameters<SignInCodes['guess']>[0];

export class SqlSignInCodes extends SqlStore implements SignInCodes {
  async put({ subject, fingerprint, expiresAt }: NewCode): Promise<void> {
    const row = { subject, purpose: PURPOSE, fingerprint, tries: 0, expires_at: expiresAt, used_at: null };
    await this.table('sign_in_codes').insert(row).onConflict('subject').merge();
  }

  // Counts the attempt before comparing, with a statement that admits a limited number of callers.
  async guess({ subject, fingerprint, tries, now }: CodeGuess): Promise<GuessResult> {
    const counted = await this.unusedCode(subject, now).where('tries', '<', tries).increment('tries', 1);
    if (counted !== 1) return (await this.unusedCode(subject, now).first('subject')) === undefined ? 'none' : 'spent';
    return (await this.unusedCode(subject, now).where({ fingerprint }).update({ used_at: now })) === 1
      ? 'right'
      : 'wrong';
  }

  async removeExpired(now: number): Promise<void> {
    await this.table('sign_in_codes').where('expires_at', '<=', now).delete();
  }

  private unusedCode(subject: string, now: number) {
    return this.table('sign_in_codes')
      .where({ subject, purpose: PURPOSE })
      .whereNull('used_at')
      .where('expires_at', '>', now);
  }
}
