import { ContainerModule } from 'inversify';

import { ActiveRequests } from '../domain/accounts/active-requests.ts';
import { RevokeAccess } from '../domain/accounts/revoke-access.ts';
import { ClaimFirstAdmin, GrantAdmin, CreateSetupLink } from '../domain/accounts/first-admin.ts';
import { AuthenticateApiKey } from '../domain/accounts/authenticate-api-key.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { CreateApiKey, DeleteApiKey, GetApiKey } from '../domain/accounts/manage-api-key.ts';
import { CreateSession } from '../domain/accounts/create-session.ts';
import {
  AccountTokens,
  ApiKeyRepository,
  Captcha,
  EmailDomains,
  OneTimeSecrets,
  Cooldowns,
  Passwords,
  SessionRepository,
  SignInCodes,
  SpentQuotas,
  UserRepository,
} from '../domain/accounts/ports.ts';
import { Register, type RegisterLimits } from '../domain/accounts/register.ts';
import { SendVerification } from '../domain/accounts/send-verification.ts';
import { AuthenticateSession, LogOut, SweepSessions } from '../domain/accounts/sessions.ts';
import { SpentQuotaCarryover } from '../domain/accounts/quota-carryover.ts';
import { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';
import { RunningReplies, QuotaCarryover } from '../domain/user-admin/ports.ts';
import { AppContext } from './app-context.ts';

const registerLimits = ({ config }: AppContext): RegisterLimits => ({
  accounts: config.REGISTRATIONS_PER_HOUR,
  tries: config.REGISTRATIONS_PER_HOUR * 2,
  triesWithoutCaptcha: config.CAPTCHA_ALWAYS === 'true' ? 0 : Math.ceil(config.REGISTRATIONS_PER_HOUR / 2),
});

export const accountsModule = new ContainerModule(({ bind }) => {
  bind(CreateSession).toResolvedValue(
    (sessions, secrets, clock) => new CreateSession(sessions, secrets, clock),
    [SessionRepository, Secrets, Clock],
  );
  bind(AuthenticateSession).toResolvedValue(
    (sessions, secrets, clock) => new AuthenticateSession(sessions, secrets, clock),
    [SessionRepository, Secrets, Clock],
  );
  bind(RevokeAccess).toResolvedValue(
    (sessions, keys, tokens, replies) => new RevokeAccess({ sessions, keys, tokens, replies }),
    [SessionRepository, ApiKeyRepository, AccountTokens, RunningReplies],
  );
  bind(ActiveRequests).toResolvedValue(
    (sessions, keys, secrets, clock, { logs }) =>
      new ActiveRequests({ sessions, keys, secrets, clock, failed: (what, error) => logs.error(what, { error }) }),
    [SessionRepository, ApiKeyRepository, Secrets, Clock, AppContext],
  );
  bind(SpentQuotaCarryover).toResolvedValue(
    (spent, secrets, clock) => new SpentQuotaCarryover(spent, secrets, clock),
    [SpentQuotas, Secrets, Clock],
  );
  bind(QuotaCarryover).toService(SpentQuotaCarryover);
  bind(LogOut).toResolvedValue((sessions, secrets) => new LogOut(sessions, secrets), [SessionRepository, Secrets]);
  bind(SweepSessions).toResolvedValue(
    (sessions, tokens, codes, cooldowns, oneTimeSecrets, spentQuotas, clock) =>
      new SweepSessions({ sessions, tokens, codes, cooldowns, oneTimeSecrets, spentQuotas }, clock),
    [SessionRepository, AccountTokens, SignInCodes, Cooldowns, OneTimeSecrets, SpentQuotas, Clock],
  );
  bind(Register).toResolvedValue(
    (
      users,
      passwords,
      createSession,
      sendVerification,
      captcha,
      domains,
      quotas,
      secrets,
      ids,
      clock,
      work,
      quotaCarryover,
      context,
    ) =>
      new Register(
        {
          users,
          passwords,
          createSession,
          sendVerification,
          captcha,
          domains,
          quotas,
          secrets,
          ids,
          clock,
          work,
          quotaCarryover,
        },
        registerLimits(context),
      ),
    [
      UserRepository,
      Passwords,
      CreateSession,
      SendVerification,
      Captcha,
      EmailDomains,
      Quotas,
      Secrets,
      Ids,
      Clock,
      UnitOfWork,
      SpentQuotaCarryover,
      AppContext,
    ],
  );
  bind(LogIn).toResolvedValue(
    (users, passwords, createSession, captcha, quotas, secrets, clock) =>
      new LogIn({ users, passwords, createSession, captcha, quotas, secrets, clock }),
    [UserRepository, Passwords, CreateSession, Captcha, Quotas, Secrets, Clock],
  );
  bind(CreateSetupLink).toResolvedValue(
    (users, oneTime, secrets, clock) => new CreateSetupLink(users, oneTime, secrets, clock),
    [UserRepository, OneTimeSecrets, Secrets, Clock],
  );
  bind(ClaimFirstAdmin).toResolvedValue(
    (users, passwords, ids, clock, work, oneTime, secrets, open) =>
      new ClaimFirstAdmin({ users, passwords, ids, clock, work }, oneTime, secrets, open),
    [UserRepository, Passwords, Ids, Clock, UnitOfWork, OneTimeSecrets, Secrets, CreateSession],
  );
  bind(GrantAdmin).toResolvedValue(
    (users, passwords, ids, clock, work) => new GrantAdmin({ users, passwords, ids, clock, work }),
    [UserRepository, Passwords, Ids, Clock, UnitOfWork],
  );
});

/** The keys of people's programs. */
export const apiKeysModule = new ContainerModule(({ bind }) => {
  bind(AuthenticateApiKey).toResolvedValue(
    (keys, secrets, clock) => new AuthenticateApiKey(keys, secrets, clock),
    [ApiKeyRepository, Secrets, Clock],
  );
  bind(GetApiKey).toResolvedValue((keys) => new GetApiKey(keys), [ApiKeyRepository]);
  bind(CreateApiKey).toResolvedValue(
    (keys, ids, secrets, clock) => new CreateApiKey(keys, ids, secrets, clock),
    [ApiKeyRepository, Ids, Secrets, Clock],
  );
  bind(DeleteApiKey).toResolvedValue((keys) => new DeleteApiKey(keys), [ApiKeyRepository]);
});
