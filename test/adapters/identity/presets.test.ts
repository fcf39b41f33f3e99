import { generateKeyPairSync } from 'node:crypto';

import { decodeJwt } from 'jose';

import { appleAuthentication, findAppleName } from '../../../src/adapters/identity/oidc/apple.ts';
import { selectSignInProviders } from '../../../src/adapters/identity/oidc/providers.ts';
import { toRights } from '../../../src/adapters/identity/oidc/claims.ts';
import { FixedClock } from '../../fakes/kernel.ts';
import { startWebService, type WebService } from '../../vendors/web-service.ts';

const TENANT = '9f6b0d4e-6a0e-4b6f-9b3c-0d5b8a2f7c11';
const clock = new FixedClock();
const deps = { clock, siteUrl: () => 'https://parley.example' };
const connectAll = (env: Record<string, string>) => {
  const { providers, faults } = selectSignInProviders(env, false);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return providers.map((connect) => connect(deps));
};
const faultsOf = (env: Record<string, string>, sandboxes = false) => selectSignInProviders(env, sandboxes).faults;
const KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

describe('configuration', () => {
  test('any number of providers, ready-made ones by their name', () => {
    const all = connectAll({
      OIDC_GOOGLE_CLIENT_ID: 'a',
      OIDC_GOOGLE_CLIENT_SECRET: 'b',
      OIDC_GITHUB_CLIENT_ID: 'a',
      OIDC_GITHUB_CLIENT_SECRET: 'b',
      OIDC_MICROSOFT_CLIENT_ID: 'a',
      OIDC_MICROSOFT_CLIENT_SECRET: 'b',
      OIDC_APPLE_CLIENT_ID: 'a',
      OIDC_APPLE_TEAM_ID: 'T',
      OIDC_APPLE_KEY_ID: 'K',
      OIDC_APPLE_PRIVATE_KEY: KEY.replaceAll('\n', String.raw`\n`),
      OIDC_GITLAB_CLIENT_ID: 'a',
      OIDC_GITLAB_CLIENT_SECRET: 'b',
      OIDC_MY_CORP_ISSUER: 'https://login.corp.example/realms/main',
      OIDC_MY_CORP_CLIENT_ID: 'a',
      OIDC_MY_CORP_LABEL: 'Corp account',
      OIDC_OKTA_ISSUER: 'https://corp.okta.com',
      OIDC_OKTA_CLIENT_ID: 'a',
    });
    expect(all.map(({ id, label, icon, returnsBy }) => [id, label, icon, returnsBy])).toEqual([
      ['google', 'Google', 'google', 'query'],
      ['github', 'GitHub', 'github', 'query'],
      ['microsoft', 'Microsoft', 'microsoft', 'query'],
      ['apple', 'Apple', 'apple', 'form'],
      ['gitlab', 'GitLab', 'gitlab', 'query'],
      ['my-corp', 'Corp account', null, 'query'],
      ['okta', 'OKTA', null, 'query'],
    ]);
  });

  test('a fault names its variable and never its value', () => {
    expect(
      faultsOf({
        OIDC_CORP_CLIENT_ID: 'a',
        OIDC_CORP_ISSUER: 'http://corp.example/s3cret',
        OIDC_CORP_ADMIN_CLAIM: 's3cret',
        OIDC_GOOGLE_CLIENT_ID: 'a',
        OIDC_APPLE_CLIENT_ID: 'a',
        OIDC_APPLE_TEAM_ID: 'T',
        OIDC_APPLE_KEY_ID: 'K',
        OIDC_APPLE_PRIVATE_KEY: 's3cret',
        OIDC_CORP_COLOUR: 's3cret',
      }),
    ).toEqual([
      expect.stringMatching(/^OIDC_CORP_COLOUR is not known/),
      expect.stringMatching(/^OIDC_CORP_ADMIN_CLAIM: must be claim=value/),
      expect.stringMatching(/^OIDC_CORP_ISSUER: must be a web address that begins with https/),
      'OIDC_GOOGLE_CLIENT_SECRET is not set',
      expect.stringMatching(/^OIDC_APPLE_PRIVATE_KEY: must be the key file/),
    ]);
  });

  test.each(['common', 'organizations', 'consumers', undefined])(
    'where every tenant may sign in (%s), no claim gives rights: each could write it',
    (tenant) => {
      const microsoft = { OIDC_MICROSOFT_CLIENT_ID: 'a', OIDC_MICROSOFT_CLIENT_SECRET: 'b' };
      const env = { ...microsoft, ...(tenant && { OIDC_MICROSOFT_TENANT: tenant }) };
      expect(faultsOf(env)).toEqual([]);
      expect(faultsOf({ ...env, OIDC_MICROSOFT_ADMIN_CLAIM: 'roles=a', OIDC_MICROSOFT_BASIC_CLAIM: 'x=y' })).toEqual([
        expect.stringMatching(/^OIDC_MICROSOFT_ADMIN_CLAIM: needs the id of your own tenant/),
        expect.stringMatching(/^OIDC_MICROSOFT_BASIC_CLAIM/),
      ]);
      expect(faultsOf({ ...env, OIDC_MICROSOFT_GROUPS_CLAIM: 'groups' })).toEqual([
        expect.stringMatching(/^OIDC_MICROSOFT_GROUPS_CLAIM: needs the id of your own tenant/),
      ]);
      const corp = { OIDC_CORP_CLIENT_ID: 'a', OIDC_CORP_PREMIUM_CLAIM: 'roles=a' };
      const issuer = `https://login.microsoftonline.com/${tenant ?? 'COMMON'}/v2.0`;
      expect(faultsOf({ ...corp, OIDC_CORP_ISSUER: issuer })).toHaveLength(1);
      const own = { ...env, OIDC_MICROSOFT_TENANT: TENANT, OIDC_MICROSOFT_ADMIN_CLAIM: 'roles=a' };
      expect(faultsOf(own)).toEqual([]);
    },
  );

  test('a server of GitHub’s software needs https, as issuers do', () => {
    const github = { OIDC_GITHUB_CLIENT_ID: 'a', OIDC_GITHUB_CLIENT_SECRET: 'b' };
    expect(faultsOf({ ...github, OIDC_GITHUB_ISSUER: 'http://github.corp.example' })).toHaveLength(1);
    expect(faultsOf({ ...github, OIDC_GITHUB_ISSUER: 'https://github.corp.example/' })).toEqual([]);
  });

  test('the sandbox serves where nothing is set and sandboxes may, and real installations refuse it', () => {
    const ids = (env: Record<string, string>, sandboxes: boolean) =>
      selectSignInProviders(env, sandboxes).providers.map((connect) => connect(deps).id);
    const corp = { OIDC_CORP_ISSUER: 'https://corp.example', OIDC_CORP_CLIENT_ID: 'a' };
    expect(ids({}, true)).toEqual(['sandbox']);
    expect(ids({}, false)).toEqual([]);
    expect(ids({ OIDC: 'off' }, true)).toEqual([]);
    expect(ids(corp, true)).toEqual(['corp']);
    expect(ids({ ...corp, OIDC: 'sandbox' }, true)).toEqual(['corp', 'sandbox']);
    expect(faultsOf({ OIDC: 'sandbox' })).toEqual([expect.stringContaining('the sandbox serves only where')]);
    expect(faultsOf({ OIDC: 'on' }, true)).toEqual(['OIDC must be off or sandbox']);
  });
});

test('a claim may be nested, have dots in its name, or be no list', () => {
  const rules = (claim: string) => ({
    admin: { claim, values: ['yes'] },
    basic: undefined,
    premium: undefined,
    groups: undefined,
  });
  const claims = {
    realm: { roles: ['yes'] },
    'https://x.example/roles': ['yes'],
    flag: 'yes',
    groups: ['YES', 'yes '],
  };
  const isAdmin = (claim: string) => toRights(claims, rules(claim)).isAdmin;
  expect([isAdmin('realm.roles'), isAdmin('https://x.example/roles'), isAdmin('flag')]).toEqual([true, true, true]);
  for (const claim of ['groups', 'realm', 'roles', 'constructor.name', '__proto__', 'flag.length'])
    expect(isAdmin(claim)).toBe(false);
});

describe('Apple', () => {
  test('proves itself with a token of five minutes that its key signed', async () => {
    const key = {
      teamId: 'T',
      keyId: 'K',
      privateKey: KEY,
      clientId: 'com.parley',
      issuer: 'https://appleid.apple.com',
    };
    const body = new URLSearchParams();
    await appleAuthentication(key, clock)({ issuer: key.issuer }, { client_id: key.clientId }, body, new Headers());
    const now = Math.floor(clock.now() / 1000);
    expect(decodeJwt(body.get('client_secret') ?? '')).toEqual({
      iss: 'T',
      sub: 'com.parley',
      aud: 'https://appleid.apple.com',
      iat: now,
      exp: now + 300,
    });
  });

  test('sends the name beside the token, once', () => {
    const name = (user: string) => findAppleName(new URLSearchParams({ user }));
    expect(name('{"name":{"firstName":"Ann","lastName":"Lee"}}')).toBe('Ann Lee');
    for (const odd of ['', 'no JSON', '{}', '{"name":"Ann"}', '{"name":{}}']) expect(name(odd)).toBeNull();
  });
});

describe('GitHub', () => {
  const RETURN_URL = 'https://parley.example/api/auth/oidc/github/callback';
  const attempt = { state: 'a state', nonce: 'a nonce', verifier: 'v'.repeat(64) };
  const answer = () => new URLSearchParams({ code: 'a-code', state: attempt.state });
  let service: WebService;
  let emails: object[];

  beforeEach(async () => {
    emails = [
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'robin@example.com', primary: true, verified: true },
    ];
    service = await startWebService(({ path }) => {
      if (path === '/login/oauth/access_token') return { json: { access_token: 't0ken', token_type: 'bearer' } };
      return { json: path === '/api/v3/user' ? { id: 7, login: 'robin', name: null } : emails };
    });
  });
  afterEach(() => service.close());

  const connect = () => {
    const [github] = connectAll({
      OIDC_GITHUB_ISSUER: service.url,
      OIDC_GITHUB_CLIENT_ID: 'id',
      OIDC_GITHUB_CLIENT_SECRET: 'secret',
      OIDC_GITHUB_ADMIN_CLAIM: 'login=robin',
    });
    if (!github) throw new Error('not connected');
    return github;
  };
  const identify = () => connect().identify(answer(), attempt, RETURN_URL);

  test('is asked by OAuth 2 with PKCE, and its API says who somebody is', async () => {
    const url = new URL(await connect().buildUrl(attempt, RETURN_URL));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'id',
      redirect_uri: RETURN_URL,
      scope: 'read:user user:email',
      state: attempt.state,
      code_challenge_method: 'S256',
    });
    expect(await identify()).toEqual({
      key: `github:${service.url} 7`,
      provider: 'github',
      email: 'robin@example.com',
      emailVerified: true,
      name: 'robin',
      rights: { isAdmin: true, tier: undefined },
    });
    const [exchange] = service.calls;
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toMatchObject({
      code: 'a-code',
      code_verifier: attempt.verifier,
      redirect_uri: RETURN_URL,
    });
    expect(service.calls.slice(1).map(({ headers }) => headers.authorization)).toEqual([
      'Bearer t0ken',
      'Bearer t0ken',
    ]);
  });

  test('an address that it has not verified counts as none', async () => {
    emails = [{ email: 'robin@example.com', primary: true, verified: false }];
    expect(await identify()).toMatchObject({ email: null, emailVerified: false });
  });

  test('its refusals and faults are told apart', async () => {
    const { answer: good } = service;
    service.answer = () => ({ json: { error: 'bad_verification_code' } });
    await expect(identify()).rejects.toMatchObject({ kind: 'unauthenticated' });
    service.answer = (call) => (call.path === '/api/v3/user' ? { status: 502, json: {} } : good(call));
    await expect(identify()).rejects.toMatchObject({ code: 'SIGN_IN_PROVIDER_DOWN' });
    service.answer = () => undefined;
    await expect(identify()).rejects.toMatchObject({ code: 'SIGN_IN_PROVIDER_DOWN' });
    await expect(
      connect().identify(new URLSearchParams({ code: 'a-code', state: 'other' }), attempt, RETURN_URL),
    ).rejects.toMatchObject({ code: 'SIGN_IN_NOT_PROVEN' });
  });
});
