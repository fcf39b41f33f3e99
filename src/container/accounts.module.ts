import { ActiveRequests } from '../domain/accounts/active-requests.ts';
import { RevokeAccess } from '../domain/accounts/revoke-access.ts';
import { ClaimFirstAdmin, GrantAdmin, CreateSetupLink } from '../domain/accounts/first-admin.ts';
import { CheckPassword } from '../domain/accounts/check-password.ts';
import { Reauthenticate } from '../domain/accounts/reauthenticate.ts';
import { ChangePassword } from '../domain/accounts/change-password.ts';
import { AuthenticateApiKey } from '../domain/accounts/authenticate-api-key.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { CreateApiKey, ListApiKeys, RevokeApiKey } from '../domain/accounts/manage-api-keys.ts';
import { CreateSession } from '../domain/accounts/create-session.ts';
import { Identities, IdentityTokens, PendingIdentities } from '../domain/accounts/identity/ports.ts';
import { EmailChanges } from '../domain/accounts/email-change/ports.ts';
import {
  AccountTokens,
  ApiKeyRepository,
  Captcha,
  EmailDomains,
  Mailer,
  OneTimeSecrets,
  Cooldowns,
  Passwords,
  SessionRepository,
  SignInCodes,
  SpentQuotas,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { Register, type RegisterLimits } from '../domain/accounts/register.ts';
import { CreateAccount } from '../domain/accounts/registration/create-account.ts';
import { Invitations, RegistrationRequests } from '../domain/accounts/registration/ports.ts';
import { RegistrationPolicy } from '../domain/accounts/registration/registration-policy.ts';
import { SecondFactors } from '../domain/accounts/second-factor/second-factors.ts';
import { RenameUser } from '../domain/accounts/rename-user.ts';
import { CreateAccountLink, SendVerification } from '../domain/accounts/send-verification.ts';
import {
  AuthenticateSession,
  EndOtherSessions,
  EndSession,
  ListSessions,
  LogOut,
  SweepSessions,
} from '../domain/accounts/sessions.ts';
import { SpentQuotaCarryover } from '../domain/accounts/quota-carryover.ts';
import { ProviderSignIn } from '../domain/accounts/sign-in-with-provider.ts';
import { VerificationPolicy } from '../domain/accounts/verification-policy.ts';
import { AuditContext, AuditLog } from '../domain/audit/ports.ts';
import { Background, Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { RunningReplies, QuotaCarryover } from '../domain/user-admin/ports.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

const registerLimits = ({ config }: AppContext): RegisterLimits => ({
  accounts: config.REGISTRATIONS_PER_HOUR,
  tries: config.REGISTRATIONS_PER_HOUR * 2,
  triesWithoutCaptcha: config.CAPTCHA_ALWAYS === 'true' ? 0 : Math.ceil(config.REGISTRATIONS_PER_HOUR / 2),
});

export const accountsModule = defineModule(({ bind, bindClass }) => {
  bindClass(
    VerificationPolicy,
    derive(AppContext, ({ config }) => config.EMAIL_VERIFICATION === 'on'),
  );
  bindClass(CreateSession, {
    users: UserRepository,
    sessions: SessionRepository,
    tokens: AccountTokens,
    factors: SecondFactors,
    secrets: Secrets,
    ids: Ids,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
    requests: AuditContext,
  });
  bindClass(AuthenticateSession, SessionRepository, Secrets, Clock, Background);
  bindClass(RevokeAccess, {
    users: UserRepository,
    sessions: SessionRepository,
    keys: ApiKeyRepository,
    tokens: AccountTokens,
    emailChanges: EmailChanges,
    replies: RunningReplies,
  });
  bindClass(ActiveRequests, {
    sessions: SessionRepository,
    keys: ApiKeyRepository,
    secrets: Secrets,
    clock: Clock,
    failed: logErrors,
  });
  bindClass(SpentQuotaCarryover, SpentQuotas, Secrets, Clock);
  bind(QuotaCarryover).toService(SpentQuotaCarryover);
  bindClass(LogOut, SessionRepository, Secrets, UnitOfWork, AuditLog);
  bindClass(ListSessions, SessionRepository, Clock);
  bindClass(EndSession, SessionRepository, UnitOfWork, AuditLog);
  bindClass(EndOtherSessions, SessionRepository, Secrets, UnitOfWork, AuditLog);
  bindClass(
    SweepSessions,
    {
      sessions: SessionRepository,
      tokens: AccountTokens,
      emailChanges: EmailChanges,
      codes: SignInCodes,
      pendingIdentities: PendingIdentities,
      cooldowns: Cooldowns,
      oneTimeSecrets: OneTimeSecrets,
      spentQuotas: SpentQuotas,
      invitations: Invitations,
      registrationRequests: RegistrationRequests,
    },
    Clock,
  );
  bindClass(
    Register,
    {
      accounts: CreateAccount,
      passwords: Passwords,
      createSession: CreateSession,
      sendVerification: SendVerification,
      verification: VerificationPolicy,
      registration: RegistrationPolicy,
      captcha: Captcha,
      domains: EmailDomains,
      quotas: Quotas,
      secrets: Secrets,
      ids: Ids,
      clock: Clock,
    },
    derive(AppContext, registerLimits),
  );
  bindClass(LogIn, {
    users: UserRepository,
    passwords: Passwords,
    createSession: CreateSession,
    captcha: Captcha,
    quotas: Quotas,
    secrets: Secrets,
    clock: Clock,
    audit: AuditLog,
  });
  bindClass(RenameUser, UserRepository, UnitOfWork, AuditLog);
  bindClass(CheckPassword, Passwords, Quotas, Clock);
  bindClass(Reauthenticate, {
    users: UserRepository,
    sessions: SessionRepository,
    checkPassword: CheckPassword,
    factors: SecondFactors,
    identities: Identities,
    identityTokens: IdentityTokens,
    providerSignIn: ProviderSignIn,
    secrets: Secrets,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(ChangePassword, {
    checkPassword: CheckPassword,
    users: UserRepository,
    sessions: SessionRepository,
    passwords: Passwords,
    revokeAccess: RevokeAccess,
    createAccountLink: CreateAccountLink,
    mailer: Mailer,
    background: Background,
    quotas: Quotas,
    secrets: Secrets,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(CreateSetupLink, UserRepository, OneTimeSecrets, Secrets, Clock);
  bindClass(
    ClaimFirstAdmin,
    { users: UserRepository, passwords: Passwords, ids: Ids, clock: Clock, work: UnitOfWork, audit: AuditLog },
    OneTimeSecrets,
    Secrets,
    CreateSession,
  );
  bindClass(GrantAdmin, {
    users: UserRepository,
    passwords: Passwords,
    ids: Ids,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
});

export const apiKeysModule = defineModule(({ bindClass }) => {
  bindClass(AuthenticateApiKey, ApiKeyRepository, Secrets, Clock);
  bindClass(ListApiKeys, ApiKeyRepository);
  bindClass(CreateApiKey, {
    users: UserRepository,
    sessions: SessionRepository,
    keys: ApiKeyRepository,
    ids: Ids,
    secrets: Secrets,
    clock: Clock,
    work: UnitOfWork,
    verification: VerificationPolicy,
    audit: AuditLog,
  });
  bindClass(RevokeApiKey, ApiKeyRepository, UnitOfWork, AuditLog);
});
