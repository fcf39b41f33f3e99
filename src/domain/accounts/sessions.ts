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
