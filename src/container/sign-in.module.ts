import { ContainerModule } from 'inversify';

import { PostOffice } from '../adapters/mail/post-office.ts';
import { ListedMailDomains } from '../adapters/mail/mail-domains.ts';
import { PlannedPhoneNumbers } from '../adapters/sms/phone-numbers.ts';
import { SqlAccountTokens } from '../adapters/sql/account-tokens.ts';
import { SqlIdentities } from '../adapters/sql/identities.ts';
import { SqlPace } from '../adapters/sql/pace.ts';
import { SqlSpentQuotas } from '../adapters/sql/spent-quotas.ts';
import { SqlSignInCodes } from '../adapters/sql/sign-in-codes.ts';
import { ProcessBackground } from '../adapters/system/background.ts';
import { EndAccess } from '../domain/accounts/end-access.ts';
import { SignInWithIdentity } from '../domain/accounts/identity-sign-in.ts';
import { OpenSession } from '../domain/accounts/open-session.ts';
import { SendPhoneCode, VerifyPhoneCode } from '../domain/accounts/phone-sign-in.ts';
import {
  AccountTokens,
  Captcha,
  Identities,
  IdentityPopup,
  IdentityTokens,
  Mail,
  MailDomains,
  OneTimeSecrets,
  Pace,
  Passwords,
  PhoneNumbers,
  SignInCodes,
  Site,
  SpentQuotas,
  TextMessages,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { ReadLink } from '../domain/accounts/read-link.ts';
import { ForgotPassword, ResetPassword } from '../domain/accounts/reset-password.ts';
import { MakeLink, SendVerification } from '../domain/accounts/send-verification.ts';
import { LogOutEverywhere } from '../domain/accounts/sessions.ts';
import { RememberSpentQuotas } from '../domain/accounts/spent-quotas.ts';
import { VerifyEmail } from '../domain/accounts/verify-email.ts';
import { Background, Clock, Ids, Outbox, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { Connections } from './connections.ts';
import { Parts } from './parts.ts';

/** What sign-in needs from the world. */
export const signInAdapters = new ContainerModule(({ bind }) => {
  bind(Connections).toResolvedValue(
    (parts, outbox, oneTime, secrets, ids, clock) =>
      new Connections(parts.signIn, parts.addresses.app, { outbox, oneTime, secrets, ids, clock }),
    [Parts, Outbox, OneTimeSecrets, Secrets, Ids, Clock],
  );
  bind(Site).toResolvedValue(({ addresses }) => addresses, [Parts]);
  bind(Mail).toResolvedValue(({ mail }) => new PostOffice(mail), [Connections]);
  bind(TextMessages).toResolvedValue(({ sms }) => sms, [Connections]);
  bind(IdentityTokens).toResolvedValue(({ identity }) => identity.tokens, [Connections]);
  bind(IdentityPopup).toResolvedValue(({ identity }) => identity.popup, [Connections]);
  bind(Captcha).toResolvedValue(({ captcha }) => captcha.captcha, [Connections]);
  bind(MailDomains).toResolvedValue(() => new ListedMailDomains());
  bind(PhoneNumbers).toResolvedValue(({ config }) => new PlannedPhoneNumbers(config.SMS_COUNTRIES), [Parts]);
  bind(ProcessBackground).toResolvedValue(
    ({ logs }) => new ProcessBackground((what, error) => logs.error(what, { error })),
    [Parts],
  );
  bind(Background).toService(ProcessBackground);
  bind(AccountTokens).toResolvedValue((parts) => new SqlAccountTokens(parts.database), [Parts]);
  bind(Identities).toResolvedValue((parts) => new SqlIdentities(parts.database), [Parts]);
  bind(SignInCodes).toResolvedValue((parts) => new SqlSignInCodes(parts.database), [Parts]);
  bind(SpentQuotas).toResolvedValue((parts) => new SqlSpentQuotas(parts.database), [Parts]);
  bind(Pace).toResolvedValue((parts) => new SqlPace(parts.database), [Parts]);
});

/** The ways to sign in besides email and password, and the links that are mailed. */
export const signInModule = new ContainerModule(({ bind }) => {
  bind(MakeLink).toResolvedValue(
    (tokens, secrets, site, clock, work) => new MakeLink(tokens, secrets, site, clock, work),
    [AccountTokens, Secrets, Site, Clock, UnitOfWork],
  );
  bind(SendVerification).toResolvedValue(
    (makeLink, mail, background, pace, quotas, clock) =>
      new SendVerification(makeLink, mail, background, pace, quotas, clock),
    [MakeLink, Mail, Background, Pace, Quotas, Clock],
  );
  bind(VerifyEmail).toResolvedValue(
    (users, tokens, secrets, clock, work, open, makeLink) =>
      new VerifyEmail({ users, tokens, secrets, clock, work }, open, makeLink),
    [UserRepository, AccountTokens, Secrets, Clock, UnitOfWork, OpenSession, MakeLink],
  );
  bind(ForgotPassword).toResolvedValue(
    (users, makeLink, mail, background, quotas, secrets, clock) =>
      new ForgotPassword({ users, makeLink, mail, background, quotas, secrets, clock }),
    [UserRepository, MakeLink, Mail, Background, Quotas, Secrets, Clock],
  );
  bind(ResetPassword).toResolvedValue(
    (users, tokens, identities, passwords, endAccess, secrets, clock, work, open) =>
      new ResetPassword({ users, tokens, identities, passwords, endAccess, secrets, clock, work }, open),
    [UserRepository, AccountTokens, Identities, Passwords, EndAccess, Secrets, Clock, UnitOfWork, OpenSession],
  );
  bind(ReadLink).toResolvedValue(
    (users, tokens, secrets, clock) => new ReadLink(users, tokens, secrets, clock),
    [UserRepository, AccountTokens, Secrets, Clock],
  );
  bind(LogOutEverywhere).toResolvedValue(
    (endAccess, work) => new LogOutEverywhere(endAccess, work),
    [EndAccess, UnitOfWork],
  );
  bind(SendPhoneCode).toResolvedValue(
    (numbers, codes, messages, pace, quotas, secrets, clock) =>
      new SendPhoneCode({ numbers, codes, messages, pace, quotas, secrets, clock }),
    [PhoneNumbers, SignInCodes, TextMessages, Pace, Quotas, Secrets, Clock],
  );
  bind(VerifyPhoneCode).toResolvedValue(
    (numbers, codes, identities, users, openSession, secrets, ids, clock, work, spent) =>
      new VerifyPhoneCode({ numbers, codes, identities, users, openSession, secrets, ids, clock, work, spent }),
    [
      PhoneNumbers,
      SignInCodes,
      Identities,
      UserRepository,
      OpenSession,
      Secrets,
      Ids,
      Clock,
      UnitOfWork,
      RememberSpentQuotas,
    ],
  );
  bind(SignInWithIdentity).toResolvedValue(
    (identityTokens, identities, users, endAccess, spent, openSession, ids, clock, work) =>
      new SignInWithIdentity({ identityTokens, identities, users, endAccess, spent, openSession, ids, clock, work }),
    [IdentityTokens, Identities, UserRepository, EndAccess, RememberSpentQuotas, OpenSession, Ids, Clock, UnitOfWork],
  );
});
