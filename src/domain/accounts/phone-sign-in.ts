import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Ids, Quotas, Secrets, UnitOfWork } from '../kernel/ports.ts';
import { PhoneProof } from '../people/ports.ts';
import { BadPhoneNumber, IdentityTaken, TooManyGuesses, TooManySms, WrongCode } from './errors.ts';
import type { OpenSession, SignedIn } from './open-session.ts';
import type { RememberSpentQuotas } from './spent-quotas.ts';
import type { Identities, Pace, PhoneNumbers, SignInCodes, TextMessages, UserRepository } from './ports.ts';
import { nameFromPhone, type User } from './user.ts';

const LIFE_MS = 10 * 60_000;
const GAP_MS = 60_000;
const HOUR_MS = 3_600_000;
const PER_HOUR = 5;
const PER_DAY = 10;
const PER_DAY_AND_ADDRESS = 20;
const NUMBERS_PER_DAY_AND_ADDRESS = 10;
const TRIES = 5;

export interface Phone {
  readonly phoneNumber: string;
  readonly countryCode: string;
}

export interface SendCodeTools {
  readonly numbers: PhoneNumbers;
  readonly codes: SignInCodes;
  readonly messages: TextMessages;
  readonly pace: Pace;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

const subjectOf = (secrets: Secrets, number: string): string => secrets.fingerprint(`phone ${number}`);
const codeOf = (secrets: Secrets, number: string, code: string): string =>
  secrets.fingerprint(`phone code ${number} ${code}`);

/**
 * Sends a sign-in code: once a minute, five times an hour and ten times a day per number, twenty times a day and to ten
 * numbers a day per network address.
 */
export class SendPhoneCode {
  private readonly tools: SendCodeTools;

  constructor(tools: SendCodeTools) {
    this.tools = tools;
  }

  /** Answers the code only when a sandbox sends it. Throws `BadPhoneNumber`, `TooManySms`, `SmsNotSent`. */
  async execute(phone: Phone & { readonly address: string }): Promise<string | undefined> {
    const { numbers, codes, messages, pace, secrets, clock } = this.tools;
    const number = await numbers.read(phone.phoneNumber, phone.countryCode);
    const subject = subjectOf(secrets, number);
    const reservations = await this.admit(subject, phone.address);
    const code = secrets.code();
    try {
      await codes.put({ subject, fingerprint: codeOf(secrets, number, code), expiresAt: clock.now() + LIFE_MS });
      await messages.send(number, `Your Parley code is ${code}. It is valid for 10 minutes. Do not share it.`);
    } catch (error) {
      await this.settle(reservations, 'refunded');
      await pace.release(`sms:${subject}`);
      throw error;
    }
    await this.settle(reservations, 'charged');
    return messages.isSandbox ? code : undefined;
  }

  /** What was taken, to be given back when nothing is sent. Throws `TooManySms`. */
  private async admit(subject: string, address: string): Promise<readonly string[]> {
    const { pace, clock } = this.tools;
    const wait = await pace.take(`sms:${subject}`, GAP_MS, clock.now());
    if (wait > 0) throw new TooManySms(wait);
    try {
      return await this.take(subject, this.tools.secrets.fingerprint(address));
    } catch (error) {
      await pace.release(`sms:${subject}`); // nothing was sent, so nobody has to wait a minute for it
      throw error;
    }
  }

  private async take(subject: string, from: string): Promise<readonly string[]> {
    const { quotas, clock } = this.tools;
    const now = clock.now();
    const [hour, day] = [Math.floor(now / HOUR_MS), utcDay(now)];
    const messages = await quotas.reserve([
      { subject: `sms:${subject}`, period: `hour:${hour}`, limit: PER_HOUR },
      { subject: `sms:${subject}`, period: day, limit: PER_DAY },
      { subject: `sms-from:${from}`, period: day, limit: PER_DAY_AND_ADDRESS },
    ]);
    if ('refused' in messages)
      throw new TooManySms((messages.refused === 0 ? (hour + 1) * HOUR_MS : nextUtcDay(now)) - now);
    // The first quota is a mark: of one number and one address it is taken once a day.
    const number = await quotas.reserve([
      { subject: `sms-pair:${this.tools.secrets.fingerprint(`${from} ${subject}`)}`, period: day, limit: 1 },
      { subject: `sms-numbers:${from}`, period: day, limit: NUMBERS_PER_DAY_AND_ADDRESS },
    ]);
    if ('id' in number) return [messages.id, number.id];
    if (number.refused === 0) return [messages.id];
    await quotas.settle(messages.id, 'refunded');
    throw new TooManySms(nextUtcDay(now) - now);
  }

  private async settle(reservations: readonly string[], outcome: 'charged' | 'refunded'): Promise<void> {
    for (const id of reservations) await this.tools.quotas.settle(id, outcome);
  }
}

/** Checks a code for an account that is known already: it proves who acts and signs nobody in. */
export class CheckPhoneCode extends PhoneProof {
  private readonly codes: SignInCodes;
  private readonly secrets: Secrets;
  private readonly clock: Clock;

  constructor(codes: SignInCodes, secrets: Secrets, clock: Clock) {
    super();
    this.codes = codes;
    this.secrets = secrets;
    this.clock = clock;
  }

  async matches(number: string, code: string): Promise<boolean> {
    const { secrets } = this;
    const guess = {
      subject: subjectOf(secrets, number),
      fingerprint: codeOf(secrets, number, code),
      tries: TRIES,
      now: this.clock.now(),
    };
    return (await this.codes.guess(guess)) === 'right';
  }
}

export interface VerifyCodeTools {
  readonly numbers: PhoneNumbers;
  readonly codes: SignInCodes;
  readonly identities: Identities;
  readonly users: UserRepository;
  readonly openSession: OpenSession;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly spent: RememberSpentQuotas;
}

/** Signs in with the code that was sent to a phone, and makes the account when the number has none. */
export class VerifyPhoneCode {
  private readonly tools: VerifyCodeTools;

  constructor(tools: VerifyCodeTools) {
    this.tools = tools;
  }

  /** Throws `WrongCode`, and `TooManyGuesses` after five tries at one code. */
  async execute({ phone, code }: { phone: Phone; code: string }): Promise<SignedIn> {
    const { codes, secrets, clock, openSession } = this.tools;
    const number = await this.read(phone);
    const guess = {
      subject: subjectOf(secrets, number),
      fingerprint: codeOf(secrets, number, code),
      tries: TRIES,
      now: clock.now(),
    };
    const outcome = await codes.guess(guess);
    if (outcome === 'spent') throw new TooManyGuesses();
    if (outcome !== 'right') throw new WrongCode();
    return openSession.execute(await this.accountOf(number));
  }

  private async read({ phoneNumber, countryCode }: Phone): Promise<string> {
    try {
      return await this.tools.numbers.read(phoneNumber, countryCode);
    } catch (error) {
      throw error instanceof BadPhoneNumber ? new WrongCode() : error;
    }
  }

  private async accountOf(number: string): Promise<User> {
    const { identities, users, ids, clock, work, spent } = this.tools;
    const key = `phone:${number}`;
    try {
      return await work.run(async () => {
        const known = await identities.find(key);
        if (known) return known;
        const user = phoneUser(ids.next(), number, clock.now());
        await users.add(user);
        await identities.add(key, user.uid, clock.now());
        await spent.restore(user);
        return user;
      });
    } catch (error) {
      const other = error instanceof IdentityTaken ? await identities.find(key) : undefined;
      if (!other) throw error;
      return other;
    }
  }
}

const phoneUser = (uid: string, phoneNumber: string, now: number): User => ({
  uid,
  email: null,
  phoneNumber,
  name: nameFromPhone(phoneNumber),
  passwordHash: null,
  authMode: 'phone',
  subscription: 'free',
  emailVerified: false,
  isAdmin: false,
  createdAt: now,
  suspendedAt: null,
});
