import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { jest } from '@jest/globals';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import type { Configuration, JWK } from 'oidc-provider';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

export interface OidcServer {
  readonly issuer: string;
  /** The claims of the one person, beside `sub`. */
  person: Record<string, unknown>;
  /** Claims that the token has instead of the true ones. */
  forged: JWTPayload;
  /** `unpublished`: tokens are signed by a key that nobody can fetch. */
  signer: 'first' | 'second' | 'unpublished';
  /** The keys that can be fetched. */
  published: ('first' | 'second')[];
  isDown: boolean;
  /** Paths. */
  readonly calls: string[];
  /** Walks from the provider's page to the return: its query. */
  walk(url: string): Promise<URLSearchParams>;
  close(): Promise<void>;
}

const newPair = () => generateKeyPair('RS256', { extractable: true });
const createPairs = async () => {
  const [first, second, unpublished] = await Promise.all([newPair(), newPair(), newPair()]);
  return { first, second, unpublished };
};
/** Each takes a fifth of a second of a core, so all servers of a test file have the same. */
let createdPairs: ReturnType<typeof createPairs> | undefined;

const keyOf = async (pair: Pair, kid: string): Promise<JWK> => ({
  ...(await exportJWK(pair.privateKey)),
  kid,
  alg: 'RS256',
  use: 'sig',
});

/** It warns of its store in memory and of old versions of Node. */
export const quietly = async <T>(work: () => Promise<T>): Promise<T> => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  try {
    return await work();
  } finally {
    warn.mockRestore();
  }
};

/** Follows redirects of one host with its cookies, up to the first to another. */
const walk = async (start: string): Promise<URLSearchParams> => {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hop = 0; hop < 10; hop += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`No redirect: ${response.status} ${await response.text()}`);
    const next = new URL(location, url);
    if (next.host !== new URL(start).host) return next.searchParams;
    url = next.href;
  }
  throw new Error('Too many redirects');
};

/**
 * The certified provider of the npm registry, with one person who agrees to everything. `inUserInfo`: her claims are at
 * the userinfo endpoint only.
 */
export const startOidcServer = async (redirectUri: string, { inUserInfo = false } = {}): Promise<OidcServer> => {
  const pairs = await (createdPairs ??= createPairs());
  const { first, second } = pairs;
  const publicKeys = {
    first: { ...(await exportJWK(first.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' },
    second: { ...(await exportJWK(second.publicKey)), kid: 'second', alg: 'RS256', use: 'sig' },
  };
  const server = createServer((request, response) => {
    state.calls.push(request.url?.split('?')[0] ?? '');
    if (state.isDown) return void request.socket.destroy();
    return void provider.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: OidcServer = {
    issuer,
    person: {},
    forged: {},
    signer: 'first',
    published: ['first'],
    isDown: false,
    calls: [],
    walk,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const { Provider } = await quietly(() => import('oidc-provider'));
  const configuration: Configuration = {
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    clients: [{ client_id: 'parley', client_secret: 'a-client-secret', redirect_uris: [redirectUri] }],
    jwks: { keys: [await keyOf(first, 'first')] },
    cookies: { keys: ['a cookie key'] },
    conformIdTokenClaims: inUserInfo,
    features: { devInteractions: { enabled: false } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...state.person }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: 'robin' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
  const provider = await quietly(async () => new Provider(issuer, configuration));
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/'))
      return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: 'robin' } });
    await next();
    if (ctx.path === '/jwks') ctx.body = { keys: state.published.map((name) => publicKeys[name]) };
    const body: unknown = ctx.body;
    if (ctx.path !== '/token' || typeof body !== 'object' || body === null || !('id_token' in body)) return undefined;
    const kid = state.signer === 'unpublished' ? 'first' : state.signer;
    ctx.body = {
      ...body,
      id_token: await new SignJWT({ ...decodeJwt(String(body.id_token)), ...state.forged })
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(pairs[state.signer].privateKey),
    };
    return undefined;
  });
  return state;
};
