import { ContainerModule } from 'inversify';

import { ClaimFirstAdmin, GrantAdmin, OfferFirstAdmin } from '../domain/accounts/first-admin.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { OpenSession } from '../domain/accounts/open-session.ts';
import {
  AccountTokens, Captcha, MailDomains, OneTimeSecrets, Pace, Passwords, SessionRepository, SignInCodes, UserRepository,
} from '../domain/accounts/ports.ts';
import { Register, type RegisterLimits } from '../domain/accounts/register.ts';
import { SendVerification } from '../domain/accounts/send-verification.ts';
import { Identify, LogOut, SweepSessions } from '../domain/accounts/sessions.ts';
import { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { Parts } from './parts.ts';

const registerLimits = ({ config }: Parts): RegisterLimits => ({
  accounts: config.REGISTRATIONS_PER_HOUR,
  tries: config.REGISTRATIONS_PER_HOUR * 2,
  triesWithoutCaptcha: config.CAPTCHA_ALWAYS === 'true' ? 0 : Math.ceil(config.REGISTRATIONS_PER_HOUR / 2),
});

export const accountsModule = new ContainerModule(({ bind }) => {
  bind(OpenSession).toResolvedValue(
    (sessions, secrets, clock) => new OpenSession(sessions, secrets, clock),
    [SessionRepository, Secrets, Clock],
  );
  bind(Identify).toResolvedValue((sessions, secrets, clock) => new Identify(sessions, secrets, clock), [SessionRepository, Secrets, Clock]);
  bind(LogOut).toResolvedValue((sessions, secrets) => new LogOut(sessions, secrets), [SessionRepository, Secrets]);
  bind(SweepSessions).toResolvedValue(
    (sessions, tokens, codes, pace, oneTime, clock) => new SweepSessions({ sessions, tokens, codes, pace, oneTime }, clock),
    [SessionRepository, AccountTokens, SignInCodes, Pace, OneTimeSecrets, Clock],
  );
  bind(Register).toResolvedValue(
    (users, passwords, openSession, sendVerification, captcha, domains, quotas, secrets, ids, clock, parts) =>
      new Register({ users, passwords, openSession, sendVerification, captcha, domains, quotas, secrets, ids, clock }, registerLimits(parts)),
    [UserRepository, Passwords, OpenSession, SendVerification, Captcha, MailDomains, Quotas, Secrets, Ids, Clock, Parts],
  );
  bind(LogIn).toResolvedValue(
    (users, passwords, open, quotas, secrets, clock) => new LogIn(users, passwords, open, quotas, secrets, clock),
    [UserRepository, Passwords, OpenSession, Quotas, Secrets, Clock],
  );
  bind(OfferFirstAdmin).toResolvedValue(
    (users, oneTime, secrets, clock) => new OfferFirstAdmin(users, oneTime, secrets, clock),
    [UserRepository, OneTimeSecrets, Secrets, Clock],
  );
  bind(ClaimFirstAdmin).toResolvedValue(
    (users, passwords, ids, clock, work, oneTime, secrets, open) =>
      new ClaimFirstAdmin({ users, passwords, ids, clock, work }, oneTime, secrets, open),
    [UserRepository, Passwords, Ids, Clock, UnitOfWork, OneTimeSecrets, Secrets, OpenSession],
  );
  bind(GrantAdmin).toResolvedValue(
    (users, passwords, ids, clock, work) => new GrantAdmin({ users, passwords, ids, clock, work }),
    [UserRepository, Passwords, Ids, Clock, UnitOfWork],
  );
});
