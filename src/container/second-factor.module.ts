import { Database } from '../adapters/sql/database.ts';
import { SqlAuthenticatorApps } from '../adapters/sql/accounts/authenticator-apps.ts';
import { SqlPasskeys } from '../adapters/sql/accounts/passkeys.ts';
import { SqlRecoveryCodes } from '../adapters/sql/accounts/recovery-codes.ts';
import { SimpleWebAuthn } from '../adapters/webauthn/simple-web-authn.ts';
import { CryptoOneTimePasswords } from '../adapters/system/one-time-passwords.ts';
import { CreateSession } from '../domain/accounts/create-session.ts';
import {
  AccountTokens,
  Mailer,
  OneTimeSecrets,
  SessionRepository,
  Site,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { RevokeAccess } from '../domain/accounts/revoke-access.ts';
import { CompleteSignIn } from '../domain/accounts/second-factor/complete-sign-in.ts';
import {
  ConfirmAuthenticatorApp,
  GetSecondFactors,
  ProposeAuthenticatorApp,
  RemoveAuthenticatorApp,
  RenewRecoveryCodes,
} from '../domain/accounts/second-factor/manage-second-factors.ts';
import {
  AuthenticatorApps,
  OneTimePasswords,
  Passkeys,
  RecoveryCodes,
  WebAuthn,
} from '../domain/accounts/second-factor/ports.ts';
import { AddPasskey, RemovePasskey, StartPasskey } from '../domain/accounts/second-factor/manage-passkeys.ts';
import { PasskeyChallenges } from '../domain/accounts/second-factor/passkey-challenges.ts';
import { SignInWithPasskey } from '../domain/accounts/second-factor/sign-in-with-passkey.ts';
import { ResetSecondFactor } from '../domain/accounts/second-factor/reset-second-factor.ts';
import { SecondFactorPolicy } from '../domain/accounts/second-factor/second-factor-policy.ts';
import { SecondFactors } from '../domain/accounts/second-factor/second-factors.ts';
import { NotifyOwner } from '../domain/accounts/notify-owner.ts';
import { VerificationPolicy } from '../domain/accounts/verification-policy.ts';
import { SecretBox } from '../domain/admin/setup/ports.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Background, Clock, Ids, Quotas, Secrets, ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

const FACTOR_DEPS = {
  users: UserRepository,
  apps: AuthenticatorApps,
  passkeys: Passkeys,
  recoveryCodes: RecoveryCodes,
  oneTimePasswords: OneTimePasswords,
  quotas: Quotas,
  secrets: Secrets,
  clock: Clock,
  work: UnitOfWork,
  audit: AuditLog,
};

const MANAGE_DEPS = { ...FACTOR_DEPS, factors: SecondFactors, sessions: SessionRepository, notifyOwner: NotifyOwner };

const PASSKEY_DEPS = {
  ...MANAGE_DEPS,
  challenges: PasskeyChallenges,
  webAuthn: WebAuthn,
  verification: VerificationPolicy,
  ids: Ids,
};

export const secondFactorModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(AuthenticatorApps, SqlAuthenticatorApps, Database, SecretBox);
  bindPort(RecoveryCodes, SqlRecoveryCodes, Database);
  bindPort(OneTimePasswords, CryptoOneTimePasswords);
  bindClass(SecondFactors, FACTOR_DEPS);
  bindClass(NotifyOwner, {
    users: UserRepository,
    mailer: Mailer,
    site: Site,
    background: Background,
    verification: VerificationPolicy,
  });
  bindClass(CompleteSignIn, {
    users: UserRepository,
    tokens: AccountTokens,
    factors: SecondFactors,
    createSession: CreateSession,
    secrets: Secrets,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(GetSecondFactors, AuthenticatorApps, RecoveryCodes, Passkeys);
  bindPort(Passkeys, SqlPasskeys, Database);
  bindPort(
    WebAuthn,
    SimpleWebAuthn,
    Site,
    derive(AppContext, ({ theme }) => theme.skins.default.branding.logo_text),
  );
  bindClass(PasskeyChallenges, OneTimeSecrets, Secrets, Clock);
  bindClass(StartPasskey, PASSKEY_DEPS);
  bindClass(AddPasskey, PASSKEY_DEPS);
  bindClass(RemovePasskey, MANAGE_DEPS);
  bindClass(SignInWithPasskey, {
    users: UserRepository,
    passkeys: Passkeys,
    challenges: PasskeyChallenges,
    webAuthn: WebAuthn,
    createSession: CreateSession,
    quotas: Quotas,
    secrets: Secrets,
    clock: Clock,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(
    ProposeAuthenticatorApp,
    AuthenticatorApps,
    OneTimePasswords,
    VerificationPolicy,
    Clock,
    derive(AppContext, ({ theme }) => theme.skins.default.branding.logo_text),
  );
  bindClass(ConfirmAuthenticatorApp, MANAGE_DEPS);
  bindClass(RemoveAuthenticatorApp, MANAGE_DEPS);
  bindClass(RenewRecoveryCodes, MANAGE_DEPS);
  bindClass(SecondFactorPolicy, setting('second-factor'));
  bindClass(ResetSecondFactor, {
    users: UserRepository,
    factors: SecondFactors,
    revokeAccess: RevokeAccess,
    mailer: Mailer,
    site: Site,
    background: Background,
    events: ServerEventLog,
    audit: AuditLog,
    work: UnitOfWork,
  });
});
