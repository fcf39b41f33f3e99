import type { Clock, Ids } from '../kernel/ports.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { Passwords, UserRepository } from './ports.ts';
import { nameFrom, normalEmail, type User } from './user.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

/** An account as it starts: free, unverified and without rights, whatever the caller wished for. */
export const newUser = (of: { uid: string; account: NewAccount; passwordHash: string; now: number }): User => {
  const email = normalEmail(of.account.email);
  return {
    uid: of.uid,
    email,
    phoneNumber: null,
    name: of.account.name?.trim() || nameFrom(email),
    passwordHash: of.passwordHash,
    authMode: 'email',
    subscription: 'free',
    emailVerified: false,
    isAdmin: false,
    createdAt: of.now,
  };
};

/** Makes an account and signs it in. Throws `EmailInUse`. */
export class Register {
  private readonly users: UserRepository;
  private readonly passwords: Passwords;
  private readonly openSession: OpenSession;
  private readonly ids: Ids;
  private readonly clock: Clock;

  constructor(users: UserRepository, passwords: Passwords, openSession: OpenSession, ids: Ids, clock: Clock) {
    this.users = users;
    this.passwords = passwords;
    this.openSession = openSession;
    this.ids = ids;
    this.clock = clock;
  }

  async execute(account: NewAccount): Promise<SignedIn> {
    const passwordHash = await this.passwords.hash(account.password);
    const user = newUser({ uid: this.ids.next(), account, passwordHash, now: this.clock.now() });
    await this.users.add(user);
    return this.openSession.execute(user);
  }
}
