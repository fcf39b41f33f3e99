import { ActiveRequests } from '../../../src/domain/accounts/active-requests.ts';
import { AskEmailChange, ConfirmEmailChange, UndoEmailChange } from '../../../src/domain/accounts/change-email.ts';
import { BillingContacts } from '../../../src/domain/accounts/email-change/ports.ts';
import { CheckPassword } from '../../../src/domain/accounts/check-password.ts';
import { Reauthenticate } from '../../../src/domain/accounts/reauthenticate.ts';
import { ChangePassword } from '../../../src/domain/accounts/change-password.ts';
import { RevokeAccess } from '../../../src/domain/accounts/revoke-access.ts';
import { IdentityAccounts } from '../../../src/domain/accounts/identity-accounts.ts';
import { NotifyOwner } from '../../../src/domain/accounts/notify-owner.ts';
import { ManageIdentities } from '../../../src/domain/accounts/manage-identities.ts';
import { EndRetiredRights } from '../../../src/domain/accounts/end-retired-rights.ts';
import { ApplyProviderRights } from '../../../src/domain/accounts/provider-rights.ts';
import { ProviderSignIn, SignInWithProvider } from '../../../src/domain/accounts/sign-in-with-provider.ts';
import { SignInWithIdentity } from '../../../src/domain/accounts/sign-in-with-identity.ts';
import { LogIn } from '../../../src/domain/accounts/log-in.ts';
import { CreateApiKey } from '../../../src/domain/accounts/manage-api-keys.ts';
import { CreateSession } from '../../../src/domain/accounts/create-session.ts';
import { SendPhoneCode, SignInWithPhoneCode } from '../../../src/domain/accounts/phone-sign-in.ts';
import { Register } from '../../../src/domain/accounts/register.ts';
import { GetLinkOwner } from '../../../src/domain/accounts/get-link-owner.ts';
import { ForgotPassword, ResetPassword } from '../../../src/domain/accounts/reset-password.ts';
import { CreateAccountLink, SendVerification } from '../../../src/domain/accounts/send-verification.ts';
import { AuthenticateSession, LogOutEverywhere, SweepSessions } from '../../../src/domain/accounts/sessions.ts';
import { SpentQuotaCarryover } from '../../../src/domain/accounts/quota-carryover.ts';
import { VerifyEmail } from '../../../src/domain/accounts/verify-email.ts';
import { AskForApproval } from '../../../src/domain/accounts/registration/ask-for-approval.ts';
import { CreateAccount } from '../../../src/domain/accounts/registration/create-account.ts';
import { ManageInvitations } from '../../../src/domain/accounts/registration/manage-invitations.ts';
import { ManageRequests } from '../../../src/domain/accounts/registration/manage-requests.ts';
import { RegistrationPolicy } from '../../../src/domain/accounts/registration/registration-policy.ts';
import { REGISTRATION } from '../../../src/domain/accounts/settings.ts';
import { MaintenanceMode } from '../../../src/domain/operations/maintenance.ts';
import { NOTICES } from '../../../src/domain/operations/settings.ts';
import { CompleteSignIn } from '../../../src/domain/accounts/second-factor/complete-sign-in.ts';
import {
  ConfirmAuthenticatorApp,
  GetSecondFactors,
  ProposeAuthenticatorApp,
  type ManageSecondFactorDeps,
  RemoveAuthenticatorApp,
  RenewRecoveryCodes,
} from '../../../src/domain/accounts/second-factor/manage-second-factors.ts';
import { ResetSecondFactor } from '../../../src/domain/accounts/second-factor/reset-second-factor.ts';
import { AddPasskey } from '../../../src/domain/accounts/second-factor/manage-passkeys.ts';
import { PasskeyChallenges } from '../../../src/domain/accounts/second-factor/passkey-challenges.ts';
import { SecondFactors } from '../../../src/domain/accounts/second-factor/second-factors.ts';
import { VerificationPolicy } from '../../../src/domain/accounts/verification-policy.ts';
import {
  InMemoryOneTimeSecrets,
  InMemorySessionRepository,
  InMemoryUserRepository,
  PlainPasswords,
} from '../../fakes/accounts.ts';
import { InMemoryAdminOverrides } from '../../fakes/admin.ts';
import { RecordingAuditLog, TestAuditContext } from '../../fakes/audit.ts';
import { InMemoryInvitations, InMemoryRegistrationRequests, RecordingInvitedPlans } from '../../fakes/registration.ts';
import { InMemoryEmailChanges } from '../../fakes/email-changes.ts';
import { InMemoryApiKeyRepository } from '../../fakes/api-keys.ts';
import {
  CountedBackground,
  CountingIds,
  FixedClock,
  InMemoryQuotas,
  PlainSecrets,
  TwiceUnitOfWork,
} from '../../fakes/kernel.ts';
import {
  EasyCaptcha,
  InMemoryAccountTokens,
  FixedSignInProvider,
  InMemoryIdentities,
  InMemoryPendingIdentities,
  RecordingPlans,
  RecordingProviderGroups,
  InMemoryCooldowns,
  InMemorySignInCodes,
  InMemorySpentQuotas,
  RecordingMailer,
  RecordingTextMessages,
  KnownIdentities,
  FixedEmailDomains,
  StoppedReplies,
  TenDigitNumbers,
} from '../../fakes/sign-in.ts';
import {
  CountedOneTimePasswords,
  InMemoryAuthenticatorApps,
  InMemoryPasskeys,
  InMemoryRecoveryCodes,
} from '../../fakes/second-factor.ts';
import { RecordingServerEventLog } from '../../fakes/operations.ts';
import { inMemorySettings } from '../../fakes/settings.ts';

const stores = () => {
  const users = new InMemoryUserRepository();
  const transactional = {
    users,
    sessions: new InMemorySessionRepository(users),
    oneTime: new InMemoryOneTimeSecrets(),
    emailChanges: new InMemoryEmailChanges(users),
    tokens: new InMemoryAccountTokens(),
    identities: new InMemoryIdentities(users),
    overrides: new InMemoryAdminOverrides(),
    apps: new InMemoryAuthenticatorApps(),
    passkeys: new InMemoryPasskeys(),
    recoveryCodes: new InMemoryRecoveryCodes(),
    invitations: new InMemoryInvitations(users),
    invitedPlans: new RecordingInvitedPlans(),
    registrationRequests: new InMemoryRegistrationRequests(),
  };
  return {
    ...transactional,
    work: new TwiceUnitOfWork(...Object.values(transactional)),
    codes: new InMemorySignInCodes(),
    pending: new InMemoryPendingIdentities(),
    pace: new InMemoryCooldowns(),
  };
};

const secondFactors = (
  deps: Omit<ReturnType<typeof stores>, 'codes' | 'pace'> &
    Pick<ManageSecondFactorDeps, 'secrets' | 'quotas' | 'clock' | 'audit' | 'notifyOwner'>,
) => {
  const oneTimePasswords = new CountedOneTimePasswords();
  const factors = new SecondFactors({ ...deps, oneTimePasswords });
  const manage = { ...deps, oneTimePasswords, factors };
  const { apps, passkeys, recoveryCodes, clock } = deps;
  const webAuthn = {
    createRegistration: async () => ({}),
    verifyRegistration: async () => ({ credentialId: 'c', publicKey: 'k', counter: 0, transports: [] }),
    createAuthentication: async () => ({}),
    verifyAuthentication: async () => undefined,
  };
  return {
    oneTimePasswords,
    addPasskey: new AddPasskey({
      ...manage,
      webAuthn,
      challenges: new PasskeyChallenges(deps.oneTime, deps.secrets, clock),
      verification: new VerificationPolicy(true),
      ids: new CountingIds('passkey'),
    }),
    factors,
    getFactors: new GetSecondFactors(apps, recoveryCodes, passkeys),
    proposeApp: new ProposeAuthenticatorApp(apps, oneTimePasswords, new VerificationPolicy(true), clock, 'My Parley'),
    confirmApp: new ConfirmAuthenticatorApp(manage),
    removeApp: new RemoveAuthenticatorApp(manage),
    renewCodes: new RenewRecoveryCodes(manage),
  };
};

/** All of signing in, on fakes. */
class NotedBilling extends BillingContacts {
  readonly addresses: string[] = [];

  async changeEmail(_uid: string, email: string): Promise<void> {
    this.addresses.push(email);
  }
}

export const aSignInWorld = ({ sandbox = true } = {}) => {
  const clock = new FixedClock();
  const ids = new CountingIds();
  const secrets = new PlainSecrets();
  const passwords = new PlainPasswords();
  const quotas = new InMemoryQuotas(new CountingIds(), clock);
  const background = new CountedBackground();
  const checkPassword = new CheckPassword(passwords, quotas, clock);
  const mail = new RecordingMailer();
  const messages = new RecordingTextMessages(sandbox);
  const people = new KnownIdentities();
  const numbers = new TenDigitNumbers();
  const kept = stores();
  const { users, sessions, oneTime, emailChanges, tokens, identities, work, codes, pace } = kept;
  const audit = new RecordingAuditLog();
  const requests = new TestAuditContext();
  const notifyOwner = new NotifyOwner({
    users,
    mailer: mail,
    site: { url: 'https://parley.example' },
    background,
    verification: new VerificationPolicy(true),
  });
  const factors = secondFactors({ ...kept, secrets, quotas, clock, audit, notifyOwner });
  const open = new CreateSession({
    users,
    sessions,
    tokens,
    factors: factors.factors,
    secrets,
    ids: new CountingIds('session'),
    clock,
    work,
    audit,
    requests,
  });
  const keys = new InMemoryApiKeyRepository(users);
  const replies = new StoppedReplies();
  const endAccess = new RevokeAccess({ users, sessions, keys, tokens, emailChanges, replies });
  const spentQuotas = new InMemorySpentQuotas(quotas);
  const spent = new SpentQuotaCarryover(spentQuotas, secrets, clock);
  const captcha = new EasyCaptcha();
  const makeLink = new CreateAccountLink(users, tokens, secrets, { url: 'https://parley.example' }, clock, work);
  const site = { url: 'https://parley.example' };
  const verification = new VerificationPolicy(true);
  const billing = new NotedBilling();
  const emailChange = { users, changes: emailChanges, mailer: mail, site, secrets, clock, work, audit, verification };
  const sendVerification = new SendVerification(makeLink, mail, background, pace, quotas, clock);
  const registrationSettings = inMemorySettings(REGISTRATION);
  const notices = inMemorySettings(NOTICES);
  const { invitations, registrationRequests, invitedPlans } = kept;
  const registration = new RegistrationPolicy(
    registrationSettings,
    new MaintenanceMode(notices),
    invitations,
    secrets,
    clock,
  );
  const creation = { users, mailer: mail, site, background, quotas, secrets, ids, clock, work, audit };
  const createAccount = new CreateAccount({
    ...creation,
    policy: registration,
    invitations,
    plans: invitedPlans,
    approval: new AskForApproval({ ...creation, requests: registrationRequests }),
    quotaCarryover: spent,
  });
  const register = new Register(
    {
      accounts: createAccount,
      passwords,
      createSession: open,
      sendVerification,
      verification,
      registration,
      captcha,
      domains: new FixedEmailDomains(),
      quotas,
      secrets,
      ids,
      clock,
    },
    { accounts: 5, tries: 10, triesWithoutCaptcha: 3 },
  );
  const accounts = new IdentityAccounts({
    identities,
    users,
    accounts: createAccount,
    revokeAccess: endAccess,
    ids,
    clock,
    audit,
    notifyOwner,
    verification,
    sendVerification,
  });
  const aProviderWorld = () => {
    const corp = new FixedSignInProvider({
      key: 'oidc:https://corp.example robin',
      provider: 'corp',
      email: 'robin@example.com',
      emailVerified: true,
      name: 'Robin',
      rights: {},
    });
    const providers = { all: [corp] };
    const site = { url: 'https://parley.example' };
    const plans = new RecordingPlans();
    const groups = new RecordingProviderGroups();
    const providerSignIn = new ProviderSignIn({ providers, pending: kept.pending, site, secrets, clock });
    const events = new RecordingServerEventLog();
    const powers = kept.overrides;
    const rights = new ApplyProviderRights({ users, identities, plans, groups, powers, events, audit, work });
    const failed = (what: string, error: unknown) => void background.failures.push([what, error]);
    return {
      corp,
      providers,
      events,
      endRetiredRights: new EndRetiredRights({
        ...{ providers, identities, plans, groups, rights, events, work, clock, failed },
      }),
      plans,
      groups,
      providerSignIn,
      withProvider: new SignInWithProvider(providerSignIn, accounts, rights, open),
      ways: new ManageIdentities({
        users,
        sessions,
        identities,
        providers,
        providerSignIn,
        rights,
        notifyOwner,
        secrets,
        clock,
        work,
        audit,
      }),
    };
  };
  const provider = aProviderWorld();
  return {
    audit,
    registrationSettings,
    notices,
    ...kept,
    ...factors,
    resetFactor: new ResetSecondFactor({
      users,
      factors: factors.factors,
      revokeAccess: endAccess,
      mailer: mail,
      site: { url: 'https://parley.example' },
      background,
      events: new RecordingServerEventLog(),
      audit,
      work,
    }),
    completeSignIn: new CompleteSignIn({ ...factors, users, tokens, createSession: open, secrets, clock, work, audit }),
    keys,
    createKey: new CreateApiKey({ users, sessions, keys, ids, secrets, clock, work, verification, audit }),
    replies,
    spent,
    spentQuotas,
    clock,
    secrets,
    passwords,
    quotas,
    background,
    requests,
    mail,
    messages,
    people,
    open,
    sendVerification,
    register,
    tools: { users, passwords, ids, clock, work, audit },
    logIn: new LogIn({ users, passwords, createSession: open, captcha, quotas, secrets, clock, audit }),
    identify: new AuthenticateSession(sessions, secrets, clock, background),
    logOutEverywhere: new LogOutEverywhere(endAccess, work, audit),
    sweep: new SweepSessions(
      {
        sessions,
        tokens,
        emailChanges,
        codes,
        pendingIdentities: kept.pending,
        cooldowns: pace,
        oneTimeSecrets: oneTime,
        spentQuotas,
        invitations,
        registrationRequests,
      },
      clock,
    ),
    verifyEmail: new VerifyEmail({ users, tokens, secrets, clock, work, audit }, open, makeLink),
    forgot: new ForgotPassword({
      users,
      createAccountLink: makeLink,
      mailer: mail,
      background,
      quotas,
      secrets,
      clock,
      audit,
    }),
    reset: new ResetPassword(
      {
        users,
        tokens,
        identities,
        factors: factors.factors,
        passwords,
        revokeAccess: endAccess,
        secrets,
        clock,
        work,
        audit,
      },
      open,
    ),
    askEmail: new AskEmailChange({
      ...emailChange,
      sessions,
      checkPassword,
      domains: new FixedEmailDomains(),
      registration,
      createAccountLink: makeLink,
      background,
      quotas,
    }),
    confirmEmail: new ConfirmEmailChange({ ...emailChange, sessions, revokeAccess: endAccess, billing, background }),
    undoEmail: new UndoEmailChange({
      ...emailChange,
      identities,
      revokeAccess: endAccess,
      createAccountLink: makeLink,
      billing,
      background,
    }),
    invoiceAddresses: billing.addresses,
    reauthenticate: new Reauthenticate({
      users,
      sessions,
      checkPassword,
      factors: factors.factors,
      identities,
      identityTokens: people,
      providerSignIn: provider.providerSignIn,
      secrets,
      clock,
      work,
      audit,
    }),
    changePassword: new ChangePassword({
      checkPassword,
      users,
      sessions,
      passwords,
      revokeAccess: endAccess,
      createAccountLink: makeLink,
      mailer: mail,
      background,
      quotas,
      secrets,
      clock,
      work,
      audit,
    }),
    readLink: new GetLinkOwner(users, tokens, secrets, clock),
    active: new ActiveRequests({
      sessions,
      keys,
      secrets,
      clock,
      failed: (what, error) => background.failures.push([what, error]),
    }),
    sendCode: new SendPhoneCode({
      numbers,
      codes,
      messages,
      identities,
      registration,
      cooldowns: pace,
      quotas,
      secrets,
      clock,
    }),
    verifyCode: new SignInWithPhoneCode({
      numbers,
      codes,
      identities,
      accounts: createAccount,
      createSession: open,
      secrets,
      ids,
      clock,
    }),
    manageInvitations: new ManageInvitations({
      ...creation,
      invitations,
      failed: (what, error) => background.failures.push([what, error]),
    }),
    manageRequests: new ManageRequests({
      ...creation,
      requests: registrationRequests,
      identities,
      quotaCarryover: spent,
      verification,
      createAccountLink: makeLink,
    }),
    google: new SignInWithIdentity(people, accounts, open),
    ...provider,
  };
};
