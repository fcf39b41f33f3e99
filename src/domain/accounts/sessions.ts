import type { Clock, Secrets } from '../kernel/ports.ts';
import type { SessionRepository } from './ports.ts';
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

const SWEEP_MS = 3_600_000;

/** Drops sessions that have run out, once an hour until `signal` aborts. */
export class SweepSessions {
  private readonly sessions: SessionRepository;
  private readonly clock: Clock;

  constructor(sessions: SessionRepository, clock: Clock) {
    this.sessions = sessions;
    this.clock = clock;
  }

  async execute(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.sessions.removeExpired(this.clock.now()).catch(() => undefined); // what stays now goes an hour later
      await this.clock.sleep(SWEEP_MS, signal);
    }
  }
}
