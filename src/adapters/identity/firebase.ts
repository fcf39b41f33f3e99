import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import { decimal } from '../../platform/decimal.ts';
import { urlField, optionalField, tokenField } from '../../platform/provider-registry.ts';
import { vendorFetch } from '../../platform/vendor-fetch.ts';
import { FirebaseTokens } from './firebase-tokens.ts';
import { GooglePopup } from './google-popup.ts';
import { NoPopup } from './off.ts';
import { identityProvider } from './provider.ts';

const KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const KEYS_TIMEOUT_MS = 5000;
const KEYS_TTL_MS = 6 * 3_600_000;
const KEYS_COOLDOWN_MS = 30_000;

const settings = z.object({
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]{4,64}$/, 'must be letters, digits and -')
    .describe('Project whose ID tokens are accepted.'),
  FIREBASE_API_KEY: optionalField(
    tokenField('Web API key of the project; with GOOGLE_CLIENT_ID it enables the Google button.'),
  ),
  GOOGLE_CLIENT_ID: optionalField(
    tokenField(
      'OAuth client of the project, of type web; `APP_URL/identity/callback` must be one of its redirect addresses.',
    ),
  ),
  FIREBASE_JWKS_URL: optionalField(urlField('Address of the public keys (JWKS), if not Google’s.')),
  FIREBASE_AUTH_BASE: optionalField(
    urlField('Address of the identity toolkit, if not `https://identitytoolkit.googleapis.com`.'),
  ),
  GOOGLE_AUTH_URL: optionalField(
    urlField('Google’s consent page, if not `https://accounts.google.com/o/oauth2/v2/auth`.'),
  ),
  FIREBASE_KEYS_PAUSE_MS: decimal(z.number().int().min(0))
    .default(KEYS_COOLDOWN_MS)
    .describe('Minimum milliseconds between two fetches of the public keys for an unknown key id.'),
});

/**
 * The key set of a URL, fetched with the first token and cached. Unknown key ids refetch it at most every `cooldownMs`.
 */
const remoteKeySet = (url: string, cooldownMs: number): JWTVerifyGetKey => {
  let keySet: Promise<JWTVerifyGetKey> | undefined;
  const open = async (): Promise<JWTVerifyGetKey> => {
    const { createRemoteJWKSet } = await import('jose');
    return createRemoteJWKSet(new URL(url), {
      timeoutDuration: KEYS_TIMEOUT_MS,
      cacheMaxAge: KEYS_TTL_MS,
      cooldownDuration: cooldownMs,
    });
  };
  return async (header, token) => (await (keySet ??= open()))(header, token);
};

/** Tokens can be verified as long as the keys can be fetched. */
const checkKeysUrl = async (url: string, signal: AbortSignal): Promise<void> => {
  const { status } = await vendorFetch(url, KEYS_TIMEOUT_MS, { signal });
  if (status !== 200) throw Object.assign(new Error(`The keys' address answered ${status}`), { status });
};

/** Google sign-in through Firebase. */
export const firebase = identityProvider({
  id: 'firebase',
  label: 'Google (Firebase)',
  settings,
  enabledBy: 'FIREBASE_PROJECT_ID',
  connect: (env, { clock, siteUrl }) => {
    const keysUrl = env.FIREBASE_JWKS_URL ?? KEYS_URL;
    const keys = remoteKeySet(keysUrl, env.FIREBASE_KEYS_PAUSE_MS);
    const issuer = `https://securetoken.google.com/${env.FIREBASE_PROJECT_ID}`;
    const { FIREBASE_API_KEY: apiKey, GOOGLE_CLIENT_ID: clientId } = env;
    const popup =
      apiKey === undefined || clientId === undefined
        ? new NoPopup()
        : new GooglePopup({
            apiKey,
            clientId,
            siteUrl,
            authUrl: env.GOOGLE_AUTH_URL ?? 'https://accounts.google.com/o/oauth2/v2/auth',
            firebaseUrl: env.FIREBASE_AUTH_BASE ?? 'https://identitytoolkit.googleapis.com',
          });
    return {
      tokens: new FirebaseTokens({ issuer, audience: env.FIREBASE_PROJECT_ID, keys }, clock),
      popup,
      check: (signal) => checkKeysUrl(keysUrl, signal),
    };
  },
});
