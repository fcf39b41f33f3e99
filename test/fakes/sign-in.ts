import {
  EmailRefused,
  InvalidPhoneNumber,
  IdentityRejected,
  IdentityTaken,
  SmsNotSent,
} from '../../src/domain/accounts/errors.ts';
import {
  type ClaimedRight,
  Identities,
  IdentityTokens,
  type LinkedIdentity,
  PendingIdentities,
  type ProviderIdentity,
  ProviderGroups,
  ProviderPlans,
  type RightHolder,
  type RightHolderPage,
  type SignInAttempt,
  SignInProvider,
  type VerifiedIdentity,
} from '../../src/domain/accounts/identity/ports.ts';
import {
  AccountTokens,
  Captcha,
  type Challenge,
  type GuessResult,
  type EmailMessage,
  Mailer,
  EmailDomains,
  Cooldowns,
  PhoneNumbers,
  SignInCodes,
  SpentQuotas,
  TextMessages,
  type TokenPurpose,
  type UserRepository,
} from '../../src/domain/accounts/ports.ts';
import type { User } from '../../src/domain/accounts/user.ts';
import type { Tier } from '../../src/shared/tiers.ts';
import { RunningReplies } from '../../src/domain/user-admin/ports.ts';
import { type InMemoryQuotas, type Restorable, Rows } from './kernel.ts';

interface Token {
  readonly purpose: TokenPurpose;
  readonly uid: string;
  readonly expiresAt: number;
  readonly used: boolean;
}

export class InMemoryAccountTokens extends AccountTokens implements Restorable {
  private readonly tokens = new Rows<Token>();

  async add({ digest, purpose, uid, expiresAt }: Parameters<AccountTokens['add']>[0]): Promise<void> {
    this.tokens.set(digest, { purpose, uid, expiresAt, used: false });
  }

  async consume(digest: string, purpose: TokenPurpose, now: number): Promise<string | undefined> {
    const token = this.tokens.get(digest);
    if (!token || token.used || token.purpose !== purpose || token.expiresAt <= now) return undefined;
    this.tokens.set(digest, { ...token, used: true });
    return token.uid;
  }

  async find(digest: string, purpose: TokenPurpose, now: number): Promise<string | undefined> {
    const token = this.tokens.get(digest);
    return token && !token.used && token.purpose === purpose && token.expiresAt > now ? token.uid : undefined;
  }

  async revoke(uid: string, purpose: TokenPurpose): Promise<void> {
    for (const [key, token] of this.tokens.entries())
      if (token.uid === uid && token.purpose === purpose && !token.used) this.tokens.delete(key);
  }

  async removeExpired(now: number): Promise<void> {
    for (const [key, { expiresAt }] of this.tokens.entries()) if (expiresAt <= now) this.tokens.delete(key);
  }

  snapshot(): () => void {
    return this.tokens.snapshot();
  }
}

const toKey = ({ uid, provider }: RightHolder): string => `${uid} ${provider}`;

export const toRightHolderPage = (
  holders: readonly RightHolder[],
  { providers, after, limit }: RightHolderPage,
): readonly RightHolder[] => {
  const others = holders.filter(({ provider }) => !providers.includes(provider));
  const byKey = new Map(others.map((holder) => [toKey(holder), holder]));
  return [...byKey.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, holder]) => (!after || key > toKey(after) ? [holder] : []))
    .slice(0, limit);
};

interface IdentityRow extends LinkedIdentity {
  readonly uid: string;
}

export class InMemoryIdentities extends Identities implements Restorable {
  private readonly rows = new Rows<IdentityRow>();

  constructor(private readonly users: UserRepository) {
    super();
  }

  async find(key: string): Promise<User | undefined> {
    const row = this.rows.get(key);
    return row && this.users.find(row.uid);
  }

  async add(key: string, uid: string, now: number, provider?: string): Promise<void> {
    if (this.rows.get(key) !== undefined) throw new IdentityTaken();
    this.rows.set(key, { key, uid, createdAt: now, provider: provider ?? null, givesAdmin: false });
  }

  async removeAllByUser(uid: string): Promise<void> {
    for (const key of this.keysOf(uid)) this.rows.delete(key);
  }

  async listByUser(uid: string): Promise<readonly LinkedIdentity[]> {
    const own = this.rows.entries().flatMap(([, row]) => (row.uid === uid ? [row] : []));
    return own
      .map(({ uid: _, ...identity }) => identity)
      .toSorted((a, b) => a.createdAt - b.createdAt || (a.key < b.key ? -1 : 1));
  }

  async remove(key: string, uid: string): Promise<void> {
    if (this.rows.get(key)?.uid === uid) this.rows.delete(key);
  }

  async setGivesAdmin(key: string, givesAdmin: boolean): Promise<void> {
    const row = this.rows.get(key);
    if (row) this.rows.set(key, { ...row, givesAdmin });
  }

  async listByOtherProviders(page: RightHolderPage) {
    const rows = await Promise.all(
      this.rows.all().map(async ({ uid, provider, givesAdmin }) => {
        const isAdmin = (await this.users.find(uid))?.isAdmin;
        return provider !== null && givesAdmin && isAdmin ? [{ uid, provider }] : [];
      }),
    );
    return toRightHolderPage(rows.flat(), page);
  }

  keysOf(uid: string): string[] {
    return this.rows
      .entries()
      .filter(([, row]) => row.uid === uid)
      .map(([key]) => key);
  }

  snapshot(): () => void {
    return this.rows.snapshot();
  }
}

export class InMemoryPendingIdentities extends PendingIdentities {
  private readonly rows = new Map<string, { readonly identity: ProviderIdentity; readonly expiresAt: number }>();

  async add({ digest, ...row }: Parameters<PendingIdentities['add']>[0]): Promise<void> {
    this.rows.set(digest, row);
  }

  async consume(digest: string, now: number): Promise<ProviderIdentity | undefined> {
    const row = this.rows.get(digest);
    if (!row || row.expiresAt <= now) return undefined;
    this.rows.delete(digest);
    return row.identity;
  }

  async removeExpired(now: number): Promise<void> {
    for (const [digest, { expiresAt }] of this.rows) if (expiresAt <= now) this.rows.delete(digest);
  }
}

/** Describes whoever is put into `person`. */
export class FixedSignInProvider extends SignInProvider {
  readonly id = 'corp';
  readonly label = 'Corp';
  readonly icon = null;
  readonly returnsBy = 'query';
  readonly decides: readonly ClaimedRight[] = ['admin', 'plan', 'groups'];

  constructor(public person: ProviderIdentity) {
    super();
  }

  async buildUrl({ state }: SignInAttempt, returnUrl: string): Promise<string> {
    return `https://corp.example/?${new URLSearchParams({ state, redirect_uri: returnUrl })}`;
  }

  async identify(): Promise<ProviderIdentity> {
    return this.person;
  }

  async check(): Promise<void> {
    // it has no server
  }
}

export class RecordingPlans extends ProviderPlans {
  readonly given = new Map<string, Tier | null>();
  /** An account whose plan cannot be taken back. */
  failsFor: string | undefined;
  private readonly holders = new Map<string, RightHolder>();

  async set(uid: string, tier: Tier | null, { id }: { readonly id: string }): Promise<void> {
    if (tier === null && uid === this.failsFor) throw new Error('the plan is locked');
    this.given.set(uid, tier);
    if (tier === null) this.holders.delete(uid);
    else this.holders.set(uid, { uid, provider: id });
  }

  async listByOtherProviders(page: RightHolderPage) {
    return toRightHolderPage([...this.holders.values()], page);
  }
}

export class RecordingProviderGroups extends ProviderGroups {
  readonly given = new Map<string, readonly string[]>();

  async set(uid: string, provider: string, values: readonly string[]): Promise<void> {
    this.given.set(`${uid} ${provider}`, values);
  }

  withdraw({ uid, provider }: RightHolder): Promise<void> {
    return this.set(uid, provider, []);
  }

  async listByOtherProviders(page: RightHolderPage) {
    const rows = [...this.given].flatMap(([key, values]) => {
      const [uid = '', provider = ''] = key.split(' ');
      return values.length > 0 ? [{ uid, provider }] : [];
    });
    return toRightHolderPage(rows, page);
  }
}

interface Code {
  readonly fingerprint: string;
  readonly expiresAt: number;
  readonly tries: number;
  readonly used: boolean;
}

export class InMemorySignInCodes extends SignInCodes {
  private readonly codes = new Rows<Code>();

  async put({
    subject,
    fingerprint,
    expiresAt,
  }: {
    subject: string;
    fingerprint: string;
    expiresAt: number;
  }): Promise<void> {
    this.codes.set(subject, { fingerprint, expiresAt, tries: 0, used: false });
  }

  async guess(of: { subject: string; fingerprint: string; tries: number; now: number }): Promise<GuessResult> {
    const code = this.codes.get(of.subject);
    if (!code || code.used || code.expiresAt <= of.now) return 'none';
    if (code.tries >= of.tries) return 'spent';
    const used = code.fingerprint === of.fingerprint;
    this.codes.set(of.subject, { ...code, tries: code.tries + 1, used });
    return used ? 'right' : 'wrong';
  }

  async removeExpired(now: number): Promise<void> {
    for (const [key, { expiresAt }] of this.codes.entries()) if (expiresAt <= now) this.codes.delete(key);
  }
}

export class InMemoryCooldowns extends Cooldowns {
  private readonly next = new Rows<number>();

  async start(subject: string, cooldownMs: number, now: number): Promise<number> {
    const next = this.next.get(subject) ?? 0;
    if (next > now) return next - now;
    this.next.set(subject, now + cooldownMs);
    return 0;
  }

  async cancel(subject: string): Promise<void> {
    this.next.delete(subject);
  }

  async removeExpired(now: number): Promise<void> {
    for (const [key, next] of this.next.entries()) if (next <= now) this.next.delete(key);
  }
}

/** Notes whose running replies were stopped. */
export class StoppedReplies extends RunningReplies {
  readonly stopped: string[] = [];

  async stopAll(uid: string): Promise<void> {
    this.stopped.push(uid);
  }
}

/** Reads and writes the counters of the fake quotas. */
export class InMemorySpentQuotas extends SpentQuotas {
  private readonly stored = new Rows<{
    readonly day: string;
    readonly fingerprint: string;
    readonly subject: string;
    readonly used: number;
  }>();

  constructor(private readonly quotas: InMemoryQuotas) {
    super();
  }

  async save(fingerprint: string, uid: string, day: string): Promise<void> {
    for (const { subject, used } of this.quotas.counted(day)) {
      const [kind, owner, ...model] = subject.split(':');
      if (owner !== uid || !['messages', 'moonshot', 'agent', 'vision', 'model'].includes(kind ?? '')) continue;
      const general = [kind, '*', ...model].join(':');
      const key = JSON.stringify([fingerprint, day, general]);
      this.stored.set(key, {
        day,
        fingerprint,
        subject: general,
        used: Math.max(used, this.stored.get(key)?.used ?? 0),
      });
    }
  }

  async restore(fingerprint: string, uid: string, day: string): Promise<void> {
    const stored = this.stored.all().filter((row) => row.fingerprint === fingerprint && row.day === day);
    for (const { subject, used } of stored) this.quotas.setUsed(subject.replace('*', uid), day, used);
  }

  async removeBefore(day: string): Promise<void> {
    for (const [key, row] of this.stored.entries()) if (row.day < day) this.stored.delete(key);
  }
}

/** Keeps every letter; `broken` makes the mail server fail, `refuses` turn the address away. */
export class RecordingMailer extends Mailer {
  readonly messages: EmailMessage[] = [];
  broken = false;
  refuses = false;

  async send(message: EmailMessage): Promise<void> {
    if (this.refuses) throw new EmailRefused();
    if (this.broken) throw new Error('the mail server is down');
    this.messages.push(message);
  }

  /** The token in the newest letter. */
  get token(): string {
    return new URL(this.messages.at(-1)?.link ?? '').search.replace(/^\?\w+=/, '');
  }
}

export class FixedEmailDomains extends EmailDomains {
  isDisposable(email: string): Promise<boolean> {
    return Promise.resolve(email.endsWith('@throwaway.example'));
  }
}

export class RecordingTextMessages extends TextMessages {
  async check(): Promise<void> {}

  readonly isSandbox: boolean;
  readonly sent: { readonly to: string; readonly text: string }[] = [];
  broken = false;

  constructor(isSandbox = true) {
    super();
    this.isSandbox = isSandbox;
  }

  async send(to: string, text: string): Promise<void> {
    if (this.broken) throw new SmsNotSent();
    this.sent.push({ to, text });
  }
}

/** Numbers of ten digits; those that begin with 900 cost money. */
export class TenDigitNumbers extends PhoneNumbers {
  async parse(digits: string, countryCode: string): Promise<string> {
    const plain = digits.replace(/\D/g, '');
    if (plain.length !== 10 || plain.startsWith('900')) throw new InvalidPhoneNumber();
    return `${countryCode}${plain}`;
  }
}

/** Tokens are the names of known people. */
export class KnownIdentities extends IdentityTokens {
  readonly known = new Map<string, VerifiedIdentity>();

  async verify(token: string): Promise<VerifiedIdentity> {
    const identity = this.known.get(token);
    if (!identity) throw new IdentityRejected();
    return identity;
  }
}

/** Passes the token `solved`. */
export class EasyCaptcha extends Captcha {
  readonly config = { provider: 'builtin', siteKey: null, scriptUrl: null } as const;

  createChallenge(): Challenge {
    return { challenge: 'a challenge', difficulty: 1, expiresAt: 0 };
  }

  async verify(token: string): Promise<boolean> {
    return token === 'solved';
  }
}
