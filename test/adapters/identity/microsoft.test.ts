import { jest } from '@jest/globals';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

import { selectSignInProviders } from '../../../src/adapters/identity/oidc/providers.ts';
import { SystemClock } from '../../../src/adapters/system/clock.ts';

const TENANT = '9f6b0d4e-6a0e-4b6f-9b3c-0d5b8a2f7c11';
const RETURN_URL = 'https://parley.example/api/auth/oidc/microsoft/callback';
const AUTHORITY = 'https://login.microsoftonline.com';
const attempt = { state: 'a state', nonce: 'a nonce', verifier: 'v'.repeat(64) };
const person = { sub: 'a-subject', tid: TENANT, email: 'robin@example.com', name: 'Robin' };

const signingKey = generateKeyPair('RS256');

/** Its authority for every tenant, in place of the network. */
const playMicrosoft = async () => {
  const { privateKey, publicKey } = await signingKey;
  const state = { claims: {} as JWTPayload, issuer: `${AUTHORITY}/${TENANT}/v2.0` };
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const sign = () =>
    new SignJWT({ nonce: attempt.nonce, ...person, ...state.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(state.issuer)
      .setAudience('id')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const url = String(input);
    if (url === `${AUTHORITY}/common/v2.0/.well-known/openid-configuration`)
      return Response.json({
        issuer: `${AUTHORITY}/{tenantid}/v2.0`,
        authorization_endpoint: `${AUTHORITY}/common/oauth2/v2.0/authorize`,
        token_endpoint: `${AUTHORITY}/common/oauth2/v2.0/token`,
        jwks_uri: `${AUTHORITY}/common/discovery/v2.0/keys`,
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      });
    if (url.endsWith('/keys')) return Response.json({ keys: [jwk] });
    if (url.endsWith('/token'))
      return Response.json({ access_token: 'a', token_type: 'Bearer', id_token: await sign() });
    throw new Error(`Nothing is at ${url}`);
  });
  const env = { OIDC_MICROSOFT_CLIENT_ID: 'id', OIDC_MICROSOFT_CLIENT_SECRET: 'secret' };
  const microsoft = selectSignInProviders(env, false).providers[0]?.({ clock: new SystemClock(), siteUrl: () => '' });
  if (!microsoft) throw new Error('not connected');
  const answer = () => new URLSearchParams({ code: 'a-code', state: attempt.state });
  return { state, signIn: () => microsoft.identify(answer(), attempt, RETURN_URL) };
};
afterEach(() => jest.restoreAllMocks());

test('an address counts as proven by xms_edov alone', async () => {
  const { state, signIn } = await playMicrosoft();
  for (const [claims, emailVerified] of [
    [{ xms_edov: true }, true],
    [{ xms_edov: '1' }, true],
    [{ xms_edov: false }, false],
    [{ xms_edov: '0' }, false],
    [{ email_verified: true }, false],
    [{}, false],
  ] as const) {
    state.claims = claims;
    expect([claims, await signIn()]).toEqual([
      claims,
      expect.objectContaining({ email: person.email, emailVerified, key: `oidc:${state.issuer} a-subject` }),
    ]);
  }
});

test('the issuer is that of the token’s own tenant, and no other', async () => {
  const { state, signIn } = await playMicrosoft();
  const other = '11111111-2222-3333-4444-555555555555';
  for (const [issuer, claims] of [
    [`${AUTHORITY}/${other}/v2.0`, {}],
    [`${AUTHORITY}/${TENANT}/v2.0`, { tid: other }],
    [`${AUTHORITY}/{tenantid}/v2.0`, {}],
    [`https://evil.example/${TENANT}/v2.0`, {}],
  ] as const) {
    Object.assign(state, { issuer, claims });
    await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_NOT_PROVEN' });
  }
  Object.assign(state, { issuer: `${AUTHORITY}/${other}/v2.0`, claims: { tid: other } });
  expect((await signIn()).key).toBe(`oidc:${AUTHORITY}/${other}/v2.0 a-subject`);
});
