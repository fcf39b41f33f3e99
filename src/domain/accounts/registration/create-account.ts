import type { Language } from '../../../shared/languages.ts';
import type { AuditLog } from '../../audit/ports.ts';
import type { Clock, UnitOfWork } from '../../kernel/ports.ts';
import type { UserRepository } from '../ports.ts';
import type { SpentQuotaCarryover } from '../quota-carryover.ts';
import type { User } from '../user.ts';
import type { AskForApproval, Identity } from './ask-for-approval.ts';
import { InvalidInvitation } from './errors.ts';
import type { FoundInvitation, InvitedPlans, Invitations } from './ports.ts';
import type { RegistrationPolicy } from './registration-policy.ts';

/** What a page sends with each way of making an account. */
export interface RegistrationInput {
  /** The token of an invitation. */
  readonly invitation?: string | undefined;
  /** Of mails about a request. */
  readonly language?: Language | undefined;
}

export interface NewUser extends RegistrationInput {
  readonly user: User;
  /** Proved elsewhere: a phone, or an account at a provider. Undefined: an address that somebody typed. */
  readonly identity?: Identity | undefined;
}

export interface CreateAccountDeps {
  readonly users: UserRepository;
  readonly policy: RegistrationPolicy;
  readonly invitations: Invitations;
  readonly plans: InvitedPlans;
  readonly approval: AskForApproval;
  readonly quotaCarryover: SpentQuotaCarryover;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

/** Ends the transaction without an account. Internal. */
class ApprovalNeeded extends Error {
  constructor(readonly applicant: NewUser) {
    super('An admin has to approve this account first');
  }
}

/** The only place where people make accounts, whichever way they come: open, invited, or asking for approval. */
export class CreateAccount {
  constructor(private readonly deps: CreateAccountDeps) {}

  /**
   * A transaction in which `add` may be called. Throws `ApprovalPending` or
   * `RegistrationDeclined` where an admin decides.
   */
  async transact<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.deps.work.run(work);
    } catch (error) {
      if (!(error instanceof ApprovalNeeded)) throw error;
      return this.deps.approval.execute(error.applicant);
    }
  }

  /** The account as stored. Throws what `RegistrationPolicy.admit` throws, and `EmailInUse`. */
  async add(applicant: NewUser): Promise<User> {
    const { users, policy, quotaCarryover, audit } = this.deps;
    const { invitation, needsApproval } = await policy.admit(toApplicant(applicant));
    if (needsApproval) throw new ApprovalNeeded(applicant);
    const user = invitation ? withProof(applicant.user, invitation) : applicant.user;
    await users.add(user);
    await quotaCarryover.restore(user);
    if (invitation) await this.useInvitation(invitation, user);
    const details = invitation && { invitation: invitation.id, tier: invitation.tier };
    await audit.record({ action: 'account.register', uid: user.uid, details });
    return invitation?.tier ? ((await users.find(user.uid)) ?? user) : user;
  }

  private async useInvitation(invitation: FoundInvitation, { uid }: User): Promise<void> {
    const { invitations, plans, clock } = this.deps;
    const { id, tier, tierDays: days, by, byName } = invitation;
    if (!(await invitations.use(id, uid, clock.now()))) throw new InvalidInvitation(); // somebody was faster
    if (tier !== null) await plans.grant(uid, { tier, days, by: { uid: by, name: byName } });
  }
}

/** An address that a provider does not prove belongs to no domain. */
const toApplicant = ({ user, identity, invitation }: NewUser) => ({
  email: user.email,
  hasDomain: identity === undefined || user.emailVerified,
  invitation,
});

/** Only the reader of the mail has its link. */
const withProof = (user: User, { isMailed }: FoundInvitation): User =>
  isMailed ? { ...user, emailVerified: true } : user;
