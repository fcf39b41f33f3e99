import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';

import { IDENTITY } from '../../../src/adapters/identity/providers.ts';
import { selectProvider } from '../../../src/platform/provider-registry.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { startWebService, type WebService } from '../../vendors/web-service.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

const PROJECT = 'parley-test';
const ISSUER = `https://securetoken.google.com/${PROJECT}`;
const clock = new FixedClock();
const now = Math.floor(clock.now() / 1000);
const claims = { email: 'robin@example.com', email_verified: true, name: 'Robin' };

const connect = (env: Record<string, string>, sandboxes = true) => {
  const { connect: open, faults } = selectProvider(IDENTITY, env, sandboxes);
  if (!open) throw new Error(faults.join());
  return open({ clock, siteUrl: 'https://parley.example' });
};

describe('Firebase', () => {
  let one: Pair;
  let two: Pair;
  let service: WebService;
  let published: [string, Pair][];

  beforeAll(async () => {
    [one, two] = await Promise.all([
      generateKeyPair('RS256', { extractable: true }),
      generateKeyPair('RS256', { extractable: true }),
    ]);
  });
  beforeEach(async () => {
    published = [['one', one]];
    const keys = new Map([
      [one, await exportJWK(one.publicKey)],
      [two, await exportJWK(two.publicKey)],
    ]);
    service = await startWebService(({ path }) =>
      path === '/keys'
        ? { json: { keys: published.map(([kid, pair]) => ({ ...keys.get(pair), kid, alg: 'RS256', use: 'sig' })) } }
        : { json: { idToken: 'a firebase token' } },
    );
  });
  afterEach(() => service.close());

  const env = () => ({
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_JWKS_URL: `${service.url}/keys`,
    FIREBASE_KEYS_PAUSE_MS: '0',
    FIREBASE_API_KEY: 'key',
    GOOGLE_CLIENT_ID: 'client',
    FIREBASE_AUTH_BASE: service.url,
  });
  const token = (
    more: {
      key?: Pair;
      kid?: string;
      iss?: string;
      aud?: string;
      sub?: string | null;
      iat?: number | null;
      exp?: number | null;
    } = {},
  ) => {
    const of = { key: one, kid: 'one', iss: ISSUER, aud: PROJECT, sub: 'robin', iat: now, exp: now + 3600, ...more };
    const times = {
      ...(of.iat === null ? {} : { iat: of.iat }),
      ...(of.exp === null ? {} : { exp: of.exp }),
      ...(of.sub === null ? {} : { sub: of.sub }),
    };
    return new SignJWT({ ...claims, ...times, iss: of.iss, aud: of.aud })
      .setProtectedHeader({ alg: 'RS256', kid: of.kid })
      .sign(of.key.privateKey);
  };

  test('a true token tells who somebody is', async () => {
    expect(await connect(env()).tokens.verify(await token())).toEqual({
      key: `firebase:${ISSUER} robin`,
      email: claims.email,
      emailVerified: true,
      name: 'Robin',
    });
  });

  test('keys are fetched once for many tokens, and again when they change', async () => {
    const { tokens } = connect(env());
    for (let count = 0; count < 3; count += 1) await tokens.verify(await token());
    expect(service.calls).toHaveLength(1);
    published = [['two', two]];
    expect((await tokens.verify(await token({ key: two, kid: 'two' }))).key).toContain('robin');
    expect(service.calls).toHaveLength(2);
    await expect(tokens.verify(await token())).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  test('every other token proves nothing', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(await exportJWK(one.publicKey)));
    const body = { ...claims, sub: 'robin', iss: ISSUER, aud: PROJECT, iat: now, exp: now + 3600 };
    const forged: Record<string, string> = {
      'another key under the right name': await token({ key: two }),
      'a key that nobody published': await token({ key: two, kid: 'three' }),
      'another project’s issuer': await token({ iss: 'https://securetoken.google.com/other' }),
      'another audience': await token({ aud: 'other' }),
      'run out': await token({ iat: now - 7200, exp: now - 60 }),
      'from the future': await token({ iat: now + 3600, exp: now + 7200 }),
      'without end': await token({ exp: null }),
      'without beginning': await token({ iat: null }),
      'about nobody': await token({ sub: null }),
      'about an empty name': await token({ sub: '' }),
      'without a signature': new UnsecuredJWT(body).encode(),
      'signed with the public key as a password': await new SignJWT(body)
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .sign(secret),
      'with other claims under the old signature': (await token()).replace(
        /\.[^.]+\./,
        `.${Buffer.from(JSON.stringify({ ...body, sub: 'eve' })).toString('base64url')}.`,
      ),
      'no token at all': 'abc',
    };
    const { tokens } = connect(env());
    for (const [what, text] of Object.entries(forged)) {
      expect([
        what,
        await tokens.verify(text).then(
          () => 'believed',
          (error: Error & { code?: string }) => [error.message, error.code],
        ),
      ]).toEqual([what, ['Firebase token exchange failed', 'UNAUTHORIZED']]);
    }
  });

  test('keys that cannot be had are an outage and no verdict', async () => {
    for (const said of [{ status: 500, json: {} }, { json: 'nonsense' }, undefined]) {
      service.answer = () => said;
      await expect(connect(env()).tokens.verify(await token())).rejects.toMatchObject({
        kind: 'unavailable',
        message: 'Firebase token exchange failed',
      });
    }
  });

  test('the popup goes to Google with what ties it to one browser, and takes back only that', async () => {
    const { popup } = connect(env());
    const address = new URL(
      popup.buildUrl({ returnUrl: 'https://parley.example/identity/callback', nonce: 'n', state: 's' }),
    );
    expect(address.origin).toBe('https://accounts.google.com');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: 'client',
      response_type: 'id_token',
      nonce: 'n',
      state: 's',
      redirect_uri: 'https://parley.example/identity/callback',
    });
    const idToken = new UnsecuredJWT({ nonce: 'n' }).encode();
    expect(await popup.exchange({ kind: 'provider', idToken, nonce: 'n' })).toBe('a firebase token');
    expect(service.calls[0]).toMatchObject({
      path: '/v1/accounts:signInWithIdp?key=key',
      body: expect.stringContaining('providerId=google.com'),
    });
    await expect(popup.exchange({ kind: 'provider', idToken, nonce: 'other' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    await expect(popup.exchange({ kind: 'form', name: 'Eve', email: 'robin@example.com' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    expect(service.calls).toHaveLength(1);
    service.answer = () => ({ status: 400, json: { error: {} } });
    await expect(popup.exchange({ kind: 'provider', idToken, nonce: 'n' })).rejects.toMatchObject({
      kind: 'unauthenticated',
    });
    service.answer = () => undefined;
    await expect(popup.exchange({ kind: 'provider', idToken, nonce: 'n' })).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });

  test('without the client of the button there is no popup, but tokens are believed', async () => {
    const { popup, tokens } = connect({ FIREBASE_PROJECT_ID: PROJECT, FIREBASE_JWKS_URL: `${service.url}/keys` });
    expect(popup.kind).toBe('none');
    expect((await tokens.verify(await token())).email).toBe(claims.email);
  });
});

test('the sandbox signs what was typed with a key that no other process believes', async () => {
  const { popup, tokens } = connect({});
  const token = await popup.exchange({ kind: 'form', name: 'Robin', email: 'robin@example.com' });
  expect(await tokens.verify(token)).toMatchObject({ email: 'robin@example.com', emailVerified: true, name: 'Robin' });
  await expect(connect({}).tokens.verify(token)).rejects.toMatchObject({ kind: 'unauthenticated' });
});

test('a real installation without Firebase believes nobody, and takes no sandbox', async () => {
  await expect(connect({}, false).tokens.verify('x')).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'Firebase token exchange failed',
  });
  expect(connect({}, false).popup.kind).toBe('none');
  expect(() => connect({ IDENTITY: 'sandbox' }, false)).toThrow(
    'IDENTITY: the sandbox serves only where APP_URL is this machine, or with SANDBOX=on; ' +
      'set FIREBASE_PROJECT_ID or IDENTITY=off',
  );
  expect(connect({ IDENTITY: 'sandbox' }, true).popup.kind).toBe('form');
});
