import type { Passwords } from '../accounts/ports.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import type { DeleteAccount } from './delete-account.ts';
import { NotConfirmed, TooManyTries } from './errors.ts';
import type { PhoneProof } from './ports.ts';

/** What somebody gives to prove that they mean it: the one that their account asks for counts. */
export interface Proof {
  readonly password?: string | undefined;
  /** Just sent to the account's phone. */
  readonly code?: string | undefined;
  readonly email?: string | undefined;
}

interface Owner {
  readonly uid: string;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  readonly passwordHash: string | null;
}

/** What tries to delete an account are counted under. */
export const closingTriesOf = (uid: string): string => `close:${uid}`;

const TRIES = 10;
const WINDOW_MS = 15 * 60_000;

/** By what an account is closed: its password where it has one, else a code to its phone, else its email typed out. */
export const proofOf = ({ passwordHash, phoneNumber, email }: Omit<Owner, 'uid'>): keyof Proof => {
  if (passwordHash !== null) return 'password';
  return phoneNumber !== null && email === null ? 'code' : 'email';
};

/**
 * Lets a person delete their own account once they have proved to mean it. Ten tries in a quarter of an hour, counted
 * before they are looked at. Throws `NotConfirmed`, `TooManyTries`, and what `DeleteAccount` throws.
 */
export class CloseOwnAccount {
  private readonly passwords: Passwords;
  private readonly phones: PhoneProof;
  private readonly deleteAccount: DeleteAccount;
  private readonly quotas: Quotas;
  private readonly clock: Clock;

  constructor(passwords: Passwords, phones: PhoneProof, deleteAccount: DeleteAccount, quotas: Quotas, clock: Clock) {
    this.passwords = passwords;
    this.phones = phones;
    this.deleteAccount = deleteAccount;
    this.quotas = quotas;
    this.clock = clock;
  }

  async execute(owner: Owner, proof: Proof): Promise<void> {
    const field = proofOf(owner);
    const given = proof[field];
    if (given === undefined || given.trim() === '') throw new InvalidInput(ASKED[field], field);
    await this.countTry(owner.uid);
    if (!(await this.holds(owner, field, given))) throw new NotConfirmed(field, WRONG[field]);
    await this.deleteAccount.byOwner(owner.uid);
  }

  private async holds(
    { passwordHash, phoneNumber, email }: Owner,
    field: keyof Proof,
    given: string,
  ): Promise<boolean> {
    if (field === 'password') return this.passwords.matches(given, passwordHash ?? undefined);
    if (field === 'code') return phoneNumber !== null && this.phones.matches(phoneNumber, given);
    return given.trim().toLowerCase() === email;
  }

  private async countTry(uid: string): Promise<void> {
    const now = this.clock.now();
    const window = Math.floor(now / WINDOW_MS);
    const tried = await this.quotas.reserve([
      { subject: closingTriesOf(uid), period: `quarter:${window}`, limit: TRIES },
    ]);
    if ('refused' in tried) throw new TooManyTries((window + 1) * WINDOW_MS - now);
    await this.quotas.settle(tried.id, 'charged');
  }
}

const ASKED: Readonly<Record<keyof Proof, string>> = {
  password: 'Type your password to delete your account',
  code: 'Ask for a code and type it to delete your account',
  email: 'Type your email address to delete your account',
};

const WRONG: Readonly<Record<keyof Proof, string>> = {
  password: 'This is not your password',
  code: 'This code is wrong or too old',
  email: 'This is not your email address',
};
