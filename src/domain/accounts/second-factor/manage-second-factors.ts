import { EmailVerificationRequired } from '../../chat/errors.ts';
import type { Clock } from '../../kernel/ports.ts';
import type { NotifyOwner } from '../notify-owner.ts';
import type { SessionRepository } from '../ports.ts';
import { requireSession } from '../sessions.ts';
import type { User } from '../user.ts';
import type { VerificationPolicy } from '../verification-policy.ts';
import { meterGuess, secondFactorAttemptsKey } from './attempts.ts';
import { NoSecondFactor, SecondFactorExists, WrongSecondFactor } from './errors.ts';
import type { AuthenticatorApps, OneTimePasswords, Passkey, Passkeys, RecoveryCodes } from './ports.ts';
import { isConfirmed, type SecondFactorDeps, type SecondFactors } from './second-factors.ts';

export interface SecondFactorStatus {
  /** When the authenticator app was confirmed; null for none. */
  readonly totpSince: number | null;
  readonly recoveryCodesLeft: number;
  readonly passkeys: readonly Passkey[];
}

export class GetSecondFactors {
  constructor(
    private readonly apps: AuthenticatorApps,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly passkeys: Passkeys,
  ) {}

  async execute(uid: string): Promise<SecondFactorStatus> {
    const [app, recoveryCodesLeft, passkeys] = await Promise.all([
      this.apps.find(uid),
      this.recoveryCodes.countUnused(uid),
      this.passkeys.listByUser(uid),
    ]);
    return { totpSince: app?.confirmedAt ?? null, recoveryCodesLeft, passkeys };
  }
}

/**
 * Proposes a secret for an authenticator app; it counts once a code confirms it. Requires a verified address, because
 * until then the account may belong to a stranger, who would lock the owner of the address out.
 */
export class ProposeAuthenticatorApp {
  constructor(
    private readonly apps: AuthenticatorApps,
    private readonly oneTimePasswords: OneTimePasswords,
    private readonly verification: VerificationPolicy,
    private readonly clock: Clock,
    /** Shown in the person's app. */
    private readonly issuer: string,
  ) {}

  /** Throws `EmailVerificationRequired`, `SecondFactorExists`. */
  async execute(user: User): Promise<{ readonly secret: string; readonly uri: string }> {
    if (!this.verification.countsAsVerified(user)) throw new EmailVerificationRequired();
    const secret = this.oneTimePasswords.createSecret();
    if (!(await this.apps.propose(user.uid, secret, this.clock.now()))) throw new SecondFactorExists();
    const account = encodeURIComponent(user.email ?? user.phoneNumber ?? user.name);
    const issuer = encodeURIComponent(this.issuer);
    return { secret, uri: `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}` };
  }
}

export interface ManageSecondFactorDeps extends SecondFactorDeps {
  readonly factors: SecondFactors;
  readonly sessions: SessionRepository;
  readonly notifyOwner: NotifyOwner;
}

/** Confirms the proposed app with its first code; from now on signing in asks for one. Other sessions end. */
export class ConfirmAuthenticatorApp {
  constructor(private readonly deps: ManageSecondFactorDeps) {}

  /**
   * Returns recovery codes with the first second factor, else null. Throws `WrongSecondFactor`,
   * `TooManySecondFactorAttempts`, `SecondFactorExists`.
   */
  async execute(
    user: User,
    input: { code: string; token: string; address: string },
  ): Promise<readonly string[] | null> {
    const { factors, apps } = this.deps;
    const { uid } = user;
    if (isConfirmed(await apps.find(uid))) throw new SecondFactorExists();
    let step: number | undefined;
    const isRight = async () => (step = await factors.findStep(uid, input.code)) !== undefined;
    await meterGuess(this.deps, { subject: secondFactorAttemptsKey(uid), address: input.address }, isRight);
    if (step === undefined) throw new WrongSecondFactor();
    const codes = await this.confirm(uid, step, input.token);
    this.deps.notifyOwner.execute(uid, 'app-added');
    return codes;
  }

  private confirm(uid: string, step: number, token: string): Promise<readonly string[] | null> {
    const { apps, factors, sessions, secrets, clock, audit } = this.deps;
    return factors.change(uid, async () => {
      await requireSession(this.deps, token);
      const isFirst = (await factors.listMethods(uid)).length === 0;
      if (!(await apps.confirm(uid, step, clock.now()))) throw new SecondFactorExists();
      const codes = isFirst ? await factors.createRecoveryCodes(uid) : null;
      if (isFirst) await sessions.removeOthersByUser(uid, secrets.digest(token));
      await audit.record({ action: 'second-factor.add', details: { method: 'totp' } });
      return codes;
    });
  }
}

/** Removes the app. Idempotent. */
export class RemoveAuthenticatorApp {
  constructor(private readonly deps: ManageSecondFactorDeps) {}

  async execute(uid: string): Promise<void> {
    const { apps, factors, audit, notifyOwner } = this.deps;
    const wasThere = isConfirmed(await apps.find(uid));
    await factors.change(uid, async () => {
      await apps.remove(uid);
      await audit.record({ action: 'second-factor.remove', details: { method: 'totp' } });
    });
    if (wasThere) notifyOwner.execute(uid, 'app-removed');
  }
}

/** Ends the recovery codes and makes new ones. Throws `NoSecondFactor`. */
export class RenewRecoveryCodes {
  constructor(private readonly deps: ManageSecondFactorDeps) {}

  execute(uid: string): Promise<readonly string[]> {
    const { factors, audit } = this.deps;
    return factors.change(uid, async () => {
      if ((await factors.listMethods(uid)).length === 0) throw new NoSecondFactor();
      await audit.record({ action: 'recovery-code.renew' });
      return factors.createRecoveryCodes(uid);
    });
  }
}
