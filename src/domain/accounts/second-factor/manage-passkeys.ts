import { EmailVerificationRequired } from '../../chat/errors.ts';
import type { Ids } from '../../kernel/ports.ts';
import { requireSession } from '../sessions.ts';
import type { User } from '../user.ts';
import type { VerificationPolicy } from '../verification-policy.ts';
import { InvalidPasskey, PasskeyExists, PasskeyNotFound, TooManyPasskeys } from './errors.ts';
import type { ManageSecondFactorDeps } from './manage-second-factors.ts';
import type { PasskeyChallenges } from './passkey-challenges.ts';
import type { PasskeyOptions, RegistrationAnswer, WebAuthn } from './ports.ts';

const MAX_PASSKEYS = 20;

export interface ManagePasskeysDeps extends ManageSecondFactorDeps {
  readonly challenges: PasskeyChallenges;
  readonly webAuthn: WebAuthn;
  readonly verification: VerificationPolicy;
  readonly ids: Ids;
}

const purposeOf = (uid: string): string => `register ${uid}`;

/** Options for a new passkey. Throws `EmailVerificationRequired` as for an authenticator app, and `TooManyPasskeys`. */
export class StartPasskey {
  constructor(private readonly deps: ManagePasskeysDeps) {}

  async execute(user: User): Promise<PasskeyOptions> {
    const { verification, passkeys, webAuthn, challenges } = this.deps;
    if (!verification.countsAsVerified(user)) throw new EmailVerificationRequired();
    const existing = await passkeys.listByUser(user.uid);
    if (existing.length >= MAX_PASSKEYS) throw new TooManyPasskeys();
    return webAuthn.createRegistration({
      challenge: challenges.create(purposeOf(user.uid)),
      uid: user.uid,
      name: user.email ?? user.phoneNumber ?? user.name,
      existing: existing.map(({ credentialId }) => credentialId),
    });
  }
}

/** Stores a passkey; from now on a password alone does not sign in. Throws `InvalidPasskey`, `PasskeyExists`. */
export class AddPasskey {
  constructor(private readonly deps: ManagePasskeysDeps) {}

  /** Returns recovery codes with the first second factor, else null. Then other sessions end. */
  async execute(
    user: User,
    input: { name: string; answer: RegistrationAnswer; token: string },
  ): Promise<readonly string[] | null> {
    const { uid } = user;
    const { webAuthn, challenges, passkeys, ids, clock, factors, sessions, secrets, audit } = this.deps;
    const spend = (challenge: string) => challenges.spend(purposeOf(uid), challenge);
    const credential = await webAuthn.verifyRegistration(input.answer, spend);
    if (!credential) throw new InvalidPasskey();
    const codes = await factors.change(uid, async () => {
      await requireSession(this.deps, input.token);
      if ((await passkeys.listByUser(uid)).length >= MAX_PASSKEYS) throw new TooManyPasskeys();
      const isFirst = (await factors.listMethods(uid)).length === 0;
      const passkey = {
        ...credential,
        id: ids.next(),
        uid,
        name: input.name,
        createdAt: clock.now(),
        lastUsedAt: null,
      };
      if (!(await passkeys.add(passkey))) throw new PasskeyExists();
      const made = isFirst ? await factors.createRecoveryCodes(uid) : null;
      if (isFirst) await sessions.removeOthersByUser(uid, secrets.digest(input.token));
      await audit.record({ action: 'second-factor.add', details: { method: 'passkey', name: input.name } });
      return made;
    });
    this.deps.notifyOwner.execute(uid, 'passkey-added');
    return codes;
  }
}

/** Throws `PasskeyNotFound`. */
export class RemovePasskey {
  constructor(private readonly deps: ManageSecondFactorDeps) {}

  async execute(uid: string, id: string): Promise<void> {
    const { passkeys, factors, audit, notifyOwner } = this.deps;
    await factors.change(uid, async () => {
      if (!(await passkeys.remove(uid, id))) throw new PasskeyNotFound();
      await audit.record({ action: 'second-factor.remove', details: { method: 'passkey' } });
    });
    notifyOwner.execute(uid, 'passkey-removed');
  }
}
