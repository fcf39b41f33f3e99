import { Database } from '../adapters/sql/database.ts';
import { SqlAuthenticatorApps } from '../adapters/sql/accounts/authenticator-apps.ts';
import { SqlRecoveryCodes } from '../adapters/sql/accounts/recovery-codes.ts';
import { CryptoOneTimePasswords } from '../adapters/system/one-time-passwords.ts';
import { CreateSession } from '../domain/accounts/create-session.ts';
import { AccountTokens, SessionRepository, UserRepository } from '../domain/accounts/ports.ts';
import { CompleteSignIn } from '../domain/accounts/second-factor/complete-sign-in.ts';
import {
  ConfirmAuthenticatorApp,
  GetSecondFactors,
  ProposeAuthenticatorApp,
  RemoveAuthenticatorApp,
  RenewRecoveryCodes,
} from '../domain/accounts/second-factor/manage-second-factors.ts';
import { AuthenticatorApps, OneTimePasswords, RecoveryCodes } from '../domain/accounts/second-factor/ports.ts';
import { SecondFactors } from '../domain/accounts/second-factor/second-factors.ts';
import { VerificationPolicy } from '../domain/accounts/verification-policy.ts';
import { SecretBox } from '../domain/admin/setup/ports.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { Clock, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

const FACTOR_DEPS = {
  users: UserRepository,
  apps: AuthenticatorApps,
  recoveryCodes: RecoveryCodes,
  oneTimePasswords: OneTimePasswords,
  quotas: Quotas,
  secrets: Secrets,
  clock: Clock,
  work: UnitOfWork,
  audit: AuditLog,
};

const MANAGE_DEPS = { ...FACTOR_DEPS, factors: SecondFactors, sessions: SessionRepository };

export const secondFactorModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(AuthenticatorApps, SqlAuthenticatorApps, Database, SecretBox);
  bindPort(RecoveryCodes, SqlRecoveryCodes, Database);
  bindPort(OneTimePasswords, CryptoOneTimePasswords);
  bindClass(SecondFactors, FACTOR_DEPS);
  bindClass(CompleteSignIn, {
    users: UserRepository,
    tokens: AccountTokens,
    factors: SecondFactors,
    createSession: CreateSession,
    secrets: Secrets,
    clock: Clock,
    audit: AuditLog,
  });
  bindClass(GetSecondFactors, AuthenticatorApps, RecoveryCodes);
  bindClass(
    ProposeAuthenticatorApp,
    AuthenticatorApps,
    OneTimePasswords,
    VerificationPolicy,
    Clock,
    derive(AppContext, ({ skins }) => skins.default.branding.logo_text),
  );
  bindClass(ConfirmAuthenticatorApp, MANAGE_DEPS);
  bindClass(RemoveAuthenticatorApp, MANAGE_DEPS);
  bindClass(RenewRecoveryCodes, MANAGE_DEPS);
});
