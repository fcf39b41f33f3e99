import type { Language } from '../../src/shared/languages.ts';
import type { Tier } from '../../src/shared/tiers.ts';
import type { Role } from '../../src/shared/roles.ts';
import { EmailInUse } from '../../src/domain/accounts/errors.ts';
import { OneTimeSecrets, Passwords, SessionRepository, UserRepository } from '../../src/domain/accounts/ports.ts';
import type { ActiveSession, Session, User } from '../../src/domain/accounts/user.ts';
import { type Restorable, Rows } from './kernel.ts';

export class InMemoryUserRepository extends UserRepository implements Restorable {
  private readonly users = new Rows<User>();

  constructor(...users: readonly User[]) {
    super();
    for (const user of users) this.users.set(user.uid, user);
  }

  /** Transactions of the fakes run one by one. */
  async lock(): Promise<void> {}

  async find(uid: string): Promise<User | undefined> {
    return this.users.get(uid);
  }

  async findByEmail(email: string): Promise<User | undefined> {
    return this.users.all().find((user) => user.email === email);
  }

  async add(user: User): Promise<void> {
    if (user.email !== null && this.users.all().some(({ email }) => email === user.email)) throw new EmailInUse();
    if (user.email !== null && this.isReserved(user.email, user.uid, user.createdAt)) throw new EmailInUse();
    if (this.users.get(user.uid)) throw new Error(`There is already a user ${user.uid}.`);
    this.users.set(user.uid, user);
  }

  async setRole(uid: string, role: Role): Promise<void> {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, isAdmin: role === 'admin', isAuditor: role === 'auditor' });
  }

  async setAdmin(uid: string, isAdmin: boolean): Promise<void> {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, isAdmin });
  }

  async markVerified(uid: string): Promise<void> {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, emailVerified: true });
  }

  async setPassword(uid: string, passwordHash: string | null): Promise<void> {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, passwordHash });
  }

  async replacePassword(uid: string, expected: string, passwordHash: string): Promise<boolean> {
    const user = this.users.get(uid);
    if (user?.passwordHash !== expected) return false;
    this.users.set(uid, { ...user, passwordHash });
    return true;
  }

  async setName(uid: string, name: string): Promise<void> {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, name });
  }

  async setLanguage(uid: string, language: Language): Promise<void> {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, language });
  }

  /** Whether another account may take an address back; `InMemoryEmailChanges` knows. */
  isReserved = (_email: string, _uid: string, _now: number): boolean => false;

  async replaceEmail(of: { uid: string; expected: string; email: string; now: number }): Promise<boolean> {
    const { uid, expected, email, now } = of;
    const user = this.users.get(uid);
    if (user?.email !== expected) return false;
    const isTaken = this.users.all().some((other) => other.uid !== uid && other.email === email);
    if (isTaken || this.isReserved(email, uid, now)) throw new EmailInUse();
    this.users.set(uid, { ...user, email, emailVerified: true });
    return true;
  }

  async setSuspended(uid: string, at: number | null): Promise<void> {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, suspendedAt: at });
  }

  /** What `SqlGroupMembers` writes to the same row. */
  setGroups(uid: string, groupIds: readonly string[], subscription: Tier): void {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, groupIds, subscription });
  }

  async setSecondFactor(uid: string, hasSecondFactor: boolean): Promise<void> {
    const user = this.users.get(uid);
    if (user) this.users.set(uid, { ...user, hasSecondFactor });
  }

  async countAdmins(): Promise<number> {
    return this.users.all().filter(({ isAdmin, suspendedAt }) => isAdmin && suspendedAt === null).length;
  }

  async hasAdmin(): Promise<boolean> {
    return this.users.all().some(({ isAdmin }) => isAdmin);
  }

  all(): User[] {
    return this.users.all();
  }

  remove(uid: string): void {
    this.users.delete(uid);
  }

  snapshot(): () => void {
    return this.users.snapshot();
  }
}

export class InMemorySessionRepository extends SessionRepository implements Restorable {
  private readonly sessions = new Rows<Session>();

  constructor(private readonly users: UserRepository) {
    super();
  }

  async add(session: Session): Promise<void> {
    this.sessions.set(session.tokenDigest, session);
  }

  async find(
    tokenDigest: string,
    now: number,
  ): Promise<{ readonly session: ActiveSession; readonly user: User } | undefined> {
    const session = this.sessions.get(tokenDigest);
    const user = session && session.expiresAt > now ? await this.users.find(session.uid) : undefined;
    if (!session || user?.suspendedAt !== null) return undefined;
    const { id, method, lastUsedAt, authenticatedAt } = session;
    return { session: { id, method, lastUsedAt, authenticatedAt }, user };
  }

  async listByUser(uid: string, now: number): Promise<readonly Session[]> {
    const open = this.sessions.all().filter((session) => session.uid === uid && session.expiresAt > now);
    return open.toSorted((a, b) => b.lastUsedAt - a.lastUsedAt || (a.id < b.id ? 1 : -1));
  }

  async touch(tokenDigest: string, now: number): Promise<void> {
    const session = this.sessions.get(tokenDigest);
    if (session && session.lastUsedAt < now) this.sessions.set(tokenDigest, { ...session, lastUsedAt: now });
  }

  async renewAuthentication(tokenDigest: string, now: number): Promise<void> {
    const session = this.sessions.get(tokenDigest);
    if (session) this.sessions.set(tokenDigest, { ...session, authenticatedAt: now });
  }

  async removeById(uid: string, id: string): Promise<boolean> {
    const session = this.sessions.all().find((one) => one.uid === uid && one.id === id);
    if (session) this.sessions.delete(session.tokenDigest);
    return session !== undefined;
  }

  async filterValid(tokenDigests: readonly string[], now: number): Promise<readonly string[]> {
    const found = await Promise.all(
      tokenDigests.map(async (digest) => ((await this.find(digest, now)) ? [digest] : [])),
    );
    return found.flat();
  }

  async remove(tokenDigest: string): Promise<void> {
    this.sessions.delete(tokenDigest);
  }

  async removeAllByUser(uid: string): Promise<void> {
    for (const [key, session] of this.sessions.entries()) if (session.uid === uid) this.sessions.delete(key);
  }

  async removeOthersByUser(uid: string, tokenDigest: string): Promise<void> {
    for (const [key, session] of this.sessions.entries())
      if (session.uid === uid && key !== tokenDigest) this.sessions.delete(key);
  }

  async expireAuthentications(uid: string): Promise<void> {
    for (const [key, session] of this.sessions.entries())
      if (session.uid === uid) this.sessions.set(key, { ...session, authenticatedAt: 0 });
  }

  get count(): number {
    return this.sessions.all().length;
  }

  async removeExpired(now: number): Promise<void> {
    for (const [key, { expiresAt }] of this.sessions.entries()) if (expiresAt <= now) this.sessions.delete(key);
  }

  snapshot(): () => void {
    return this.sessions.snapshot();
  }
}

interface Secret {
  readonly digest: string;
  readonly purpose: string;
  readonly expiresAt: number;
  readonly used: boolean;
}

export class InMemoryOneTimeSecrets extends OneTimeSecrets implements Restorable {
  private readonly secrets = new Rows<Secret>();

  async add(secret: { digest: string; purpose: 'first-admin'; expiresAt: number }): Promise<void> {
    this.secrets.set(secret.digest, { ...secret, used: false });
  }

  async consume(digest: string, purpose: 'first-admin', now: number): Promise<boolean> {
    const secret = this.secrets.get(digest);
    if (!secret || secret.used || secret.purpose !== purpose || secret.expiresAt <= now) return false;
    this.secrets.set(digest, { ...secret, used: true });
    return true;
  }

  async isValid(digest: string, purpose: 'first-admin', now: number): Promise<boolean> {
    const secret = this.secrets.get(digest);
    return secret !== undefined && !secret.used && secret.purpose === purpose && secret.expiresAt > now;
  }

  async revoke(purpose: 'first-admin'): Promise<void> {
    for (const [key, secret] of this.secrets.entries())
      if (secret.purpose === purpose && !secret.used) this.secrets.delete(key);
  }

  async consumeOnce({
    digest,
    purpose,
    expiresAt,
  }: {
    digest: string;
    purpose: 'captcha' | 'passkey';
    expiresAt: number;
    now: number;
  }): Promise<boolean> {
    if (this.secrets.get(digest)) return false;
    this.secrets.set(digest, { digest, purpose, expiresAt, used: true });
    return true;
  }

  async removeExpired(purpose: 'captcha' | 'passkey', now: number): Promise<void> {
    for (const [key, secret] of this.secrets.entries())
      if (secret.purpose === purpose && secret.expiresAt <= now) this.secrets.delete(key);
  }

  snapshot(): () => void {
    return this.secrets.snapshot();
  }
}

/** Passwords whose hash a test can read: `hash of secret`. */
export class PlainPasswords extends Passwords {
  /** How often somebody paid for a hash. */
  hashed = 0;

  async hash(password: string): Promise<string> {
    this.hashed += 1;
    return `hash of ${password}`;
  }

  async matches(password: string, hash: string | undefined): Promise<boolean> {
    return hash === `hash of ${password}`;
  }
}
