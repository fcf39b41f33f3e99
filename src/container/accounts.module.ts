import { ContainerModule } from 'inversify';

import { ClaimFirstAdmin, GrantAdmin, OfferFirstAdmin } from '../domain/accounts/first-admin.ts';
import { IdentifyByKey } from '../domain/accounts/identify-by-key.ts';
import { LogIn } from '../domain/accounts/log-in.ts';
import { CreateApiKey, DeleteApiKey, ReadApiKey } from '../domain/accounts/manage-api-key.ts';
import { OpenSession } from '../domain/accounts/open-session.ts';
import { ApiKeyRepository, OneTimeSecrets, Passwords, SessionRepository, UserRepository } from '../domain/accounts/ports.ts';
import { Register } from '../domain/accounts/register.ts';
import { Identify, LogOut, SweepSessions } from '../domain/accounts/sessions.ts';
import { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../domain/kernel/ports.ts';

export const accountsModule = new ContainerModule(({ bind }) => {
  bind(OpenSession).toResolvedValue(
    (sessions, secrets, clock) => new OpenSession(sessions, secrets, clock),
    [SessionRepository, Secrets, Clock],
  );
  bind(Identify).toResolvedValue((sessions, secrets, clock) => new Identify(sessions, secrets, clock), [SessionRepository, Secrets, Clock]);
  bind(LogOut).toResolvedValue((sessions, secrets) => new LogOut(sessions, secrets), [SessionRepository, Secrets]);
  bind(SweepSessions).toResolvedValue((sessions, clock) => new SweepSessions(sessions, clock), [SessionRepository, Clock]);
  bind(Register).toResolvedValue(
    (users, passwords, open, ids, clock) => new Register(users, passwords, open, ids, clock),
    [UserRepository, Passwords, OpenSession, Ids, Clock],
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

/** The keys of people's programs. */
export const apiKeysModule = new ContainerModule(({ bind }) => {
  bind(IdentifyByKey).toResolvedValue((keys, secrets, clock) => new IdentifyByKey(keys, secrets, clock), [ApiKeyRepository, Secrets, Clock]);
  bind(ReadApiKey).toResolvedValue((keys) => new ReadApiKey(keys), [ApiKeyRepository]);
  bind(CreateApiKey).toResolvedValue(
    (keys, ids, secrets, clock) => new CreateApiKey(keys, ids, secrets, clock),
    [ApiKeyRepository, Ids, Secrets, Clock],
  );
  bind(DeleteApiKey).toResolvedValue((keys) => new DeleteApiKey(keys), [ApiKeyRepository]);
});
