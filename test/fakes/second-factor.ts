import {
  type AuthenticatorApp,
  AuthenticatorApps,
  OneTimePasswords,
  type Passkey,
  Passkeys,
  RecoveryCodes,
} from '../../src/domain/accounts/second-factor/ports.ts';
import { type Restorable, Rows } from './kernel.ts';

export class InMemoryAuthenticatorApps extends AuthenticatorApps implements Restorable {
  private readonly apps = new Rows<AuthenticatorApp & { readonly lastStep: number }>();

  async find(uid: string): Promise<AuthenticatorApp | undefined> {
    const app = this.apps.get(uid);
    return app && { secret: app.secret, confirmedAt: app.confirmedAt };
  }

  async propose(uid: string, secret: string): Promise<boolean> {
    if (typeof this.apps.get(uid)?.confirmedAt === 'number') return false;
    this.apps.set(uid, { secret, confirmedAt: null, lastStep: 0 });
    return true;
  }

  async confirm(uid: string, step: number, now: number): Promise<boolean> {
    const app = this.apps.get(uid);
    if (app?.confirmedAt !== null) return false;
    this.apps.set(uid, { ...app, confirmedAt: now, lastStep: step });
    return true;
  }

  async useStep(uid: string, step: number): Promise<boolean> {
    const app = this.apps.get(uid);
    if (typeof app?.confirmedAt !== 'number' || app.lastStep >= step) return false;
    this.apps.set(uid, { ...app, lastStep: step });
    return true;
  }

  async remove(uid: string): Promise<void> {
    this.apps.delete(uid);
  }

  snapshot(): () => void {
    return this.apps.snapshot();
  }
}

export class InMemoryRecoveryCodes extends RecoveryCodes implements Restorable {
  private readonly unused = new Rows<readonly string[]>();

  async replace(uid: string, digests: readonly string[]): Promise<void> {
    this.unused.set(uid, digests);
  }

  async consume(uid: string, digest: string): Promise<boolean> {
    const digests = this.unused.get(uid) ?? [];
    this.unused.set(
      uid,
      digests.filter((other) => other !== digest),
    );
    return digests.includes(digest);
  }

  async countUnused(uid: string): Promise<number> {
    return this.unused.get(uid)?.length ?? 0;
  }

  snapshot(): () => void {
    return this.unused.snapshot();
  }
}

/** The code is the step's last six digits, after the number of the secret. */
export class CountedOneTimePasswords extends OneTimePasswords {
  private count = 0;

  createSecret(): string {
    this.count += 1;
    return `SECRET${this.count}`;
  }

  codeAt(secret: string, step: number): string {
    return `${secret.slice(-1)}${String(step).slice(-5)}`;
  }
}

export class InMemoryPasskeys extends Passkeys implements Restorable {
  private readonly passkeys = new Rows<Passkey>();

  async add(passkey: Passkey): Promise<boolean> {
    if (await this.findByCredential(passkey.credentialId)) return false;
    this.passkeys.set(passkey.id, passkey);
    return true;
  }

  async findByCredential(credentialId: string): Promise<Passkey | undefined> {
    return this.passkeys.all().find((passkey) => passkey.credentialId === credentialId);
  }

  async listByUser(uid: string): Promise<readonly Passkey[]> {
    return this.passkeys.all().filter((passkey) => passkey.uid === uid);
  }

  async use(id: string, counter: number, now: number): Promise<boolean> {
    const passkey = this.passkeys.get(id);
    if (!passkey || (counter === 0 ? passkey.counter !== 0 : passkey.counter >= counter)) return false;
    this.passkeys.set(id, { ...passkey, counter, lastUsedAt: now });
    return true;
  }

  async remove(uid: string, id: string): Promise<boolean> {
    return this.passkeys.get(id)?.uid === uid && this.passkeys.delete(id);
  }

  async removeAllByUser(uid: string): Promise<void> {
    for (const { id } of await this.listByUser(uid)) this.passkeys.delete(id);
  }

  snapshot(): () => void {
    return this.passkeys.snapshot();
  }
}
