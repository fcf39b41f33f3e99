import { MAX_CODE_GUESSES } from '../../shared/sign-in-code.ts';
import { nextUtcDay, utcDay } from '../kernel/day.ts';
import type { Clock, Ids, Quotas, Secrets } from '../kernel/ports.ts';
import { PhoneCodeVerifier } from '../user-admin/ports.ts';
import { InvalidPhoneNumber, IdentityTaken, TooManyCodeAttempts, TooManySms, InvalidCode } from './errors.ts';
import type { CreateSession, SignedIn } from './create-session.ts';
import type { Identities } from './identity/ports.ts';
import type { Cooldowns, PhoneNumbers, SignInCodes, TextMessages } from './ports.ts';
import type { CreateAccount, RegistrationInput } from './registration/create-account.ts';
import type { RegistrationPolicy } from './registration/registration-policy.ts';
import { buildUser, nameFromPhone, type User } from './user.ts';

const CODE_TTL_MS = 10 * 60_000;
const COOLDOWN_MS = 60_000;
const HOUR_MS = 3_600_000;
const MAX_PER_HOUR = 5;
const MAX_PER_DAY = 10;
const MAX_PER_DAY_AND_ADDRESS = 20;
const MAX_NUMBERS_PER_DAY_AND_ADDRESS = 10;

export interface Phone {
  readonly phoneNumber: string;
  readonly countryCode: string;
}

export interface SendCodeDeps {
  readonly numbers: PhoneNumbers;
  readonly codes: SignInCodes;
  readonly messages: TextMessages;
  readonly identities: Identities;
  readonly registration: RegistrationPolicy;
  readonly cooldowns: Cooldowns;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

const identityKey = (number: string): string => `phone:${number}`;
const fingerprintNumber = (secrets: Secrets, number: string): string => secrets.fingerprint(`phone ${number}`);
const fingerprintCode = (secrets: Secrets, number: string, code: string): string =>
  secrets.fingerprint(`phone code ${number} ${code}`);
const toGuess = (secrets: Secrets, number: string, code: string, now: number) => ({
  subject: fingerprintNumber(secrets, number),
  fingerprint: fingerprintCode(secrets, number, code),
  tries: MAX_CODE_GUESSES,
  now,
});

/**
 * Sends a sign-in code. Limits: one a minute, five an hour and ten a day per number; twenty a day and ten numbers a day
 * per network address. A number without an account gets none where it could not register either: nobody but the owner
 * of the number can tell.
 */
export class SendPhoneCode {
  constructor(private readonly deps: SendCodeDeps) {}

  /** Returns the code only in the sandbox. Throws `InvalidPhoneNumber`, `TooManySms`, `SmsNotSent`. */
  async execute(
    phone: Phone & Pick<RegistrationInput, 'invitation'> & { readonly address: string },
  ): Promise<string | undefined> {
    const { numbers, codes, messages, cooldowns, secrets, clock } = this.deps;
    const number = await numbers.parse(phone.phoneNumber, phone.countryCode);
    const subject = fingerprintNumber(secrets, number);
    const reservations = await this.admit(subject, phone.address);
    if (!(await this.maySignIn(number, phone.invitation))) {
      await this.settle(reservations, 'charged');
      return undefined;
    }
    const code = secrets.code();
    try {
      const fingerprint = fingerprintCode(secrets, number, code);
      await codes.put({ subject, fingerprint, expiresAt: clock.now() + CODE_TTL_MS });
      await messages.send(number, `Your Parley code is ${code}. It is valid for 10 minutes. Do not share it.`);
    } catch (error) {
      await this.settle(reservations, 'refunded');
      await cooldowns.cancel(`sms:${subject}`);
      throw error;
    }
    await this.settle(reservations, 'charged');
    return messages.isSandbox ? code : undefined;
  }

  private async maySignIn(number: string, invitation: string | undefined): Promise<boolean> {
    const { identities, registration } = this.deps;
    return (await registration.allowsPhone(invitation)) || (await identities.find(identityKey(number))) !== undefined;
  }

  /** Returns the reservations to settle. Throws `TooManySms`. */
  private async admit(subject: string, address: string): Promise<readonly string[]> {
    const { cooldowns, clock } = this.deps;
    const waitMs = await cooldowns.start(`sms:${subject}`, COOLDOWN_MS, clock.now());
    if (waitMs > 0) throw new TooManySms(waitMs);
    try {
      return await this.reserve(subject, this.deps.secrets.fingerprint(address));
    } catch (error) {
      await cooldowns.cancel(`sms:${subject}`); // nothing was sent, so there is no cooldown
      throw error;
    }
  }

  private async reserve(subject: string, from: string): Promise<readonly string[]> {
    const { quotas, clock } = this.deps;
    const now = clock.now();
    const [hour, day] = [Math.floor(now / HOUR_MS), utcDay(now)];
    const messages = await quotas.reserve([
      { subject: `sms:${subject}`, period: `hour:${hour}`, limit: MAX_PER_HOUR },
      { subject: `sms:${subject}`, period: day, limit: MAX_PER_DAY },
      { subject: `sms-from:${from}`, period: day, limit: MAX_PER_DAY_AND_ADDRESS },
    ]);
    if ('refused' in messages)
      throw new TooManySms((messages.refused === 0 ? (hour + 1) * HOUR_MS : nextUtcDay(now)) - now);
    // The first quota marks the pair of number and address: it is taken once a day.
    const number = await quotas.reserve([
      { subject: `sms-pair:${this.deps.secrets.fingerprint(`${from} ${subject}`)}`, period: day, limit: 1 },
      { subject: `sms-numbers:${from}`, period: day, limit: MAX_NUMBERS_PER_DAY_AND_ADDRESS },
    ]);
    if ('id' in number) return [messages.id, number.id];
    if (number.refused === 0) return [messages.id];
    await quotas.settle(messages.id, 'refunded');
    throw new TooManySms(nextUtcDay(now) - now);
  }

  private async settle(reservations: readonly string[], outcome: 'charged' | 'refunded'): Promise<void> {
    for (const id of reservations) await this.deps.quotas.settle(id, outcome);
  }
}

/** Verifies a code for a signed-in account; starts no session. */
export class SignInCodeVerifier extends PhoneCodeVerifier {
  constructor(
    private readonly codes: SignInCodes,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {
    super();
  }

  async matches(number: string, code: string): Promise<boolean> {
    return (await this.codes.guess(toGuess(this.secrets, number, code, this.clock.now()))) === 'right';
  }
}

export interface SignInWithPhoneCodeDeps {
  readonly numbers: PhoneNumbers;
  readonly codes: SignInCodes;
  readonly identities: Identities;
  readonly accounts: CreateAccount;
  readonly createSession: CreateSession;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Signs in with a code sent to a phone; creates the account for a new number. */
export class SignInWithPhoneCode {
  constructor(private readonly deps: SignInWithPhoneCodeDeps) {}

  /** Throws `InvalidCode`, `TooManyCodeAttempts` after five tries at one code, and what `CreateAccount` throws. */
  async execute({ phone, code, ...input }: { phone: Phone; code: string } & RegistrationInput): Promise<SignedIn> {
    const { codes, identities, secrets, clock, createSession } = this.deps;
    const number = await this.parseNumber(phone);
    const outcome = await codes.guess(toGuess(secrets, number, code, clock.now()));
    if (outcome === 'spent') throw new TooManyCodeAttempts();
    if (outcome !== 'right') throw new InvalidCode();
    const user = await this.findOrCreateUser(number, input);
    const isStillTheirs = async () => (await identities.find(identityKey(number)))?.uid === user.uid;
    return createSession.execute(user, 'phone', isStillTheirs);
  }

  private async parseNumber({ phoneNumber, countryCode }: Phone): Promise<string> {
    try {
      return await this.deps.numbers.parse(phoneNumber, countryCode);
    } catch (error) {
      throw error instanceof InvalidPhoneNumber ? new InvalidCode() : error;
    }
  }

  private async findOrCreateUser(number: string, input: RegistrationInput): Promise<User> {
    const { identities, accounts, ids, clock } = this.deps;
    const key = identityKey(number);
    try {
      return await accounts.transact(async () => {
        const existing = await identities.find(key);
        if (existing) return existing;
        const now = clock.now();
        const phone = { phoneNumber: number, name: nameFromPhone(number), authMode: 'phone' } as const;
        const wanted = buildUser({ uid: ids.next(), ...phone, createdAt: now });
        const user = await accounts.add({ ...input, user: wanted, identity: { key } });
        await identities.add(key, user.uid, now);
        return user;
      });
    } catch (error) {
      const other = error instanceof IdentityTaken ? await identities.find(key) : undefined;
      if (!other) throw error;
      return other;
    }
  }
}
