import { SqlInvitations } from '../adapters/sql/accounts/invitations.ts';
import { SqlRegistrationRequests } from '../adapters/sql/accounts/registration-requests.ts';
import { Database } from '../adapters/sql/database.ts';
import { Identities } from '../domain/accounts/identity/ports.ts';
import { Mailer, Site, UserRepository } from '../domain/accounts/ports.ts';
import { SpentQuotaCarryover } from '../domain/accounts/quota-carryover.ts';
import { AskForApproval } from '../domain/accounts/registration/ask-for-approval.ts';
import { CreateAccount } from '../domain/accounts/registration/create-account.ts';
import { CheckInvitation, ManageInvitations } from '../domain/accounts/registration/manage-invitations.ts';
import { ManageRequests } from '../domain/accounts/registration/manage-requests.ts';
import { InvitedPlans, Invitations, RegistrationRequests } from '../domain/accounts/registration/ports.ts';
import { RegistrationPolicy } from '../domain/accounts/registration/registration-policy.ts';
import { CreateAccountLink } from '../domain/accounts/send-verification.ts';
import { VerificationPolicy } from '../domain/accounts/verification-policy.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { GrantInvitedPlans } from '../domain/billing/invited-plans.ts';
import { AccountTiers } from '../domain/billing/ports.ts';
import { Background, Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { Maintenance } from '../domain/operations/ports.ts';
import { logErrors } from './app-context.ts';
import { defineModule } from './define-module.ts';
import { setting } from './settings.module.ts';

/** Who may make an account: invitations, and requests that an admin decides. */
export const registrationModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(Invitations, SqlInvitations, Database);
  bindPort(RegistrationRequests, SqlRegistrationRequests, Database);
  bindPort(InvitedPlans, GrantInvitedPlans, AccountTiers, Clock);
  bindClass(RegistrationPolicy, setting('registration'), Maintenance, Invitations, Secrets, Clock);
  bindClass(AskForApproval, {
    requests: RegistrationRequests,
    users: UserRepository,
    mailer: Mailer,
    site: Site,
    background: Background,
    quotas: Quotas,
    secrets: Secrets,
    ids: Ids,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(CreateAccount, {
    users: UserRepository,
    policy: RegistrationPolicy,
    invitations: Invitations,
    plans: InvitedPlans,
    approval: AskForApproval,
    quotaCarryover: SpentQuotaCarryover,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(CheckInvitation, RegistrationPolicy);
  bindClass(ManageInvitations, {
    invitations: Invitations,
    users: UserRepository,
    mailer: Mailer,
    site: Site,
    secrets: Secrets,
    ids: Ids,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
    failed: logErrors,
  });
  bindClass(ManageRequests, {
    requests: RegistrationRequests,
    users: UserRepository,
    identities: Identities,
    quotaCarryover: SpentQuotaCarryover,
    verification: VerificationPolicy,
    createAccountLink: CreateAccountLink,
    mailer: Mailer,
    site: Site,
    background: Background,
    ids: Ids,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
});
