import { ContainerModule } from 'inversify';

import { TemplateMailer } from '../adapters/mail/template-mailer.ts';
import { ListedMailDomains } from '../adapters/mail/mail-domains.ts';
import { LibPhoneNumbers } from '../adapters/sms/phone-numbers.ts';
import { SqlAccountTokens } from '../adapters/sql/accounts/account-tokens.ts';
import { SqlIdentities } from '../adapters/sql/accounts/identities.ts';
import { SqlCooldowns } from '../adapters/sql/operations/cooldowns.ts';
import { SqlSpentQuotas } from '../adapters/sql/billing/spent-quotas.ts';
import { SqlSignInCodes } from '../adapters/sql/accounts/sign-in-codes.ts';
import { ProcessBackground } from '../adapters/system/background.ts';
import { RevokeAccess } from '../domain/accounts/revoke-access.ts';
import { SignInWithIdentity } from '../domain/accounts/sign-in-with-identity.ts';
import { CreateSession } from '../domain/accounts/create-session.ts';
import { SendPhoneCode, SignInWithPhoneCode } from '../domain/accounts/phone-sign-in.ts';
import {
  AccountTokens,
  Captcha,
  Identities,
  IdentityPopup,
  IdentityTokens,
  Mailer,
  EmailDomains,
  OneTimeSecrets,
  Cooldowns,
  Passwords,
  PhoneNumbers,
  SignInCodes,
  Site,
  SpentQuotas,
  TextMessages,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { GetLinkOwner } from '../domain/accounts/get-link-owner.ts';
import { ForgotPassword, ResetPassword } from '../domain/accounts/reset-password.ts';
import { CreateAccountLink, SendVerification } from '../domain/accounts/send-verification.ts';
import { LogOutEverywhere } from '../domain/accounts/sessions.ts';
import { SpentQuotaCarryover } from '../domain/accounts/quota-carryover.ts';
import { VerifyEmail } from '../domain/accounts/verify-email.ts';
import { Background, Clock, Ids, Outbox, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { SignInConnections } from './sign-in-connections.ts';
import { AppContext } from './app-context.ts';

/** What sign-in needs from the world. */
export const signInAdapters = new ContainerModule(({ bind }) => {
  bind(SignInConnections).toResolvedValue(
    (context, outbox, oneTime, secrets, ids, clock) =>
      new SignInConnections(context.signIn, context.urls.app, { outbox, oneTime, secrets, ids, clock }),
    [AppContext, Outbox, OneTimeSecrets, Secrets, Ids, Clock],
  );
  bind(Site).toResolvedValue(({ urls: addresses }) => addresses, [AppContext]);
  bind(Mailer).toResolvedValue(({ mail }) => new TemplateMailer(mail), [SignInConnections]);
  bind(TextMessages).toResolvedValue(({ sms }) => sms, [SignInConnections]);
  bind(IdentityTokens).toResolvedValue(({ identity }) => identity.tokens, [SignInConnections]);
  bind(IdentityPopup).toResolvedValue(({ identity }) => identity.popup, [SignInConnections]);
  bind(Captcha).toResolvedValue(({ captcha }) => captcha.captcha, [SignInConnections]);
  bind(EmailDomains).toResolvedValue(() => new ListedMailDomains());
  bind(PhoneNumbers).toResolvedValue(({ config }) => new LibPhoneNumbers(config.SMS_COUNTRIES), [AppContext]);
  bind(ProcessBackground).toResolvedValue(
    ({ logs }) => new ProcessBackground((what, error) => logs.error(what, { error })),
    [AppContext],
  );
  bind(Background).toService(ProcessBackground);
  bind(AccountTokens).toResolvedValue((context) => new SqlAccountTokens(context.database), [AppContext]);
  bind(Identities).toResolvedValue((context) => new SqlIdentities(context.database), [AppContext]);
  bind(SignInCodes).toResolvedValue((context) => new SqlSignInCodes(context.database), [AppContext]);
  bind(SpentQuotas).toResolvedValue((context) => new SqlSpentQuotas(context.database), [AppContext]);
  bind(Cooldowns).toResolvedValue((context) => new SqlCooldowns(context.database), [AppContext]);
});

/** The ways to sign in besides email and password, and the links that are mailed. */
export const signInModule = new ContainerModule(({ bind }) => {
  bind(CreateAccountLink).toResolvedValue(
    (tokens, secrets, site, clock, work) => new CreateAccountLink(tokens, secrets, site, clock, work),
    [AccountTokens, Secrets, Site, Clock, UnitOfWork],
  );
  bind(SendVerification).toResolvedValue(
    (makeLink, mail, background, pace, quotas, clock) =>
      new SendVerification(makeLink, mail, background, pace, quotas, clock),
    [CreateAccountLink, Mailer, Background, Cooldowns, Quotas, Clock],
  );
  bind(VerifyEmail).toResolvedValue(
    (users, tokens, secrets, clock, work, open, makeLink) =>
      new VerifyEmail({ users, tokens, secrets, clock, work }, open, makeLink),
    [UserRepository, AccountTokens, Secrets, Clock, UnitOfWork, CreateSession, CreateAccountLink],
  );
  bind(ForgotPassword).toResolvedValue(
    (users, createAccountLink, mailer, background, quotas, secrets, clock) =>
      new ForgotPassword({ users, createAccountLink, mailer, background, quotas, secrets, clock }),
    [UserRepository, CreateAccountLink, Mailer, Background, Quotas, Secrets, Clock],
  );
  bind(ResetPassword).toResolvedValue(
    (users, tokens, identities, passwords, revokeAccess, secrets, clock, work, open) =>
      new ResetPassword({ users, tokens, identities, passwords, revokeAccess, secrets, clock, work }, open),
    [UserRepository, AccountTokens, Identities, Passwords, RevokeAccess, Secrets, Clock, UnitOfWork, CreateSession],
  );
  bind(GetLinkOwner).toResolvedValue(
    (users, tokens, secrets, clock) => new GetLinkOwner(users, tokens, secrets, clock),
    [UserRepository, AccountTokens, Secrets, Clock],
  );
  bind(LogOutEverywhere).toResolvedValue(
    (endAccess, work) => new LogOutEverywhere(endAccess, work),
    [RevokeAccess, UnitOfWork],
  );
  bind(SendPhoneCode).toResolvedValue(
    (numbers, codes, messages, cooldowns, quotas, secrets, clock) =>
      new SendPhoneCode({ numbers, codes, messages, cooldowns, quotas, secrets, clock }),
    [PhoneNumbers, SignInCodes, TextMessages, Cooldowns, Quotas, Secrets, Clock],
  );
  bind(SignInWithPhoneCode).toResolvedValue(
    (numbers, codes, identities, users, createSession, secrets, ids, clock, work, quotaCarryover) =>
      new SignInWithPhoneCode({
        numbers,
        codes,
        identities,
        users,
        createSession,
        secrets,
        ids,
        clock,
        work,
        quotaCarryover,
      }),
    [
      PhoneNumbers,
      SignInCodes,
      Identities,
      UserRepository,
      CreateSession,
      Secrets,
      Ids,
      Clock,
      UnitOfWork,
      SpentQuotaCarryover,
    ],
  );
  bind(SignInWithIdentity).toResolvedValue(
    (identityTokens, identities, users, revokeAccess, quotaCarryover, createSession, ids, clock, work) =>
      new SignInWithIdentity({
        identityTokens,
        identities,
        users,
        revokeAccess,
        quotaCarryover,
        createSession,
        ids,
        clock,
        work,
      }),
    [
      IdentityTokens,
      Identities,
      UserRepository,
      RevokeAccess,
      SpentQuotaCarryover,
      CreateSession,
      Ids,
      Clock,
      UnitOfWork,
    ],
  );
});
