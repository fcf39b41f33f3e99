import type { AuditLog } from '../../audit/ports.ts';
import type { Clock, Quotas, Secrets, UnitOfWork } from '../../kernel/ports.ts';
import type { UserRepository } from '../ports.ts';
import { meterGuess, recoveryAttemptsKey, secondFactorAttemptsKey } from './attempts.ts';
import { type SecondFactorMethod, WrongSecondFactor } from './errors.ts';
import type { AuthenticatorApp, AuthenticatorApps, OneTimePasswords, Passkeys, RecoveryCodes } from './ports.ts';

const STEP_MS = 30_000;
/** Clocks may differ by one step in either direction. */
const STEP_OFFSETS = [0, -1, 1];

export interface SecondFactorDeps {
  readonly users: UserRepository;
  readonly apps: AuthenticatorApps;
  readonly passkeys: Passkeys;
  readonly recoveryCodes: RecoveryCodes;
  readonly oneTimePasswords: OneTimePasswords;
  readonly quotas: Quotas;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly work: UnitOfWork;
  readonly audit: AuditLog;
}

export type SecondFactorProof = { readonly code: string } | { readonly recoveryCode: string };

const RECOVERY_CODES = 10;
/** 80 bits, so that a plain digest cannot be reversed. */
const RECOVERY_CODE_LENGTH = 20;

export const isConfirmed = (app: AuthenticatorApp | undefined): boolean => typeof app?.confirmedAt === 'number';

/** As people type it: with or without dashes and spaces, in any case. */
const normalizeCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toLowerCase();

/** The second factors of accounts: which there are, whether a proof is right, and their end. */
export class SecondFactors {
  constructor(private readonly deps: SecondFactorDeps) {}

  /** The ways to pass the second step; none for an account without one. */
  async listMethods(uid: string): Promise<readonly SecondFactorMethod[]> {
    const { apps, passkeys, recoveryCodes } = this.deps;
    const factors: SecondFactorMethod[] = isConfirmed(await apps.find(uid)) ? ['totp'] : [];
    if ((await passkeys.listByUser(uid)).length > 0) factors.push('passkey');
    if (factors.length > 0 && (await recoveryCodes.countUnused(uid)) > 0) factors.push('recovery-code');
    return factors;
  }

  /** Uses the proof up. Throws `WrongSecondFactor`, `TooManySecondFactorAttempts`. */
  async verify(uid: string, proof: SecondFactorProof, address: string): Promise<void> {
    const isRecovery = 'recoveryCode' in proof;
    const subject = isRecovery ? recoveryAttemptsKey(uid) : secondFactorAttemptsKey(uid);
    const check = () => (isRecovery ? this.useRecoveryCode(uid, proof.recoveryCode) : this.useCode(uid, proof.code));
    if (!(await meterGuess(this.deps, { subject, address }, check))) throw new WrongSecondFactor();
  }

  /** The step of a right code of the stored secret, confirmed or not. */
  async findStep(uid: string, code: string): Promise<number | undefined> {
    const { apps, oneTimePasswords, clock } = this.deps;
    const secret = (await apps.find(uid))?.secret;
    if (secret === undefined) return undefined;
    const now = Math.floor(clock.now() / STEP_MS);
    return STEP_OFFSETS.map((offset) => now + offset).find(
      (step) => oneTimePasswords.codeAt(secret, step) === code.replaceAll(/\s/g, ''),
    );
  }

  /** Shown once. The earlier ones end. */
  async createRecoveryCodes(uid: string): Promise<readonly string[]> {
    const { secrets, recoveryCodes } = this.deps;
    const create = () => secrets.digest(secrets.token()).slice(-RECOVERY_CODE_LENGTH);
    const codes = Array.from({ length: RECOVERY_CODES }, create);
    await recoveryCodes.replace(
      uid,
      codes.map((code) => secrets.digest(normalizeCode(code))),
    );
    return codes.map((code) => code.replaceAll(/.{5}(?=.)/g, '$&-'));
  }

  /**
   * Every change goes through here, in a transaction, one at a time for an account: two that count each other's factors
   * would leave it marked as protected without one, or the other way round.
   */
  change<T>(uid: string, work: () => Promise<T>): Promise<T> {
    return this.deps.work.run(async () => {
      await this.deps.users.lock(uid);
      const result = await work();
      await this.update(uid);
      return result;
    });
  }

  removeAll(uid: string): Promise<void> {
    return this.change(uid, async () => {
      await this.deps.apps.remove(uid);
      await this.deps.passkeys.removeAllByUser(uid);
    });
  }

  /** Without a second factor the recovery codes end. */
  private async update(uid: string): Promise<void> {
    const isProtected = (await this.listMethods(uid)).length > 0;
    if (!isProtected) await this.deps.recoveryCodes.replace(uid, []);
    await this.deps.users.setSecondFactor(uid, isProtected);
  }

  private async useCode(uid: string, code: string): Promise<boolean> {
    const step = await this.findStep(uid, code);
    return step !== undefined && this.deps.apps.useStep(uid, step);
  }

  private useRecoveryCode(uid: string, code: string): Promise<boolean> {
    const { recoveryCodes, secrets, clock, work, audit } = this.deps;
    return work.run(async () => {
      const isRight = await recoveryCodes.consume(uid, secrets.digest(normalizeCode(code)), clock.now());
      if (isRight) await audit.record({ action: 'recovery-code.use', uid });
      return isRight;
    });
  }
}
