import { IdentityAccounts } from '../domain/accounts/identity-accounts.ts';
import { NotifyOwner } from '../domain/accounts/notify-owner.ts';
import { ManageIdentities } from '../domain/accounts/manage-identities.ts';
import { EndRetiredRights } from '../domain/accounts/end-retired-rights.ts';
import { ApplyProviderRights } from '../domain/accounts/provider-rights.ts';
import { SignInLimiter } from '../domain/accounts/sign-in-limiter.ts';
import { ProviderSignIn, SignInWithProvider } from '../domain/accounts/sign-in-with-provider.ts';
import { CreateSession } from '../domain/accounts/create-session.ts';
import {
  Identities,
  PendingIdentities,
  ProviderGroups,
  ProviderPlans,
  SignInProviders,
} from '../domain/accounts/identity/ports.ts';
import { SessionRepository, Site, UserRepository } from '../domain/accounts/ports.ts';
import { AdminPowers } from '../domain/admin/ports.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Clock, Secrets, ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { logErrors } from './app-context.ts';
import { defineModule } from './define-module.ts';

/** Sign-in at providers of OpenID Connect. */
export const signInProvidersModule = defineModule(({ bindClass }) => {
  bindClass(SignInLimiter, Clock);
  bindClass(ProviderSignIn, {
    providers: SignInProviders,
    pending: PendingIdentities,
    site: Site,
    secrets: Secrets,
    clock: Clock,
  });
  bindClass(ApplyProviderRights, {
    users: UserRepository,
    identities: Identities,
    plans: ProviderPlans,
    groups: ProviderGroups,
    powers: AdminPowers,
    events: ServerEventLog,
    audit: AuditLog,
    work: UnitOfWork,
  });
  bindClass(EndRetiredRights, {
    providers: SignInProviders,
    identities: Identities,
    plans: ProviderPlans,
    groups: ProviderGroups,
    rights: ApplyProviderRights,
    events: ServerEventLog,
    work: UnitOfWork,
    clock: Clock,
    failed: logErrors,
  });
  bindClass(SignInWithProvider, ProviderSignIn, IdentityAccounts, ApplyProviderRights, CreateSession);
  bindClass(ManageIdentities, {
    users: UserRepository,
    sessions: SessionRepository,
    identities: Identities,
    providers: SignInProviders,
    providerSignIn: ProviderSignIn,
    rights: ApplyProviderRights,
    notifyOwner: NotifyOwner,
    secrets: Secrets,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
});
