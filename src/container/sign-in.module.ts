import { CaptchaConnection } from '../adapters/captcha/provider.ts';
import { IdentityConnection } from '../adapters/identity/provider.ts';
import { CurrentMailTransport, SwitchableMail } from '../adapters/mail/switchable-mail.ts';
import { MailTransport } from '../adapters/mail/provider.ts';
import { TemplateMailer } from '../adapters/mail/template-mailer.ts';
import { ListedMailDomains } from '../adapters/mail/mail-domains.ts';
import { LibPhoneNumbers } from '../adapters/sms/phone-numbers.ts';
import { SqlAccountTokens } from '../adapters/sql/accounts/account-tokens.ts';
import { SqlEmailQueue } from '../adapters/sql/accounts/email-queue.ts';
import { SqlEmailChanges } from '../adapters/sql/accounts/email-changes.ts';
import { SqlPendingIdentities } from '../adapters/sql/accounts/pending-identities.ts';
import { SqlIdentities } from '../adapters/sql/accounts/identities.ts';
import { SqlCooldowns } from '../adapters/sql/operations/cooldowns.ts';
import { SqlSpentQuotas } from '../adapters/sql/billing/spent-quotas.ts';
import { SqlSignInCodes } from '../adapters/sql/accounts/sign-in-codes.ts';
import { ProcessBackground } from '../adapters/system/background.ts';
import { AskEmailChange, ConfirmEmailChange, UndoEmailChange } from '../domain/accounts/change-email.ts';
import { CheckPassword } from '../domain/accounts/check-password.ts';
import { RevokeAccess } from '../domain/accounts/revoke-access.ts';
import { IdentityAccounts } from '../domain/accounts/identity-accounts.ts';
import { NotifyOwner } from '../domain/accounts/notify-owner.ts';
import { SignInWithIdentity } from '../domain/accounts/sign-in-with-identity.ts';
import { CreateSession } from '../domain/accounts/create-session.ts';
import { SendPhoneCode, SignInWithPhoneCode } from '../domain/accounts/phone-sign-in.ts';
import {
  Identities,
  IdentityPopup,
  IdentityTokens,
  PendingIdentities,
  SignInProviders,
} from '../domain/accounts/identity/ports.ts';
import { GetEmailQueueState } from '../domain/accounts/mail-queue/get-email-queue-state.ts';
import { EmailQueue } from '../domain/accounts/mail-queue/ports.ts';
import { QueueingMailer } from '../domain/accounts/mail-queue/queueing-mailer.ts';
import { SendQueuedEmails } from '../domain/accounts/mail-queue/send-queued-emails.ts';
import { SecretBox } from '../domain/admin/setup/ports.ts';
import { BillingContacts, EmailChanges } from '../domain/accounts/email-change/ports.ts';
import {
  AccountTokens,
  Captcha,
  DirectMailer,
  Mailer,
  EmailDomains,
  OneTimeSecrets,
  Cooldowns,
  Passwords,
  PhoneNumbers,
  SessionRepository,
  SignInCodes,
  Site,
  SpentQuotas,
  TextMessages,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { AuditContext, AuditLog } from '../domain/audit/ports.ts';
import { GetLinkOwner } from '../domain/accounts/get-link-owner.ts';
import { CreateAccount } from '../domain/accounts/registration/create-account.ts';
import { RegistrationPolicy } from '../domain/accounts/registration/registration-policy.ts';
import { VerificationPolicy } from '../domain/accounts/verification-policy.ts';
import { ForgotPassword, ResetPassword } from '../domain/accounts/reset-password.ts';
import { CreateAccountLink, SendVerification } from '../domain/accounts/send-verification.ts';
import { LogOutEverywhere } from '../domain/accounts/sessions.ts';
import { SecondFactors } from '../domain/accounts/second-factor/second-factors.ts';
import { VerifyEmail } from '../domain/accounts/verify-email.ts';
import { Background, Clock, Ids, Outbox, Quotas, Secrets, ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { AppContext, logErrors, productName } from './app-context.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule, derive } from './define-module.ts';

export const signInAdapters = defineModule(({ bind, bindClass, bindPort }) => {
  bind(SwitchableMail).toResolvedValue(
    ({ adapters, env }, outbox, ids, clock) =>
      new SwitchableMail({ env, selected: adapters.mail, deps: { outbox, ids, clock } }),
    [AppContext, Outbox, Ids, Clock],
  );
  bindPort(MailTransport, CurrentMailTransport, SwitchableMail);
  bind(TextMessages).toResolvedValue(
    ({ adapters }, outbox, ids, clock) => adapters.sms.connect({ outbox, ids, clock }),
    [AppContext, Outbox, Ids, Clock],
  );
  bind(IdentityConnection).toResolvedValue(
    ({ adapters, urls }, clock) => adapters.identity.connect({ clock, siteUrl: urls.app }),
    [AppContext, Clock],
  );
  bind(CaptchaConnection).toResolvedValue(
    ({ adapters }, oneTime, secrets, clock) => adapters.captcha.connect({ oneTime, secrets, clock }),
    [AppContext, OneTimeSecrets, Secrets, Clock],
  );
  bind(Site).toResolvedValue(({ urls }) => urls, [AppContext]);
  bindPort(DirectMailer, TemplateMailer, MailTransport, AuditContext, productName);
  bindPort(EmailQueue, SqlEmailQueue, Database, SecretBox);
  bindPort(Mailer, QueueingMailer, {
    mailer: DirectMailer,
    queue: EmailQueue,
    context: AuditContext,
    ids: Ids,
    clock: Clock,
    events: ServerEventLog,
    failed: logErrors,
  });
  bindClass(SendQueuedEmails, {
    queue: EmailQueue,
    mailer: DirectMailer,
    users: UserRepository,
    events: ServerEventLog,
    clock: Clock,
    failed: logErrors,
  });
  bindClass(GetEmailQueueState, EmailQueue);
  bind(SignInProviders).toResolvedValue(
    ({ signInProviders, urls }, clock) => ({
      all: signInProviders.providers.map((connect) => connect({ clock, siteUrl: () => urls.app })),
    }),
    [AppContext, Clock],
  );
  bind(IdentityTokens).toResolvedValue(({ tokens }) => tokens, [IdentityConnection]);
  bind(IdentityPopup).toResolvedValue(({ popup }) => popup, [IdentityConnection]);
  bind(Captcha).toResolvedValue(({ captcha }) => captcha, [CaptchaConnection]);
  bindPort(EmailDomains, ListedMailDomains);
  bindPort(
    PhoneNumbers,
    LibPhoneNumbers,
    derive(AppContext, ({ config }) => config.SMS_COUNTRIES),
  );
  bindClass(ProcessBackground, logErrors);
  bind(Background).toService(ProcessBackground);
  bindPort(AccountTokens, SqlAccountTokens, Database);
  bindPort(EmailChanges, SqlEmailChanges, Database);
  bindPort(Identities, SqlIdentities, Database);
  bindPort(PendingIdentities, SqlPendingIdentities, Database);
  bindPort(SignInCodes, SqlSignInCodes, Database);
  bindPort(SpentQuotas, SqlSpentQuotas, Database);
  bindPort(Cooldowns, SqlCooldowns, Database);
});

export const signInModule = defineModule(({ bindClass }) => {
  bindClass(CreateAccountLink, UserRepository, AccountTokens, Secrets, Site, Clock, UnitOfWork);
  bindClass(SendVerification, CreateAccountLink, Mailer, Background, Cooldowns, Quotas, Clock);
  bindClass(
    VerifyEmail,
    { users: UserRepository, tokens: AccountTokens, secrets: Secrets, clock: Clock, work: UnitOfWork, audit: AuditLog },
    CreateSession,
    CreateAccountLink,
  );
  bindClass(ForgotPassword, {
    users: UserRepository,
    createAccountLink: CreateAccountLink,
    mailer: Mailer,
    background: Background,
    quotas: Quotas,
    secrets: Secrets,
    clock: Clock,
    audit: AuditLog,
  });
  bindClass(
    ResetPassword,
    {
      users: UserRepository,
      tokens: AccountTokens,
      identities: Identities,
      factors: SecondFactors,
      passwords: Passwords,
      revokeAccess: RevokeAccess,
      secrets: Secrets,
      clock: Clock,
      work: UnitOfWork,
      audit: AuditLog,
    },
    CreateSession,
  );
  const emailChange = {
    users: UserRepository,
    changes: EmailChanges,
    mailer: Mailer,
    site: Site,
    secrets: Secrets,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
    verification: VerificationPolicy,
  };
  bindClass(AskEmailChange, {
    ...emailChange,
    sessions: SessionRepository,
    checkPassword: CheckPassword,
    domains: EmailDomains,
    registration: RegistrationPolicy,
    createAccountLink: CreateAccountLink,
    background: Background,
    quotas: Quotas,
  });
  bindClass(ConfirmEmailChange, {
    ...emailChange,
    sessions: SessionRepository,
    revokeAccess: RevokeAccess,
    billing: BillingContacts,
    background: Background,
  });
  bindClass(UndoEmailChange, {
    ...emailChange,
    identities: Identities,
    revokeAccess: RevokeAccess,
    billing: BillingContacts,
    background: Background,
    createAccountLink: CreateAccountLink,
  });
  bindClass(GetLinkOwner, UserRepository, AccountTokens, Secrets, Clock);
  bindClass(LogOutEverywhere, RevokeAccess, UnitOfWork, AuditLog);
  bindClass(SendPhoneCode, {
    numbers: PhoneNumbers,
    codes: SignInCodes,
    messages: TextMessages,
    identities: Identities,
    registration: RegistrationPolicy,
    cooldowns: Cooldowns,
    quotas: Quotas,
    secrets: Secrets,
    clock: Clock,
  });
  bindClass(SignInWithPhoneCode, {
    numbers: PhoneNumbers,
    codes: SignInCodes,
    identities: Identities,
    accounts: CreateAccount,
    createSession: CreateSession,
    secrets: Secrets,
    ids: Ids,
    clock: Clock,
  });
  bindClass(IdentityAccounts, {
    identities: Identities,
    users: UserRepository,
    accounts: CreateAccount,
    revokeAccess: RevokeAccess,
    ids: Ids,
    clock: Clock,
    audit: AuditLog,
    notifyOwner: NotifyOwner,
    verification: VerificationPolicy,
    sendVerification: SendVerification,
  });
  bindClass(SignInWithIdentity, IdentityTokens, IdentityAccounts, CreateSession);
});
