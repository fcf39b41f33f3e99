import type { AuditLog } from '../audit/ports.ts';
import { DAY_MS, utcDay } from '../kernel/day.ts';
import type { Background, Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { RevokeAccess } from './revoke-access.ts';
import type { PendingIdentities } from './identity/ports.ts';
import type { EmailChanges } from './email-change/ports.ts';
import type { Invitations, RegistrationRequests } from './registration/ports.ts';
import type { AccountTokens, OneTimeSecrets, Cooldowns, SessionRepository, SignInCodes, SpentQuotas } from './ports.ts';
import { NotAuthenticated, SessionNotFound } from './errors.ts';
import type { ActiveSession, AuthenticatedSession, Session, User } from './user.ts';

const RECENT_MS = 10 * 60_000;

/** Whether the person proved who they are a short time ago: rules of docs/adr/0064. */
export const isRecentlyAuthenticated = ({ authenticatedAt }: ActiveSession, now: number): boolean =>
  now - authenticatedAt < RECENT_MS;

/** The last use is stored to some minutes, so that not every request causes a write. */
const LAST_USED_PRECISION_MS = 5 * 60_000;

/**
 * The session and user of a token, looked up on every request, so that revocation takes effect at once. No request
 * waits for its use to be stored.
 */
export class AuthenticateSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly background: Background,
  ) {}

  async execute(token: string): Promise<{ readonly session: AuthenticatedSession; readonly user: User } | undefined> {
    const digest = this.secrets.digest(token);
    const now = this.clock.now();
    const found = await this.sessions.find(digest, now);
    if (!found) return undefined;
    const { session, user } = found;
    if (now - session.lastUsedAt >= LAST_USED_PRECISION_MS)
      this.background.run('storing the last use of a session', () => this.sessions.touch(digest, now));
    return { session: { ...session, isRecent: isRecentlyAuthenticated(session, now) }, user };
  }
}

/**
 * For what lasts longer than the session that adds it: the session may have ended since the request was let in, with
 * all else of its kind. In a transaction that has locked the account, as `RevokeAccess` does. Throws
 * `NotAuthenticated`.
 */
export const requireSession = async (
  { sessions, secrets, clock }: { sessions: SessionRepository; secrets: Secrets; clock: Clock },
  token: string,
): Promise<void> => {
  if (!(await sessions.find(secrets.digest(token), clock.now()))) throw new NotAuthenticated();
};

/** The open sessions of an account, the last used first. */
export class ListSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  execute(uid: string): Promise<readonly Session[]> {
    return this.sessions.listByUser(uid, this.clock.now());
  }
}

/** Ends one session of an account; its open requests end within a second. Throws `SessionNotFound`. */
export class EndSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute(uid: string, id: string): Promise<void> {
    await this.work.run(async () => {
      if (!(await this.sessions.removeById(uid, id))) throw new SessionNotFound();
      await this.audit.record({ action: 'session.end', target: { kind: 'session', id } });
    });
  }
}

/** Ends all sessions of an account but the one of `token`. API keys stay. */
export class EndOtherSessions {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly secrets: Secrets,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute(uid: string, token: string): Promise<void> {
    await this.work.run(async () => {
      await this.sessions.removeOthersByUser(uid, this.secrets.digest(token));
      await this.audit.record({ action: 'session.end-all', details: { others: true } });
    });
  }
}

/** Idempotent. */
export class LogOut {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly secrets: Secrets,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  execute(token: string): Promise<void> {
    return this.work.run(async () => {
      await this.sessions.remove(this.secrets.digest(token));
      await this.audit.record({ action: 'session.end' });
    });
  }
}

/** Revokes all access to an account and stops its replies. */
export class LogOutEverywhere {
  constructor(
    private readonly revokeAccess: RevokeAccess,
    private readonly work: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  async execute(uid: string): Promise<void> {
    await this.work.run(async () => {
      await this.revokeAccess.revoke(uid);
      await this.audit.record({ action: 'session.end-all' });
    });
    await this.revokeAccess.stopReplies(uid);
  }
}

const SWEEP_INTERVAL_MS = 3_600_000;
/** How long admins still see an invitation that has ended. */
const ENDED_INVITATION_TTL_MS = 30 * DAY_MS;

export interface SweptStores {
  readonly sessions: SessionRepository;
  readonly tokens: AccountTokens;
  readonly emailChanges: EmailChanges;
  readonly codes: SignInCodes;
  readonly pendingIdentities: PendingIdentities;
  readonly cooldowns: Cooldowns;
  readonly oneTimeSecrets: OneTimeSecrets;
  readonly spentQuotas: SpentQuotas;
  readonly invitations: Invitations;
  readonly registrationRequests: RegistrationRequests;
}

/** Deletes expired sessions, tokens, codes and counters once an hour until `signal` aborts. */
export class SweepSessions {
  constructor(
    private readonly stores: SweptStores,
    private readonly clock: Clock,
  ) {}

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sweep(this.clock.now());
      await this.clock.sleep(SWEEP_INTERVAL_MS, signal);
    }
  }

  private async sweep(now: number): Promise<void> {
    const { sessions, tokens, emailChanges, codes, pendingIdentities, cooldowns, oneTimeSecrets, spentQuotas } =
      this.stores;
    const { invitations, registrationRequests } = this.stores;
    const sweeps = [
      () => sessions.removeExpired(now),
      () => tokens.removeExpired(now),
      () => emailChanges.removeExpired(now),
      () => codes.removeExpired(now),
      () => pendingIdentities.removeExpired(now),
      () => cooldowns.removeExpired(now),
      () => oneTimeSecrets.removeExpired('captcha', now),
      () => oneTimeSecrets.removeExpired('passkey', now),
      () => spentQuotas.removeBefore(utcDay(now)),
      () => invitations.removeExpired(now - ENDED_INVITATION_TTL_MS),
      () => registrationRequests.removeExpired(now),
    ];
    for (const sweep of sweeps) await sweep().catch(() => undefined); // retried in an hour
  }
}
