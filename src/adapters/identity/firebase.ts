import type { JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

import { address, optional, word } from '../../provider.ts';
import { FirebaseTokens } from './firebase-tokens.ts';
import { GooglePopup } from './google-popup.ts';
import { NoPopup } from './off.ts';
import { identityProvider } from './provider.ts';

const KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const KEYS_LIMIT_MS = 5000;
const KEYS_LIVE_MS = 6 * 3_600_000;
const KEYS_PAUSE_MS = 30_000;

const settings = z.object({
  FIREBASE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9-]{4,64}$/, 'must be letters, digits and -')
    .describe('Project whose ID tokens are believed.'),
  FIREBASE_API_KEY: optional(word('Web API key of the project; with GOOGLE_CLIENT_ID it turns the Google button on.')),
  GOOGLE_CLIENT_ID: optional(
    word(
      'OAuth client of the project, of type web; `APP_URL/identity/callback` must be one of its redirect addresses.',
    ),
  ),
  FIREBASE_JWKS_URL: optional(address('Where the keys of ID tokens are published, if not at Google.')),
  FIREBASE_AUTH_BASE: optional(
    address('Address of the identity toolkit, if not `https://identitytoolkit.googleapis.com`.'),
  ),
  GOOGLE_AUTH_URL: optional(address('Google’s consent page, if not `https://accounts.google.com/o/oauth2/v2/auth`.')),
  FIREBASE_KEYS_PAUSE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(KEYS_PAUSE_MS)
    .describe('How long to wait between two looks for a key that is not known yet, in milliseconds.'),
});

/** The keys of an address, fetched with the first token and kept; a key that is not known yet is looked for again, but not more often than `pauseMs`. */
const publishedKeys = (url: string, pauseMs: number): JWTVerifyGetKey => {
  let known: Promise<JWTVerifyGetKey> | undefined;
  const open = async (): Promise<JWTVerifyGetKey> => {
    const { createRemoteJWKSet } = await import('jose');
    return createRemoteJWKSet(new URL(url), {
      timeoutDuration: KEYS_LIMIT_MS,
      cacheMaxAge: KEYS_LIVE_MS,
      cooldownDuration: pauseMs,
    });
  };
  return async (header, token) => (await (known ??= open()))(header, token);
};

/** Tokens can be checked as long as the keys can be had. */
const keysAnswer = async (url: string, signal: AbortSignal): Promise<void> => {
  const { status } = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(KEYS_LIMIT_MS)]),
    redirect: 'error',
  });
  if (status !== 200) throw Object.assign(new Error(`The keys' address answered ${status}`), { status });
};

/** Google by way of Firebase. */
export const firebase = identityProvider({
  id: 'firebase',
  label: 'Google (Firebase)',
  settings,
  switchedOnBy: 'FIREBASE_PROJECT_ID',
  connect: (set, { clock, siteUrl }) => {
    const keysUrl = set.FIREBASE_JWKS_URL ?? KEYS_URL;
    const keys = publishedKeys(keysUrl, set.FIREBASE_KEYS_PAUSE_MS);
    const issuer = `https://securetoken.google.com/${set.FIREBASE_PROJECT_ID}`;
    const { FIREBASE_API_KEY: apiKey, GOOGLE_CLIENT_ID: clientId } = set;
    const popup =
      apiKey === undefined || clientId === undefined
        ? new NoPopup()
        : new GooglePopup({
            apiKey,
            clientId,
            siteUrl,
            authUrl: set.GOOGLE_AUTH_URL ?? 'https://accounts.google.com/o/oauth2/v2/auth',
            firebaseUrl: set.FIREBASE_AUTH_BASE ?? 'https://identitytoolkit.googleapis.com',
          });
    return {
      tokens: new FirebaseTokens({ issuer, audience: set.FIREBASE_PROJECT_ID, keys }, clock),
      popup,
      check: (signal) => keysAnswer(keysUrl, signal),
    };
  },
});
