import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { ConnectedTools } from '../../../../src/domain/tools/ports.ts';
import { ToolNotUsable } from '../../../../src/domain/tools/errors.ts';
import { combineGroups } from '../../../../src/shared/group-rights.ts';
import { aGroup, someTerms } from '../../../fakes/groups.ts';
import { newId, type Answer } from '../../../product/client.ts';
import { DEFAULT_TOOL_SETTINGS } from '../../../../src/shared/settings/tools.ts';
import { until } from '../../../domain/chat/harness.ts';
import { newAdmin, newSomebody } from '../../../product/admin.ts';
import { describeProduct } from '../../../product/describe-product.ts';
import { setPlan } from '../../../product/premium.ts';
import { type McpServer, protect, startMcpServer } from '../../../vendors/mcp-server.ts';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'parley-tools-'));
const file = join(folder, 'servers.json');
const missing = { command: '/nowhere/program', env: { TOKEN: 'PROGRAMSECRET' }, audience: { tiers: ['premium'] } };
writeFileSync(file, JSON.stringify({ mcpServers: { missing } }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ok = ({ status, json }: Answer): Answer['json'] => {
  expect([status, json]).toEqual([status < 300 ? status : 200, json]);
  return json;
};

describeProduct({ env: { OUTBOUND_ALLOWED: '127.0.0.0/8', TOOL_SERVERS_FILE: file } }, (product) => {
  let vendor: McpServer;
  beforeEach(async () => {
    vendor = await startMcpServer();
  });
  afterEach(() => vendor.close());

  const allowOwn = async (): Promise<Awaited<ReturnType<typeof newAdmin>>> => {
    const admin = await newAdmin(product());
    const ownServers = { free: true, basic: true, premium: true };
    ok(await admin.post('/api/admin/tools-config', { ...DEFAULT_TOOL_SETTINGS, ownServers }));
    return admin;
  };
  const SECRET = 'THE-HEADER-SECRET';
  const entered = () => ({
    name: 'Fake',
    url: vendor.url,
    auth: 'headers',
    headers: [{ name: 'X-Key', value: SECRET }],
  });
  const requesterOf = (uid: string) => ({ kind: 'user', uid, tier: 'free', isAdmin: false, verified: true }) as const;

  test('a person adds a server, chooses what its tools may do, and a reply can use them', async () => {
    await allowOwn();
    const ann = await newSomebody(product());
    expect(ok(await ann.get('/api/tools'))).toEqual({ enabled: true, mayAdd: true, servers: [] });
    const added = await ann.post('/api/tools/servers', entered());
    expect(added.status).toBe(201);
    const { server } = added.json;
    expect(server).toMatchObject({
      name: 'Fake',
      origin: 'own',
      url: vendor.url,
      headerNames: ['X-Key'],
      state: 'ready',
      problem: null,
      tools: [{ name: 'echo', mode: 'auto', readOnly: true, changed: false }],
    });
    const path = `/api/tools/servers/${server.id}`;
    const choose = (mode: string, { digest }: { digest: string } = server.tools[0]) =>
      ann.send('PUT', `${path}/mode`, { tool: 'echo', mode, digest });
    expect(ok(await choose('auto')).server.tools[0].mode).toBe('auto');
    vendor.tools = [{ name: 'echo', description: 'Now sends mail' }];
    const [changed] = ok(await ann.post(`${path}/refresh`, {})).server.tools;
    expect(changed).toMatchObject({ mode: 'ask', changed: true });
    const refused = await choose('auto'); // what was shown before
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { code: 'TOOL_CHANGED', tool: { description: 'Now sends mail', digest: changed.digest } },
    ]);
    expect(ok(await choose('ask', changed)).server.tools).toMatchObject([{ mode: 'ask', changed: false }]);

    const tools = product().running.container.get(ConnectedTools);
    const [usable] = await tools.listUsable(requesterOf(ann.uid), [server.id]);
    expect(usable).toMatchObject({ serverName: 'Fake', mode: 'ask', tool: { description: 'Now sends mail' } });
    const signal = new AbortController().signal;
    const call = tools.call({
      requester: requesterOf(ann.uid),
      serverId: server.id,
      tool: 'echo',
      arguments: { a: 1 },
      digest: usable?.tool.digest ?? '',
      address: usable?.address ?? '',
      signal,
    });
    expect(await call.next()).toEqual({
      done: true,
      value: { isError: false, content: [{ kind: 'text', text: '{"a":1}' }] },
    });
    expect(vendor.headers.at(-1)?.['x-key']).toBe(SECRET);

    const bob = await newSomebody(product());
    expect(ok(await bob.get('/api/tools')).servers).toEqual([]);
    expect((await bob.send('DELETE', path)).status).toBe(404);
    const exported = await ann.get('/api/account/export?format=json');
    expect(exported.json.toolServers).toMatchObject([{ name: 'Fake', url: vendor.url, headers: ['X-Key'] }]);
    expect(exported.json.toolModes).toEqual([{ serverId: server.id, tool: 'echo', mode: 'ask' }]);
    const stored = await product().database.connection('tool_secrets').select('sealed');
    const shown = JSON.stringify([added.json, ok(await ann.get('/api/tools')), exported.json, stored]);
    expect(shown).not.toContain(SECRET);
    ok(await ann.send('DELETE', path));
    expect(ok(await ann.get('/api/tools')).servers).toEqual([]);
  });

  test('an admin adds a server for a plan, sees who uses it, and limits a tool', async () => {
    const admin = await allowOwn();
    const audience = { tiers: ['premium'], groups: null };
    const { server } = ok(await admin.post('/api/admin/tool-servers', { ...entered(), audience }));
    expect(server).toMatchObject({
      enabled: true,
      users: 0,
      audience,
      headerNames: ['X-Key'],
      tools: [{ mode: 'auto' }],
    });
    const path = `/api/admin/tool-servers/${server.id}`;
    const chosen = { tool: 'echo', mode: 'ask', digest: server.tools[0].digest };
    const stale = await admin.send('PUT', `${path}/mode`, { ...chosen, digest: 'another' });
    expect([stale.status, stale.json.code]).toEqual([409, 'TOOL_CHANGED']);
    const limited = ok(await admin.send('PUT', `${path}/mode`, chosen));
    expect(limited.server.tools[0].mode).toBe('ask');
    const [free, premium] = [await newSomebody(product()), await newSomebody(product())];
    await setPlan(product(), premium.email, 'premium');
    const named = (answer: Answer) => ok(answer).servers.filter(({ name }: { name: string }) => name === 'Fake');
    expect(named(await free.get('/api/tools'))).toEqual([]);
    expect(named(await premium.get('/api/tools'))).toMatchObject([
      { url: null, headerNames: [], tools: [{ mode: 'ask' }] },
    ]);
    const changed = { ...entered(), headers: [{ name: 'X-Key' }], enabled: false, audience };
    const { name, url, auth, headerNames } = server;
    const before = { name, url, auth, headerNames, enabled: true, audience };
    ok(await admin.send('PUT', path, { ...changed, before }));
    const late = await admin.send('PUT', path, { ...changed, enabled: true, before });
    expect([late.status, late.json.error]).toEqual([409, expect.stringContaining('Another admin has changed this')]);
    expect(named(await premium.get('/api/tools'))).toEqual([]);
    const actions = ok(await admin.get('/api/admin/audit?action=tool-server.change')).entries;
    expect(JSON.stringify(actions)).not.toContain(SECRET);
    expect(actions.length).toBeGreaterThanOrEqual(2);
    const listed = ok(await admin.get('/api/admin/tool-servers')).servers;
    expect(listed.map(({ origin, name }: { origin: string; name: string }) => [origin, name])).toEqual([
      ['admin', 'Fake'],
      ['operator', 'missing'],
    ]);
    expect(JSON.stringify(listed)).not.toContain('PROGRAMSECRET');
    const program = listed.find(({ origin }: { origin: string }) => origin === 'operator');
    const shown = { name: 'missing', url: null, auth: program.auth, headerNames: program.headerNames, enabled: true };
    const offer = (tiers: readonly string[]) =>
      admin.send('PUT', '/api/admin/tool-servers/operator:missing', {
        ...entered(),
        audience: { tiers, groups: null },
        before: { ...shown, audience: program.audience },
      });
    expect([(await offer(['basic', 'premium'])).status, (await offer(['free'])).status]).toEqual([200, 409]);
    expect((await admin.send('DELETE', `/api/admin/tool-servers/operator:missing`)).status).toBe(400);
    ok(await admin.send('DELETE', path));
  });

  test('a member who leaves the server’s group, or is suspended, can use it no more', async () => {
    const admin = await allowOwn();
    const ann = await newSomebody(product());
    const group = ok(await admin.post('/api/admin/groups', someTerms({ name: newId() }))).id;
    ok(await admin.post(`/api/admin/groups/${group}/members`, { uids: [ann.uid] }));
    const audience = { tiers: null, groups: [group] };
    const { server } = ok(await admin.post('/api/admin/tool-servers', { ...entered(), audience }));
    const tools = product().running.container.get(ConnectedTools);
    const asked = { ...requesterOf(ann.uid), rights: combineGroups([aGroup({ id: group })]) };
    const named = () => tools.listUsable(asked, [server.id]);
    const [usable] = await named();
    expect(usable?.serverName).toBe('Fake');
    ok(await admin.post(`/api/admin/user/${ann.uid}/suspend`, { reason: 'Under review' }));
    expect(await named()).toEqual([]);
    ok(await admin.post(`/api/admin/user/${ann.uid}/resume`, { reason: 'Reviewed' }));
    expect((await named()).length).toBe(1);
    ok(await admin.send('DELETE', `/api/admin/groups/${group}/members/${ann.uid}`));
    const identity = {
      serverId: server.id,
      tool: 'echo',
      digest: usable?.tool.digest ?? '',
      address: usable?.address ?? '',
    };
    const { signal } = new AbortController();
    const call = tools.call({ requester: asked, ...identity, arguments: {}, signal });
    await expect(call.next()).rejects.toThrow(ToolNotUsable);
    expect([await named(), await tools.modeOf(asked, identity)]).toEqual([[], undefined]);
    ok(await admin.send('DELETE', `/api/admin/tool-servers/${server.id}`));
  });

  test('a private address that the operator did not list is not contacted, and says so', async () => {
    await allowOwn();
    const ann = await newSomebody(product());
    for (const url of ['http://10.0.0.1/mcp', 'http://169.254.169.254/latest']) {
      const { server } = ok(await ann.post('/api/tools/servers', { name: 'Inner', url }));
      expect(server).toMatchObject({ state: 'unreachable', problem: { code: 'not-public', status: null }, tools: [] });
    }
    expect((await ann.post('/api/tools/servers', { name: 'x', url: 'file:///etc/passwd' })).status).toBe(400);
  });

  test('a program that cannot be started makes no answer wait, and only the plan of the file has it', async () => {
    const premium = await newSomebody(product());
    await setPlan(product(), premium.email, 'premium');
    const { servers } = ok(await premium.get('/api/tools'));
    expect(servers).toMatchObject([{ name: 'missing', origin: 'operator', state: 'unreachable', url: null }]);
    const free = await newSomebody(product());
    expect(ok(await free.get('/api/tools')).servers).toEqual([]);
  });

  describe('a server with a page of its own', () => {
    const began = async () => {
      await allowOwn();
      const page = protect(vendor);
      const ann = await newSomebody(product());
      const { server } = ok(await ann.post('/api/tools/servers', { name: 'Fake', url: vendor.url, auth: 'oauth' }));
      expect(server).toMatchObject({ state: 'sign-in', signedIn: false });
      const answer = await ann.post(`/api/tools/servers/${server.id}/sign-in`, {});
      const cookie = (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '';
      const state = async () => ok(await ann.get('/api/tools')).servers[0];
      return {
        page,
        ann,
        server,
        url: String(ok(answer).url),
        cookie,
        setCookie: answer.headers.getSetCookie()[0],
        state,
      };
    };
    const back = async (query: URLSearchParams, cookie: string): Promise<string> => {
      const headers = { cookie };
      const url = `${product().url}/api/tools/oauth/callback?${query}`;
      const response = await fetch(url, { redirect: 'manual', headers });
      expect(response.status).toBe(302);
      return response.headers.get('location') ?? '';
    };

    test('gives access to the account that began, in its browser, until it signs out', async () => {
      const { page, ann, server, url, cookie, setCookie, state } = await began();
      expect(setCookie).toMatch(/HttpOnly; SameSite=Lax/);
      expect(url).toContain('code_challenge_method=S256');
      expect(await back(page.agree(url), cookie)).toMatch(/\/\?tool-sign-in=done#\/settings\/tools$/);
      expect(await state()).toMatchObject({ state: 'ready', signedIn: true, tools: [{ name: 'echo' }] });
      const stored = JSON.stringify(await product().database.connection('tool_secrets').select('sealed'));
      expect(stored).not.toMatch(/access-\d|refresh-\d/);
      ok(await ann.post(`/api/tools/servers/${server.id}/sign-out`, {}));
      await until(() => page.revocations.length === 2);
      expect(await state()).toMatchObject({ state: 'sign-in', signedIn: false, tools: [] });
    });

    test('gives nothing in another browser, twice, with a guessed state or by another issuer', async () => {
      const { page, url, cookie, state } = await began();
      const query = page.agree(url);
      expect(await back(query, '')).toContain('=lost');
      expect(await back(new URLSearchParams({ ...Object.fromEntries(query), state: 'guessed' }), cookie)).toContain(
        '=lost',
      );
      page.claims = 'https://evil.example';
      expect(await back(page.agree(url), cookie)).toContain('=refused');
      expect(await back(query, cookie)).toContain('=lost'); // the attempt is spent
      expect(await state()).toMatchObject({ state: 'sign-in', signedIn: false });
      expect(page.tokenRequests).toEqual([]);
    });
  });
});
