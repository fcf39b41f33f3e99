import type { AuditLog } from '../audit/ports.ts';
import type { SealedValues } from './ports.ts';

export interface RotateSecretDeps {
  readonly values: SealedValues;
  readonly audit: AuditLog;
  /** Whether the present secret seals the newest entry of the audit log. */
  readonly isSealed: () => Promise<boolean>;
  /** Whether there is an earlier secret. */
  readonly isRotating: boolean;
  readonly done: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly failed: (what: string, error: unknown) => void;
}

/**
 * Encrypts anew what was encrypted with the earlier APP_SECRET. Every process may do so at once, and again. Without an
 * earlier one it looks whether the present one is right: a restored or moved installation easily has another.
 */
export class RotateSecret {
  constructor(private readonly deps: RotateSecretDeps) {}

  async execute(signal: AbortSignal): Promise<void> {
    const { isRotating, failed } = this.deps;
    const work = isRotating ? this.run(signal) : this.check(signal);
    await work.catch((error: unknown) => failed('reading what APP_SECRET encrypted', error));
  }

  /** What the present secret reads stays as it is. */
  private async check(signal: AbortSignal): Promise<void> {
    const { unreadable } = await this.deps.values.resealAll(signal);
    if (unreadable === 0) return;
    this.deps.warn(
      `${unreadable} values were encrypted with another APP_SECRET and cannot be read: ` +
        'authenticator apps do not open their accounts, tool servers lack their secrets. ' +
        `If it was changed by mistake, set the one of before (the file "secret" of the earlier DATA_DIR); ` +
        'if it is lost, they have to be entered again',
    );
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { values, audit, isSealed, done } = this.deps;
    const { resealed, unreadable } = await values.resealAll(signal);
    if (signal.aborted) return;
    // Also where nothing was encrypted: without an entry that the new secret seals, the chain would not verify.
    if (resealed > 0 || !(await isSealed()))
      await audit.record({ action: 'secret.rotate', details: { resealed, unreadable } });
    done(
      `${resealed} values were encrypted with the new APP_SECRET; ${unreadable} cannot be read with either. ` +
        'APP_SECRET_PREVIOUS can go once addresses of images that it signed have expired: after two weeks',
    );
  }
}
