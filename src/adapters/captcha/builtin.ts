import { createHash } from 'node:crypto';

import { z } from 'zod';

import { decimal } from '../../platform/decimal.ts';
import { Captcha, type Challenge } from '../../domain/accounts/ports.ts';
import { captchaProvider, type CaptchaDeps } from './provider.ts';

const CHALLENGE_TTL_MS = 5 * 60_000;
const CHALLENGE_FORMAT = /^(\d{1,15})\.([\w-]{43})\.([0-9a-f]{64})$/;
const DEFAULT_DIFFICULTY = 17;

/** Proof of work: a browser computes for about a second; no third party is involved. */
export const builtin = captchaProvider({
  id: 'builtin',
  label: 'built-in proof of work',
  settings: z.object({
    CAPTCHA_DIFFICULTY: decimal(z.number().int().min(1).max(24))
      .default(DEFAULT_DIFFICULTY)
      .describe('Zero bits that a solution of the built-in captcha needs; each one more doubles the work.'),
  }),
  connect: (settings, deps) => ({
    captcha: new ProofOfWorkCaptcha(settings.CAPTCHA_DIFFICULTY, deps),
    hosts: { script: [], frame: [], style: [], connect: [] },
  }),
});

/** Challenges are signed and not stored; only solved ones are remembered until they expire. */
class ProofOfWorkCaptcha extends Captcha {
  readonly config = { provider: 'builtin', siteKey: null, scriptUrl: null } as const;

  constructor(
    private readonly difficulty: number,
    private readonly deps: CaptchaDeps,
  ) {
    super();
  }

  createChallenge(): Challenge {
    const { secrets, clock } = this.deps;
    const expiresAt = clock.now() + CHALLENGE_TTL_MS;
    const body = `${expiresAt}.${secrets.token()}`;
    return { challenge: `${body}.${this.signature(body)}`, difficulty: this.difficulty, expiresAt };
  }

  async verify(token: string): Promise<boolean> {
    const { oneTime, secrets, clock } = this.deps;
    const now = clock.now();
    const split = token.indexOf(':');
    const challenge = token.slice(0, Math.max(0, split));
    const [, expiry = '', random = '', signature = ''] = CHALLENGE_FORMAT.exec(challenge) ?? [];
    const expiresAt = Number(expiry);
    if (signature === '' || expiresAt <= now || !this.isSigned(`${expiry}.${random}`, signature)) return false;
    if (leadingZeros(createHash('sha256').update(token).digest()) < this.difficulty) return false;
    return oneTime.consumeOnce({ digest: secrets.digest(challenge), purpose: 'captcha', expiresAt, now });
  }

  private signature(body: string): string {
    return this.deps.secrets.fingerprint(signedText(body));
  }

  // Compares digests, so that timing reveals nothing about the right signature.
  private isSigned(body: string, signature: string): boolean {
    const { secrets } = this.deps;
    return secrets.fingerprints(signedText(body)).some((right) => secrets.digest(signature) === secrets.digest(right));
  }
}

const signedText = (body: string): string => `captcha ${body}`;

const leadingZeros = (digest: Buffer): number => {
  let bits = 0;
  for (const byte of digest) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24;
    bits += 8;
  }
  return bits;
};
