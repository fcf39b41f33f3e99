import type { Clock, Secrets } from '../../kernel/ports.ts';
import type { OneTimeSecrets } from '../ports.ts';

const TTL_MS = 5 * 60_000;

/**
 * Challenges that need no row until they are used: a signed purpose, expiry and token. So whoever asks for many costs
 * nothing, and each still serves once.
 */
export class PasskeyChallenges {
  constructor(
    private readonly oneTime: OneTimeSecrets,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** `purpose`: signing in, or registering for one account. */
  create(purpose: string): string {
    const signed = `${this.clock.now() + TTL_MS}.${this.secrets.token()}`;
    return `${signed}.${this.sign(purpose, signed)}`;
  }

  /** True once, for the same purpose, until it expires. */
  async spend(purpose: string, challenge: string): Promise<boolean> {
    const end = challenge.lastIndexOf('.');
    const signed = challenge.slice(0, Math.max(0, end));
    const now = this.clock.now();
    const expiresAt = Number(signed.slice(0, Math.max(0, signed.indexOf('.'))));
    if (challenge.slice(end + 1) !== this.sign(purpose, signed) || !(expiresAt > now)) return false;
    return this.oneTime.consumeOnce({ digest: this.secrets.digest(signed), purpose: 'passkey', expiresAt, now });
  }

  private sign(purpose: string, signed: string): string {
    return this.secrets.fingerprint(`passkey challenge ${purpose} ${signed}`);
  }
}
