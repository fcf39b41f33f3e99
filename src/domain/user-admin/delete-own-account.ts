import { ReauthenticationRequired } from '../accounts/errors.ts';
import type { Passwords } from '../accounts/ports.ts';
import { countAttempt } from '../kernel/attempts.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import type { DeleteAccount } from './delete-account.ts';
import { DeletionNotConfirmed, TooManyAttempts } from './errors.ts';
import type { DeletedAccount, PhoneCodeVerifier } from './ports.ts';

/** The proof that the account requires; see `getRequiredProof`. */
export interface DeletionProof {
  readonly password?: string | undefined;
  /** Sent to the account's phone. */
  readonly code?: string | undefined;
  readonly email?: string | undefined;
}

interface AccountOwner extends DeletedAccount {
  readonly passwordHash: string | null;
  readonly hasSecondFactor: boolean;
}

export const deletionAttemptsKey = (uid: string): string => `close:${uid}`;

const MAX_ATTEMPTS = 10;

/** The password if there is one, else a code sent to the phone, else the email typed out. */
export const getRequiredProof = (owner: Omit<AccountOwner, 'uid' | 'hasSecondFactor'>): keyof DeletionProof => {
  const { passwordHash, phoneNumber, email } = owner;
  if (passwordHash !== null) return 'password';
  return phoneNumber !== null && email === null ? 'code' : 'email';
};

/**
 * Deletes the caller's own account after a proof. A typed address proves nothing by itself, and what is guarded by a
 * second factor is not deleted without it: both need a session that confirmed who it is. Ten attempts in 15 minutes,
 * counted before they are checked. Throws `ReauthenticationRequired`, `DeletionNotConfirmed`, `TooManyAttempts`, and
 * what `DeleteAccount` throws.
 */
export class DeleteOwnAccount {
  constructor(
    private readonly passwords: Passwords,
    private readonly phones: PhoneCodeVerifier,
    private readonly deleteAccount: DeleteAccount,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  async execute(owner: AccountOwner, proof: DeletionProof, session: { readonly isRecent: boolean }): Promise<void> {
    const field = getRequiredProof(owner);
    if (!session.isRecent && (field === 'email' || owner.hasSecondFactor)) throw new ReauthenticationRequired();
    const given = proof[field];
    if (given === undefined || given.trim() === '') throw new InvalidInput(MISSING_PROOF_MESSAGES[field], field);
    const waitMs = await countAttempt(
      { quotas: this.quotas, clock: this.clock },
      deletionAttemptsKey(owner.uid),
      MAX_ATTEMPTS,
    );
    if (waitMs > 0) throw new TooManyAttempts(waitMs);
    if (!(await this.verifyProof(owner, field, given)))
      throw new DeletionNotConfirmed(field, WRONG_PROOF_MESSAGES[field]);
    await this.deleteAccount.deleteAsOwner(owner.uid);
  }

  private async verifyProof(
    { passwordHash, phoneNumber, email }: AccountOwner,
    field: keyof DeletionProof,
    given: string,
  ): Promise<boolean> {
    if (field === 'password') return this.passwords.matches(given, passwordHash ?? undefined);
    if (field === 'code') return phoneNumber !== null && this.phones.matches(phoneNumber, given);
    return given.trim().toLowerCase() === email;
  }
}

const MISSING_PROOF_MESSAGES: Readonly<Record<keyof DeletionProof, string>> = {
  password: 'Type your password to delete your account',
  code: 'Ask for a code and type it to delete your account',
  email: 'Type your email address to delete your account',
};

const WRONG_PROOF_MESSAGES: Readonly<Record<keyof DeletionProof, string>> = {
  password: 'This is not your password',
  code: 'This code is wrong or too old',
  email: 'This is not your email address',
};
