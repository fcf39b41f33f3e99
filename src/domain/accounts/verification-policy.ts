import { isVerified, mustVerifyEmail, type User } from './user.ts';

/**
 * Whether addresses must be verified at all. Where they need not be, every account is taken for verified; what is
 * stored stays true, so that linking of accounts and a later change of the setting go by real proofs.
 */
export class VerificationPolicy {
  constructor(private readonly isRequired: boolean) {}

  countsAsVerified(user: User): boolean {
    return !this.isRequired || isVerified(user);
  }

  mustVerify(user: User): boolean {
    return this.isRequired && mustVerifyEmail(user);
  }

  /** The account as its person sees it. */
  asSeen(user: User): User {
    return this.isRequired || user.email === null ? user : { ...user, emailVerified: true };
  }
}
