import { jest } from '@jest/globals';

import { selectSignInProviders } from '../../../src/adapters/identity/oidc/providers.ts';
import type { SignInProvider } from '../../../src/domain/accounts/identity/ports.ts';
import { SystemClock } from '../../../src/adapters/system/clock.ts';
import { type OidcServer, startOidcServer } from '../../vendors/oidc-server.ts';

const RETURN_URL = 'https://parley.example/api/auth/oidc/corp/callback';
const attempt = { state: 'a state', nonce: 'a nonce', verifier: 'v'.repeat(64) };
const robin = { email: 'robin@example.com', email_verified: true, name: 'Robin' };

const connect = (env: Record<string, string>): SignInProvider => {
  const { providers, faults } = selectSignInProviders(env, false);
  const [open] = providers;
  if (!open || faults.length > 0) throw new Error(faults.join());
  return open({ clock: new SystemClock(), siteUrl: () => 'https://parley.example' });
};

let server: OidcServer;
let provider: SignInProvider;

const start = async (options: { inUserInfo?: boolean } = {}, env: Record<string, string> = {}): Promise<void> => {
  server = await startOidcServer(RETURN_URL, options);
  server.person = robin;
  provider = connect({
    OIDC_CORP_ISSUER: server.issuer,
    OIDC_CORP_CLIENT_ID: 'parley',
    OIDC_CORP_CLIENT_SECRET: 'a-client-secret',
    ...env,
  });
};
const authorize = async (): Promise<URLSearchParams> => server.walk(await provider.buildUrl(attempt, RETURN_URL));
const signIn = async () => provider.identify(await authorize(), attempt, RETURN_URL);

afterEach(() => server.close());

describe('a real provider', () => {
  beforeEach(() => start());

  test('tells who somebody is, by code with PKCE, state and nonce', async () => {
    const url = new URL(await provider.buildUrl(attempt, RETURN_URL));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      redirect_uri: RETURN_URL,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge_method: 'S256',
    });
    expect(url.searchParams.get('code_challenge')).not.toContain('vvv');
    expect(await signIn()).toEqual({
      key: `oidc:${server.issuer} robin`,
      provider: 'corp',
      email: 'robin@example.com',
      emailVerified: true,
      name: 'Robin',
      rights: { isAdmin: undefined, tier: undefined },
    });
  });

  test('is discovered once, and its keys are fetched once', async () => {
    for (let count = 0; count < 3; count += 1) await signIn();
    expect(server.calls.filter((path) => path.endsWith('/openid-configuration'))).toHaveLength(1);
    expect(server.calls.filter((path) => path === '/jwks')).toHaveLength(1);
  });

  test('is discovered once by all who begin together; a test while it is silent forgets nothing', async () => {
    await Promise.all(Array.from({ length: 5 }, () => provider.buildUrl(attempt, RETURN_URL)));
    expect(server.calls).toHaveLength(1);
    server.isDown = true;
    await expect(provider.check()).rejects.toMatchObject({ code: 'SIGN_IN_PROVIDER_DOWN' });
    expect(await provider.buildUrl(attempt, RETURN_URL)).toContain(server.issuer);
  });

  test.each<[string, Record<string, unknown>]>([
    ['false', { email_verified: false }],
    ['nothing', { email_verified: undefined }],
    ['something else', { email_verified: 'yes' }],
  ])('an address of which it says %s is not proven', async (_, more) => {
    server.person = { ...robin, ...more };
    expect(await signIn()).toMatchObject({ email: 'robin@example.com', emailVerified: false });
  });

  test('what is no address counts as none, proven or not', async () => {
    server.person = { ...robin, email: 'not an address' };
    expect(await signIn()).toMatchObject({ email: null, emailVerified: false });
  });

  test('a code works once', async () => {
    const answer = await authorize();
    await provider.identify(answer, attempt, RETURN_URL);
    await expect(provider.identify(answer, attempt, RETURN_URL)).rejects.toMatchObject({ code: 'SIGN_IN_NOT_PROVEN' });
  });

  test('a code of another attempt, verifier or return address works not at all', async () => {
    const lost = { code: 'SIGN_IN_NOT_PROVEN' };
    for (const [other, url] of [
      [{ ...attempt, state: 'other' }, RETURN_URL],
      [{ ...attempt, nonce: 'other' }, RETURN_URL],
      [{ ...attempt, verifier: 'w'.repeat(64) }, RETURN_URL],
      [attempt, 'https://parley.example/api/auth/oidc/other/callback'],
    ] as const)
      await expect(provider.identify(await authorize(), other, url)).rejects.toMatchObject(lost);
  });

  test('a forged token proves nothing', async () => {
    for (const forged of [
      { nonce: 'other' },
      { aud: 'other' },
      { iss: 'https://evil.example' },
      { sub: '' },
      { sub: 's'.repeat(256) },
      { aud: ['parley', 'other'], azp: 'other' },
    ]) {
      server.forged = forged;
      await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_NOT_PROVEN' });
    }
    server.forged = {};
    server.signer = 'unpublished';
    await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_NOT_PROVEN' });
  });

  test('clocks may differ by half a minute, and more is named', async () => {
    const now = Math.floor(Date.now() / 1000);
    server.forged = { iat: now - 320, exp: now - 20 };
    expect((await signIn()).email).toBe(robin.email);
    server.forged = { iat: now - 360, exp: now - 60 };
    await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_CLOCK' });
    server.forged = { nbf: now + 20 };
    expect((await signIn()).email).toBe(robin.email);
    server.forged = { nbf: now + 60 };
    await expect(signIn()).rejects.toMatchObject({ code: 'SIGN_IN_CLOCK' });
  });

  test('new keys are fetched when a token names one', async () => {
    await signIn();
    server.published = ['second'];
    server.signer = 'second';
    const later = Date.now() + 61_000;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
    server.forged = { exp: Math.floor(later / 1000) + 300 };
    expect((await signIn()).email).toBe(robin.email);
    clock.mockRestore();
  });

  test('a refusal, a fault over there and silence are different things', async () => {
    const answer = (error: string) => new URLSearchParams({ error, state: attempt.state, iss: server.issuer });
    for (const [error, code] of [
      ['access_denied', 'SIGN_IN_CANCELLED'],
      ['invalid_scope', 'SIGN_IN_CANCELLED'],
      ['server_error', 'SIGN_IN_PROVIDER_DOWN'],
      ['temporarily_unavailable', 'SIGN_IN_PROVIDER_DOWN'],
    ] as const)
      await expect(provider.identify(answer(error), attempt, RETURN_URL)).rejects.toMatchObject({ code });
    const good = await authorize();
    server.isDown = true;
    const failure: unknown = await provider.identify(good, attempt, RETURN_URL).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'SIGN_IN_PROVIDER_DOWN', cause: expect.any(Error) });
    expect(JSON.stringify([failure, (failure as Error).cause, String((failure as Error).cause)])).not.toContain(
      good.get('code'),
    );
  });

  test('one that is down at first is found later', async () => {
    server.isDown = true;
    await expect(provider.buildUrl(attempt, RETURN_URL)).rejects.toMatchObject({ code: 'SIGN_IN_PROVIDER_DOWN' });
    await expect(provider.check()).rejects.toMatchObject({ code: 'SIGN_IN_PROVIDER_DOWN' });
    server.isDown = false;
    expect((await signIn()).name).toBe('Robin');
    await provider.check();
  });
});

test('claims that only the userinfo endpoint has are asked there', async () => {
  await start({ inUserInfo: true }, { OIDC_CORP_ADMIN_CLAIM: 'groups=owners' });
  server.person = { ...robin, groups: ['owners'] };
  expect(await signIn()).toMatchObject({ email: robin.email, emailVerified: true, rights: { isAdmin: true } });
  expect(server.calls).toContain('/me');
});

test('an address is proven only by the place that names it', async () => {
  await start({ inUserInfo: true });
  server.person = { ...robin, email_verified: false };
  server.forged = { email_verified: true };
  expect(await signIn()).toMatchObject({ email: robin.email, emailVerified: false });
  server.forged = { email: 'boss@example.com' };
  server.person = robin;
  expect(await signIn()).toMatchObject({ email: 'boss@example.com', emailVerified: false });
});

test('an address gives rights only where it is proven', async () => {
  await start({}, { OIDC_CORP_ADMIN_CLAIM: 'email=robin@example.com' });
  expect((await signIn()).rights.isAdmin).toBe(true);
  server.person = { ...robin, email_verified: false };
  expect((await signIn()).rights.isAdmin).toBe(false);
});

test('claims give rights', async () => {
  await start(
    {},
    {
      OIDC_CORP_ADMIN_CLAIM: 'groups=owners,admins',
      OIDC_CORP_BASIC_CLAIM: 'groups=staff,b\u00fcro',
      OIDC_CORP_PREMIUM_CLAIM: 'groups=vip',
    },
  );
  for (const [groups, rights] of [
    [['staff', 'vip'], { isAdmin: false, tier: 'premium' }],
    [['staff', 'admins'], { isAdmin: true, tier: 'basic' }],
    ['owners', { isAdmin: true, tier: null }],
    [['bu\u0308ro'], { isAdmin: false, tier: 'basic' }],
    [['own'], { isAdmin: false, tier: null }],
    [undefined, { isAdmin: false, tier: null }],
  ] as const) {
    server.person = { ...robin, groups };
    expect((await signIn()).rights).toEqual(rights);
  }
});
