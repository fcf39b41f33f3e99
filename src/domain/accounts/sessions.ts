import { utcDay } from '../kernel/day.ts';
import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { RevokeAccess } from './revoke-access.ts';
import type { AccountTokens, OneTimeSecrets, Cooldowns, SessionRepository, SignInCodes, SpentQuotas } from './ports.ts';
import type { User } from './user.ts';

/** The user of a session token, looked up on every request, so that revocation takes effect at once. */
export class AuthenticateSession {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  execute(token: string): Promise<User | undefined> {
    return this.sessions.findUser(this.secrets.digest(token), this.clock.now());
  }
}

/** Idempotent. */
export class LogOut {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly secrets: Secrets,
  ) {}

  execute(token: string): Promise<void> {
    return this.sessions.remove(this.secrets.digest(token));
  }
}

/** Revokes all access to an account and stops its replies. */
export class LogOutEverywhere {
  constructor(
    private readonly revokeAccess: RevokeAccess,
    private readonly work: UnitOfWork,
  ) {}

  async execute(uid: string): Promise<void> {
    await this.work.run(() => this.revokeAccess.revoke(uid));
    await this.revokeAccess.stopReplies(uid);
  }
}

const SWEEP_INTERVAL_MS = 3_600_000;

export interface SweptStores {
  readonly sessions: SessionRepository;
  readonly tokens: AccountTokens;
  readonly codes: SignInCodes;
  readonly cooldowns: Cooldowns;
  readonly oneTimeSecrets: OneTimeSecrets;
  readonly spentQuotas: SpentQuotas;
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
    const { sessions, tokens, codes, cooldowns, oneTimeSecrets, spentQuotas } = this.stores;
    const sweeps = [
      () => sessions.removeExpired(now),
      () => tokens.removeExpired(now),
      () => codes.removeExpired(now),
      () => cooldowns.removeExpired(now),
      () => oneTimeSecrets.removeExpired('captcha', now),
      () => spentQuotas.removeBefore(utcDay(now)),
    ];
    for (const sweep of sweeps) await sweep().catch(() => undefined); // retried in an hour
  }
}
