import { utcDay } from '../kernel/day.ts';
import type { Clock, Secrets, UnitOfWork } from '../kernel/ports.ts';
import type { EndAccess } from './end-access.ts';
import type { AccountTokens, OneTimeSecrets, Pace, SessionRepository, SignInCodes, SpentQuotas } from './ports.ts';
import type { User } from './user.ts';

/** Who a bearer token speaks for; looked up anew on every request, so that revocation and rights hold at once. */
export class Identify {
  private readonly sessions: SessionRepository;
  private readonly secrets: Secrets;
  private readonly clock: Clock;

  constructor(sessions: SessionRepository, secrets: Secrets, clock: Clock) {
    this.sessions = sessions;
    this.secrets = secrets;
    this.clock = clock;
  }

  execute(token: string): Promise<User | undefined> {
    return this.sessions.userOf(this.secrets.digest(token), this.clock.now());
  }
}

/** Ends the session of one token; ending it again changes nothing. */
export class LogOut {
  private readonly sessions: SessionRepository;
  private readonly secrets: Secrets;

  constructor(sessions: SessionRepository, secrets: Secrets) {
    this.sessions = sessions;
    this.secrets = secrets;
  }

  execute(token: string): Promise<void> {
    return this.sessions.remove(this.secrets.digest(token));
  }
}

/** Ends every session of an account, its API key, its links and what is being written for it. */
export class LogOutEverywhere {
  private readonly endAccess: EndAccess;
  private readonly work: UnitOfWork;

  constructor(endAccess: EndAccess, work: UnitOfWork) {
    this.endAccess = endAccess;
    this.work = work;
  }

  async execute(uid: string): Promise<void> {
    await this.work.run(() => this.endAccess.revoke(uid));
    await this.endAccess.stopReplies(uid);
  }
}

const SWEEP_MS = 3_600_000;

export interface Swept {
  readonly sessions: SessionRepository;
  readonly tokens: AccountTokens;
  readonly codes: SignInCodes;
  readonly pace: Pace;
  readonly oneTime: OneTimeSecrets;
  readonly spent: SpentQuotas;
}

/** Drops sessions, tokens, codes and kept counts that have run out, once an hour until `signal` aborts. */
export class SweepSessions {
  private readonly stores: Swept;
  private readonly clock: Clock;

  constructor(stores: Swept, clock: Clock) {
    this.stores = stores;
    this.clock = clock;
  }

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sweep(this.clock.now());
      await this.clock.sleep(SWEEP_MS, signal);
    }
  }

  private async sweep(now: number): Promise<void> {
    const { sessions, tokens, codes, pace, oneTime, spent } = this.stores;
    const sweeps = [
      () => sessions.removeExpired(now),
      () => tokens.removeExpired(now),
      () => codes.removeExpired(now),
      () => pace.removePast(now),
      () => oneTime.removeSpent('captcha', now),
      () => spent.removeBefore(utcDay(now)),
    ];
    for (const sweep of sweeps) await sweep().catch(() => undefined); // what stays now goes an hour later
  }
}
