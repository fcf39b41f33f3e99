import type { GenerateKeyPairResult } from 'jose';
import { z } from 'zod';

import { IdentityRejected } from '../../domain/accounts/errors.ts';
import { IdentityPopup, type PopupResult } from '../../domain/accounts/identity/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import { FirebaseTokens } from './firebase-tokens.ts';
import { identityProvider } from './provider.ts';

const ISSUER = 'parley:sandbox';
const AUDIENCE = 'parley';
const TOKEN_TTL_SECONDS = 300;

/** A signing key of this process: its tokens are valid nowhere else. Created on first use. */
const processKeyPair = (): (() => Promise<GenerateKeyPairResult>) => {
  let made: Promise<GenerateKeyPairResult> | undefined;
  const make = async (): Promise<GenerateKeyPairResult> => {
    const { generateKeyPair } = await import('jose');
    return generateKeyPair('RS256');
  };
  return () => (made ??= make());
};

/** Accepts what is typed into a form of ours: for trying the product, never for real users. */
export const sandboxIdentity = identityProvider({
  id: 'sandbox',
  label: 'sandbox (a sign-in page of this server)',
  settings: z.object({}),
  isSandbox: true,
  connect: (_, { clock }) => {
    const keys = processKeyPair();
    const publicKey = async () => (await keys()).publicKey;
    return {
      tokens: new FirebaseTokens({ issuer: ISSUER, audience: AUDIENCE, keys: publicKey }, clock),
      popup: new FormPopup(keys, clock),
      check: async () => void (await keys()),
    };
  },
});

class FormPopup extends IdentityPopup {
  readonly kind = 'form';

  constructor(
    private readonly keys: () => Promise<GenerateKeyPairResult>,
    private readonly clock: Clock,
  ) {
    super();
  }

  buildUrl(): string {
    throw new Error('The sandbox asks by its own form.');
  }

  async exchange(answer: PopupResult): Promise<string> {
    if (answer.kind !== 'form') throw new IdentityRejected();
    const now = Math.floor(this.clock.now() / 1000);
    const { privateKey } = await this.keys();
    const { SignJWT } = await import('jose');
    return new SignJWT({ email: answer.email, email_verified: true, name: answer.name })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(`sandbox ${answer.email}`.slice(0, 128))
      .setIssuedAt(now)
      .setExpirationTime(now + TOKEN_TTL_SECONDS)
      .sign(privateKey);
  }
}
