import { createPrivateKey } from 'node:crypto';

import type { ClientAuth } from 'openid-client';
import { z } from 'zod';

import type { Clock } from '../../../domain/kernel/ports.ts';

const SECRET_TTL_SECONDS = 300;

/** A key in one line: with `\n` for its line breaks. */
const toPem = (text: string): string => text.replaceAll(String.raw`\n`, '\n');

const isPrivateKey = (text: string): boolean => {
  try {
    return createPrivateKey(toPem(text)).asymmetricKeyType === 'ec';
  } catch {
    return false;
  }
};

export const privateKeyField = z
  .string()
  .refine(isPrivateKey, String.raw`must be the key file of Apple (.p8), in one line with \n for its line breaks`)
  .transform(toPem)
  .describe(String.raw`The key file (.p8) with its first and last line; line breaks may be written \n.`);

interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
  readonly privateKey: string;
  readonly clientId: string;
  readonly issuer: string;
}

/** Apple’s client secret is a token that its key signs, made for each call. */
export const appleAuthentication =
  ({ teamId, keyId, privateKey, clientId, issuer }: AppleKey, clock: Clock): ClientAuth =>
  async (_server, _client, body) => {
    const { SignJWT } = await import('jose');
    const now = Math.floor(clock.now() / 1000);
    const secret = await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: keyId })
      .setIssuer(teamId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + SECRET_TTL_SECONDS)
      .sign(createPrivateKey(privateKey));
    body.set('client_id', clientId);
    body.set('client_secret', secret);
  };

const appleUser = z.object({
  name: z.object({ firstName: z.string().optional(), lastName: z.string().optional() }),
});

/** Apple sends the name once, beside the token of the first sign-in. */
export const findAppleName = (answer: URLSearchParams): string | null => {
  try {
    const { firstName, lastName } = appleUser.parse(JSON.parse(answer.get('user') ?? '')).name;
    return [firstName, lastName].filter(Boolean).join(' ') || null;
  } catch {
    return null;
  }
};
