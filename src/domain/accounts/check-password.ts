import { countAttempt } from '../kernel/attempts.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import { TooManyAttempts } from '../user-admin/errors.ts';
import { NoPassword, WrongPassword } from './errors.ts';
import type { Passwords } from './ports.ts';
import type { User } from './user.ts';

const MAX_ATTEMPTS = 10;

export const passwordAttemptsKey = (uid: string): string => `change-password:${uid}`;

/**
 * Checks the password of a signed-in account. Ten attempts in 15 minutes over all calls that ask for it, so that a
 * stolen session does not serve for guessing.
 */
export class CheckPassword {
  constructor(
    private readonly passwords: Passwords,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /** Returns the stored hash. Throws `NoPassword`, `TooManyAttempts`, `WrongPassword` naming `field`. */
  async execute(
    { uid, passwordHash }: Pick<User, 'uid' | 'passwordHash'>,
    password: string,
    field: 'currentPassword' | 'password',
  ): Promise<string> {
    if (passwordHash === null) throw new NoPassword();
    const waitMs = await countAttempt(
      { quotas: this.quotas, clock: this.clock },
      passwordAttemptsKey(uid),
      MAX_ATTEMPTS,
    );
    if (waitMs > 0) throw new TooManyAttempts(waitMs);
    if (!(await this.passwords.matches(password, passwordHash))) throw new WrongPassword(field);
    return passwordHash;
  }
}
