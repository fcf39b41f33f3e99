import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';

import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose';

import { Caller } from '../../../product/client.ts';
import { type Product, startProduct } from '../../../support/parley.ts';
import { startWebService, type WebService } from '../../../vendors/web-service.ts';

const CLIENT_ID = 'com.example.parley';
const { privateKey: teamKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const appleKey = generateKeyPair('RS256');
const person = { sub: '001.ann', email: 'ann@privaterelay.example', email_verified: 'true' };

/** Apple: it signs who somebody is, and posts its answer from its own page. */
const startApple = async () => {
  const { privateKey, publicKey } = await appleKey;
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  let idToken = '';
  const service: WebService = await startWebService(({ path }) => {
    if (path === '/auth/keys') return { json: { keys: [jwk] } };
    if (path === '/auth/token') return { json: { access_token: 'a', token_type: 'Bearer', id_token: idToken } };
    return {
      json: {
        issuer: service.url,
        authorization_endpoint: `${service.url}/auth/authorize`,
        token_endpoint: `${service.url}/auth/token`,
        jwks_uri: `${service.url}/auth/keys`,
        response_modes_supported: ['query', 'fragment', 'form_post'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      },
    };
  });
  const expect = async (nonce: string) => {
    idToken = await new SignJWT({ ...person, nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .setIssuer(service.url)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
  };
  return { service, expect };
};

let apple: Awaited<ReturnType<typeof startApple>>;
let product: Product;

beforeAll(async () => {
  apple = await startApple();
  product = await startProduct('sqlite::memory:', {
    OIDC_APPLE_CLIENT_ID: CLIENT_ID,
    OIDC_APPLE_TEAM_ID: 'TEAM',
    OIDC_APPLE_KEY_ID: 'KEY',
    OIDC_APPLE_PRIVATE_KEY: teamKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
      .replaceAll('\n', String.raw`\n`),
    OIDC_APPLE_ISSUER: apple.service.url,
  });
}, 60_000);
afterAll(async () => {
  await product.stop();
  await apple.service.close();
});

const begin = async () => {
  const start = await fetch(`${product.url}/api/auth/oidc/apple/start`, { redirect: 'manual' });
  const { searchParams: query } = new URL(start.headers.get('location') ?? '');
  await apple.expect(query.get('nonce') ?? '');
  return { query, cookie: start.headers.get('set-cookie') ?? '' };
};

/** The form of Apple's page, which the browser posts from there. */
const post = async (fields: Record<string, string>, cookie: string, type?: string) => {
  const response = await fetch(`${product.url}/api/auth/oidc/apple/callback`, {
    method: 'POST',
    headers: {
      cookie: cookie.split(';')[0] ?? '',
      origin: 'https://appleid.apple.com',
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    body: type === undefined ? new URLSearchParams(fields) : JSON.stringify(fields),
  });
  const page = await response.text();
  const find = (name: string) => new RegExp(`data-${name}="([^"]*)"`).exec(page)?.[1];
  return { status: response.status, code: find('code'), reason: find('reason') };
};

const signIn = async (more: Record<string, string> = {}) => {
  const { query, cookie } = await begin();
  const { code } = await post({ code: 'a-code', state: query.get('state') ?? '', ...more }, cookie);
  return (await new Caller(product.url).post('/api/auth/oidc/session', { code })).json.user;
};

test('Apple posts its answer across sites: the cookie comes along, and only over https', async () => {
  const { query, cookie } = await begin();
  expect(query.get('response_mode')).toBe('form_post');
  expect(cookie).toMatch(/Path=\/api\/auth\/oidc\/apple; HttpOnly; SameSite=None; .*Secure$/);
});

test('the form signs in, with the name that comes once beside the token', async () => {
  const user = await signIn({ user: JSON.stringify({ name: { firstName: 'Ann', lastName: 'Lee' } }) });
  expect(user).toMatchObject({ name: 'Ann Lee', email: person.email, emailVerified: true });
  expect(await signIn()).toMatchObject({ uid: user.uid, name: 'Ann Lee' });
});

test('the server proves itself by its key, and the code by its verifier', async () => {
  const { query, cookie } = await begin();
  await post({ code: 'the-code', state: query.get('state') ?? '' }, cookie);
  const call = apple.service.calls.findLast(({ path }) => path === '/auth/token');
  const form = new URLSearchParams(call?.body);
  expect([form.get('client_id'), form.get('code')]).toEqual([CLIENT_ID, 'the-code']);
  const secret = await jwtVerify(form.get('client_secret') ?? '', createPublicKey(teamKey));
  expect(secret.payload).toMatchObject({ iss: 'TEAM', sub: CLIENT_ID, aud: apple.service.url });
  expect(secret.protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' });
  const challenge = createHash('sha256').update(form.get('code_verifier') ?? '');
  expect(query.get('code_challenge')).toBe(challenge.digest('base64url'));
});

test('a form of another browser, without state, of another kind or too long signs nobody in', async () => {
  const { query, cookie } = await begin();
  const good = { code: 'a-code', state: query.get('state') ?? '' };
  const other = (await begin()).cookie;
  expect((await post(good, other)).reason).toBe('SIGN_IN_LOST');
  expect((await post(good, '')).reason).toBe('SIGN_IN_LOST');
  expect((await post({ code: 'a-code' }, cookie)).reason).toBe('SIGN_IN_LOST');
  expect(await post(good, cookie, 'application/json')).toMatchObject({ status: 400, code: undefined });
  expect(await post(good, cookie, 'text/plain')).toMatchObject({ status: 400, code: undefined });
  expect(await post({ ...good, user: 'x'.repeat(40_000) }, cookie)).toMatchObject({ status: 400, code: undefined });
  const cancelled = await post({ error: 'user_cancelled_authorize', state: good.state }, cookie);
  expect(cancelled.reason).toBe('SIGN_IN_CANCELLED');
});
