import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Configuration } from 'oidc-provider';

import type { McpServer } from './mcp-server.ts';
import { quietly } from './oidc-server.ts';

const page = (uid: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta name="viewport" content="width=device-width">
    <title>Allow access?</title>
  </head>
  <body>
    <h1>May Parley use your notes?</h1>
    <form method="post" action="/interaction/${uid}">
      <button name="answer" value="yes">Allow</button>
      <button name="answer" value="no">Refuse</button>
    </form>
  </body>
</html>`;

export interface OAuthServer {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Gives a server of tools an authorization server: the certified one of the npm registry, with a page where a person
 * agrees or refuses, registration and PKCE.
 */
export const startOAuthServer = async (tools: McpServer): Promise<OAuthServer> => {
  const server = createServer((request, response) => void provider.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { Provider } = await quietly(() => import('oidc-provider'));
  const configuration: Configuration = {
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 60,
      IdToken: 60,
      Interaction: 60,
      RefreshToken: 60,
      Session: 60,
    },
    scopes: ['openid', 'offline_access', 'tools'],
    cookies: { keys: ['a cookie key'] },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: 'tools', accessTokenFormat: 'opaque' }),
        useGrantedResource: () => true,
      },
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: 'robin' });
      grant.addResourceScope(tools.url, 'tools');
      grant.addOIDCScope('tools offline_access');
      await grant.save();
      return grant;
    },
  };
  const provider = await quietly(async () => new Provider(origin, configuration));
  const valid = new Set<string>();
  provider.on('access_token.saved', ({ jti }) => valid.add(jti));
  provider.use(async (ctx, next) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(ctx.path)?.[1];
    if (uid === undefined) return next();
    if (ctx.method === 'GET') {
      ctx.type = 'html';
      ctx.body = page(uid);
      return undefined;
    }
    let body = '';
    for await (const chunk of ctx.req) body += String(chunk);
    const isAllowed = new URLSearchParams(body).get('answer') === 'yes';
    const result = isAllowed ? { login: { accountId: 'robin' }, consent: {} } : { error: 'access_denied' };
    return provider.interactionFinished(ctx.req, ctx.res, result);
  });

  const described = '/.well-known/oauth-protected-resource/mcp';
  tools.routes.set(described, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ resource: tools.url, authorization_servers: [origin], scopes_supported: ['tools'] }));
  });
  tools.refuses = ({ headers }) => {
    if (valid.has((headers.authorization ?? '').replace(/^Bearer /, ''))) return undefined;
    return {
      status: 401,
      headers: { 'www-authenticate': `Bearer resource_metadata="${tools.origin}${described}"` },
    };
  };
  return {
    origin,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
