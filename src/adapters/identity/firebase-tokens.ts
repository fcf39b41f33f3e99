import type { errors as Faults, JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import { IdentityRejected, IdentityUnavailable } from '../../domain/accounts/errors.ts';
import { IdentityTokens, type VerifiedIdentity } from '../../domain/accounts/identity/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';

const CLOCK_TOLERANCE_SECONDS = 10;

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(128),
  email: z.string().max(254).pipe(z.email()).nullish().catch(null),
  email_verified: z.boolean().catch(false),
  name: z.string().nullish().catch(null),
});

export interface TokenRules {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: JWTVerifyGetKey;
}

/** Failures to fetch keys, which are not the token's fault. */
const isOutage = (error: unknown, errors: typeof Faults): boolean =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === 'ERR_JOSE_GENERIC';

/** Verifies signature, algorithm, issuer, audience and times of a token. */
export class FirebaseTokens extends IdentityTokens {
  constructor(
    private readonly rules: TokenRules,
    private readonly clock: Clock,
  ) {
    super();
  }

  async verify(token: string): Promise<VerifiedIdentity> {
    const parsed = claimsSchema.safeParse(await this.verifyJwt(token));
    if (!parsed.success) throw new IdentityRejected();
    const { iss, sub, email, email_verified: emailVerified, name } = parsed.data;
    return { key: `firebase:${iss} ${sub}`, email: email ?? null, emailVerified, name: name ?? null };
  }

  private async verifyJwt(token: string): Promise<unknown> {
    const { issuer, audience, keys } = this.rules;
    const { errors, jwtVerify } = await import('jose'); // with the first token, not at start-up
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer,
        audience,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        currentDate: new Date(this.clock.now()),
        maxTokenAge: '2h',
      });
      return payload;
    } catch (error) {
      throw isOutage(error, errors) ? new IdentityUnavailable(error) : new IdentityRejected();
    }
  }
}
