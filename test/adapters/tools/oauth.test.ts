import {
  ToolScopeNeeded,
  ToolServerUnreachable,
  ToolSignInFailed,
  ToolSignInNeeded,
} from '../../../src/domain/tools/errors.ts';
import { aServerTool, type InMemoryTools } from '../../fakes/tools.ts';
import { eventually } from '../../product/client.ts';
import { protect } from '../../vendors/mcp-server.ts';
import { at, callAll, connections, never, started, text } from './harness.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('OAuth', () => {
  const signIn = async (more: { memory?: InMemoryTools } = {}) => {
    const server = await started();
    const page = protect(server);
    const { tools, memory } = connections(more);
    const target = at(server, { auth: 'oauth' });
    const begun = await tools.beginSignIn(target, 'the-state', never);
    const agree = async ({ url, pending } = begun) => {
      const access = await tools.finishSignIn(target, pending, page.agree(url), never);
      await memory.secretStore.saveAccess('server', 'ann', access);
    };
    return { server, page, tools, memory, target, begun, agree };
  };

  test('access is asked for with PKCE, state and resource, and sent with each request', async () => {
    const { server, page, tools, target, begun, agree, memory } = await signIn();
    const query = new URL(begun.url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      client_id: 'client-1',
      code_challenge_method: 'S256',
      state: 'the-state',
      resource: server.url,
      redirect_uri: 'https://parley.example/api/tools/oauth/callback',
      scope: 'tools',
    });
    await agree();
    expect(page.tokenRequests[0]?.get('code_verifier')).toMatch(/^.{43,}$/);
    expect(page.tokenRequests[0]?.get('resource')).toBe(server.url);
    expect(await tools.readTools(target, never)).toHaveLength(1);
    expect(server.headers.at(-1)?.authorization).toMatch(/^Bearer access-/);
    await expect(tools.readTools({ ...target, uid: 'bob' }, never)).rejects.toThrow(ToolSignInNeeded);
    await tools.beginSignIn(target, 'again', never);
    expect(page.registrations).toHaveLength(1);
    expect(await memory.secretStore.listAccess('ann')).toEqual(['server']);
  });

  test('an expired token is refreshed, once for parallel calls; a refused refresh asks the person', async () => {
    const { server, page, tools, target, agree } = await signIn();
    await agree();
    page.valid.clear();
    await Promise.all([callAll(tools, target), callAll(tools, target)]);
    expect(page.tokenRequests.filter((form) => form.get('grant_type') === 'refresh_token')).toHaveLength(1);
    page.valid.clear();
    page.refusesRefresh = true;
    await expect(callAll(tools, target)).rejects.toThrow(ToolSignInNeeded);
    server.routes.set('/token', (_, response) => void response.writeHead(500).end());
    await expect(callAll(tools, target)).rejects.not.toThrow(ToolSignInNeeded); // it may come back
  });

  test('what is issued when the account has the access no more is revoked and not stored', async () => {
    const { server, page, tools, target, agree, memory } = await signIn();
    await agree();
    const token = server.routes.get('/token');
    server.routes.set('/token', (...request) => {
      void memory.secretStore.removeAccess('server', 'ann').then(() => token?.(...request));
    });
    page.valid.clear();
    await expect(callAll(tools, target)).rejects.toThrow(ToolSignInNeeded);
    await eventually(() => page.revocations.length === 2);
    expect([memory.access.size, page.valid.size]).toEqual([0, 0]);
  });

  test('an authorization server that forgot this installation is asked to register it anew', async () => {
    const { server, page, tools, target, agree } = await signIn();
    await agree();
    page.valid.clear();
    server.routes.set('/token', (_, response) => {
      response.writeHead(401, JSON_TYPE).end('{"error":"invalid_client"}');
    });
    await expect(callAll(tools, target)).rejects.toThrow(ToolSignInNeeded);
    const { url } = await tools.beginSignIn(target, 'again', never);
    expect(new URL(url).searchParams.get('client_id')).toBe('client-2');
    expect(page.registrations).toHaveLength(2);
  });

  test('a tool that needs more access fails alone, and the next sign-in asks for it', async () => {
    const { server, tools, target, agree, begun, memory } = await signIn();
    await agree();
    server.play = ({ name, response }) => {
      if (name === 'echo') return text('still there');
      const challenge = `Bearer error="insufficient_scope", scope="tools ${name}"`;
      response.writeHead(403, { 'www-authenticate': challenge }).end();
      return undefined;
    };
    for (const name of ['admin', 'mail'])
      await expect(callAll(tools, target, { tool: aServerTool({ name }) })).rejects.toThrow(ToolScopeNeeded);
    expect((await callAll(tools, target)).outcome.isError).toBe(false);
    const scopeOf = (url: string) => new URL(url).searchParams.get('scope');
    const again = await tools.beginSignIn(target, 'again', never);
    const bobs = await tools.beginSignIn({ ...target, uid: 'bob' }, 'bobs', never);
    expect([begun, again, bobs].map(({ url }) => scopeOf(url))).toEqual(['tools', 'tools admin mail', 'tools']);
    expect(memory.access.size).toBe(1);
  });

  test('an access that is over is revoked where the server has an endpoint for it, which need not answer', async () => {
    const { server, page, tools, agree, memory } = await signIn();
    await agree();
    const access = (await memory.secretStore.findAccess('server', 'ann')) ?? '';
    await tools.revokeAccess(['{}', 'no access', access], never);
    expect(page.revocations.map((form) => Object.fromEntries(form))).toEqual([
      { token: expect.stringMatching(/^refresh-/), token_type_hint: 'refresh_token', client_id: 'client-1' },
      { token: expect.stringMatching(/^access-/), token_type_hint: 'access_token', client_id: 'client-1' },
    ]);
    expect(page.valid.size).toBe(0);
    await server.close();
    await tools.revokeAccess([access], never);
  });

  test('nothing is revoked where there is no endpoint, or at an address that is not public', async () => {
    const { page, tools, agree, memory } = await signIn();
    await agree();
    const access = (await memory.secretStore.findAccess('server', 'ann')) ?? '';
    const inner = access.replace(/"revocation_endpoint":"[^"]*"/, '"revocation_endpoint":"http://10.0.0.1/revoke"');
    const none = access.replace('revocation_endpoint"', 'other_endpoint"');
    await tools.revokeAccess([inner, none], never);
    expect([page.revocations, inner === access, none === access]).toEqual([[], false, false]);
  });

  test('an answer of another issuer, a refusal and a forged code give nothing', async () => {
    const { page, tools, memory, target, begun } = await signIn();
    page.claims = 'https://evil.example';
    const mixedUp = page.agree(begun.url);
    const noIssuer = new URLSearchParams({ code: 'x' });
    const refused = new URLSearchParams({ error: 'access_denied', iss: page.issuer });
    const forged = new URLSearchParams({ code: 'guessed', iss: page.issuer });
    for (const answer of [mixedUp, noIssuer, refused, forged])
      await expect(tools.finishSignIn(target, begun.pending, answer, never)).rejects.toThrow(ToolSignInFailed);
    expect(page.tokenRequests).toHaveLength(1); // the forged code only
    expect(memory.access.size).toBe(0);
  });

  test('a server that asks for access to another one, or sends to a page that is none, is refused', async () => {
    const server = await started();
    const page = protect(server);
    const { tools } = connections();
    const target = at(server, { auth: 'oauth' });
    const describing = (more: object) =>
      server.routes.set(
        '/.well-known/oauth-protected-resource/mcp',
        (_, response) =>
          void response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ authorization_servers: [page.issuer], ...more })),
      );
    describing({ resource: 'https://bank.example/mcp' });
    await expect(tools.beginSignIn(target, 's', never)).rejects.toThrow(ToolServerUnreachable);
    describing({ resource: server.url });
    const good = {
      issuer: page.issuer,
      authorization_endpoint: `${page.issuer}/authorize`,
      token_endpoint: `${page.issuer}/token`,
      registration_endpoint: `${page.issuer}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    };
    const answering = (more: object) => {
      const body = JSON.stringify({ ...good, ...more });
      server.routes.set('/.well-known/oauth-authorization-server', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      });
    };
    for (const bad of [
      { issuer: 'https://other.example' },
      { authorization_endpoint: 'javascript:alert(1)' },
      { registration_endpoint: undefined },
      { registration_endpoint: 'http://10.0.0.1/register' },
    ]) {
      answering(bad);
      await expect(tools.beginSignIn(target, 's', never)).rejects.toThrow(ToolServerUnreachable);
    }
    expect(page.registrations).toEqual([]);
    answering({ authorization_endpoint: 'ms-settings:privacy' });
    await expect(tools.beginSignIn(target, 's', never)).rejects.toThrow(ToolServerUnreachable);
  });
});
