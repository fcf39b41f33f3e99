import { ContainerModule } from 'inversify';

import { ActiveRequests } from '../domain/accounts/active-requests.ts';
import { EndAccess } from '../domain/accounts/end-access.ts';
import { ClaimFirstAdmin, GrantAdmin, OfferFirstAdmin } from '../domain/accounts/first-admin.ts';
import { IdentifyByKey } from '../domain/accounts/identify-by-key.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { CreateApiKey, DeleteApiKey, ReadApiKey } from '../domain/accounts/manage-api-key.ts';
import { OpenSession } from '../domain/accounts/open-session.ts';
import {
  AccountTokens,
  ApiKeyRepository,
  Captcha,
  MailDomains,
  OneTimeSecrets,
  Pace,
  Passwords,
  SessionRepository,
  SignInCodes,
  SpentQuotas,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { Register, type RegisterLimits } from '../domain/accounts/register.ts';
import { SendVerification } from '../domain/accounts/send-verification.ts';
import { Identify, LogOut, SweepSessions } from '../domain/accounts/sessions.ts';
import { RememberSpentQuotas } from '../domain/accounts/spent-quotas.ts';
import { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { RunningReplies, SpentQuotaMemory } from '../domain/people/ports.ts';
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
  bind(Identify).toResolvedValue(
    (sessions, secrets, clock) => new Identify(sessions, secrets, clock),
    [SessionRepository, Secrets, Clock],
  );
  bind(EndAccess).toResolvedValue(
    (sessions, keys, tokens, replies) => new EndAccess({ sessions, keys, tokens, replies }),
    [SessionRepository, ApiKeyRepository, AccountTokens, RunningReplies],
  );
  bind(ActiveRequests).toResolvedValue(
    (sessions, keys, secrets, clock, { logs }) =>
      new ActiveRequests({ sessions, keys, secrets, clock, failed: (what, error) => logs.error(what, { error }) }),
    [SessionRepository, ApiKeyRepository, Secrets, Clock, Parts],
  );
  bind(RememberSpentQuotas).toResolvedValue(
    (spent, secrets, clock) => new RememberSpentQuotas(spent, secrets, clock),
    [SpentQuotas, Secrets, Clock],
  );
  bind(SpentQuotaMemory).toService(RememberSpentQuotas);
  bind(LogOut).toResolvedValue((sessions, secrets) => new LogOut(sessions, secrets), [SessionRepository, Secrets]);
  bind(SweepSessions).toResolvedValue(
    (sessions, tokens, codes, pace, oneTime, spent, clock) =>
      new SweepSessions({ sessions, tokens, codes, pace, oneTime, spent }, clock),
    [SessionRepository, AccountTokens, SignInCodes, Pace, OneTimeSecrets, SpentQuotas, Clock],
  );
  bind(Register).toResolvedValue(
    (
      users,
      passwords,
      openSession,
      sendVerification,
      captcha,
      domains,
      quotas,
      secrets,
      ids,
      clock,
      work,
      spent,
      parts,
    ) =>
      new Register(
        { users, passwords, openSession, sendVerification, captcha, domains, quotas, secrets, ids, clock, work, spent },
        registerLimits(parts),
      ),
    [
      UserRepository,
      Passwords,
      OpenSession,
      SendVerification,
      Captcha,
      MailDomains,
      Quotas,
      Secrets,
      Ids,
      Clock,
      UnitOfWork,
      RememberSpentQuotas,
      Parts,
    ],
  );
  bind(LogIn).toResolvedValue(
    (users, passwords, openSession, captcha, quotas, secrets, clock) =>
      new LogIn({ users, passwords, openSession, captcha, quotas, secrets, clock }),
    [UserRepository, Passwords, OpenSession, Captcha, Quotas, Secrets, Clock],
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

/** The keys of people's programs. */
export const apiKeysModule = new ContainerModule(({ bind }) => {
  bind(IdentifyByKey).toResolvedValue(
    (keys, secrets, clock) => new IdentifyByKey(keys, secrets, clock),
    [ApiKeyRepository, Secrets, Clock],
  );
  bind(ReadApiKey).toResolvedValue((keys) => new ReadApiKey(keys), [ApiKeyRepository]);
  bind(CreateApiKey).toResolvedValue(
    (keys, ids, secrets, clock) => new CreateApiKey(keys, ids, secrets, clock),
    [ApiKeyRepository, Ids, Secrets, Clock],
  );
  bind(DeleteApiKey).toResolvedValue((keys) => new DeleteApiKey(keys), [ApiKeyRepository]);
});
