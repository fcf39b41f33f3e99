import type { UserRequester } from '../../../src/domain/chat/replies/ports/requesters.ts';
import { InvalidInput } from '../../../src/domain/kernel/domain-error.ts';
import {
  OwnServersNotAllowed,
  ToolNotFound,
  ToolNotUsable,
  ToolScopeNeeded,
  ToolServerNotFound,
  ToolSignInLost,
  ToolSignInNeeded,
  ToolsNotAllowed,
  TooManyToolReads,
  TooManyToolServers,
} from '../../../src/domain/tools/errors.ts';
import { EndAccess } from '../../../src/domain/tools/servers/end-access.ts';
import { ListTools } from '../../../src/domain/tools/servers/list-tools.ts';
import { ManageOwnServers } from '../../../src/domain/tools/servers/manage-own-servers.ts';
import { ManageSharedServers } from '../../../src/domain/tools/servers/manage-shared-servers.ts';
import type { OperatorServer } from '../../../src/domain/tools/servers/ports.ts';
import { SignInToTools } from '../../../src/domain/tools/servers/sign-in-to-tools.ts';
import { ToolAccess } from '../../../src/domain/tools/servers/tool-access.ts';
import { ToolCatalog } from '../../../src/domain/tools/servers/tool-catalog.ts';
import { UseConnectedTools } from '../../../src/domain/tools/servers/use-connected-tools.ts';
import { TOOLS } from '../../../src/domain/tools/settings.ts';
import { combineGroups } from '../../../src/shared/group-rights.ts';
import { DEFAULT_TOOL_SETTINGS, type ToolSettings } from '../../../src/shared/settings/tools.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { ChatStore } from '../../fakes/chats.ts';
import { InMemoryToolPermissions, InMemoryToolQuestions } from '../../fakes/connected-tools.ts';
import { aGroup } from '../../fakes/groups.ts';
import { CountingIds, FixedClock, InMemoryUnitOfWork, PlainSecrets } from '../../fakes/kernel.ts';
import { RecordingServerEventLog } from '../../fakes/operations.ts';
import { FixedRequesters } from '../../fakes/reply-ports.ts';
import { allInMemory, inMemorySettings } from '../../fakes/settings.ts';
import { aServerTool, aToolServer, FakeToolConnections, InMemoryTools } from '../../fakes/tools.ts';
import { aChat } from '../../support/builders.ts';

const URL_A = 'https://a.example/mcp';
const URL_B = 'https://b.example/mcp';
const ADMIN = { uid: 'root', name: 'Root' };
const never = new AbortController().signal;
const ALLOWED: ToolSettings = { ...DEFAULT_TOOL_SETTINGS, ownServers: { free: true, basic: true, premium: true } };
/** What `aServerTool` is at `aToolServer`, there. */
const TOOL_A = { serverId: 'server', tool: 'tool', digest: 'd1', address: URL_A } as const;
const INPUT = { name: 'Mine', url: URL_A, auth: 'none', headers: [] } as const;
const EVERYBODY = { tiers: null, groups: null };

const person = (given: Partial<UserRequester> = {}): UserRequester => ({
  kind: 'user',
  uid: 'ann',
  tier: 'free',
  isAdmin: false,
  verified: true,
  ...given,
});
const inGroup = (...tools: string[][]) =>
  combineGroups([aGroup({ id: 'g', ...(tools[0] ? { tools: tools[0] as never } : {}) })]);

const world = ({ tools: settings = ALLOWED, operator = [] as readonly OperatorServer[] } = {}) => {
  const memory = new InMemoryTools();
  const clock = new FixedClock();
  const connections = new FakeToolConnections();
  const audit = new RecordingAuditLog();
  const all = allInMemory();
  void all.byName.tools.change(settings);
  const access = new ToolAccess({
    servers: memory.serverStore,
    operator: { all: operator },
    settings: all.settings,
    clock,
  });
  const chats = new ChatStore();
  for (const uid of ['ann', 'bob']) chats.chats.set(`chat of ${uid}`, aChat({ key: `chat of ${uid}`, ownerId: uid }));
  const questions = new InMemoryToolQuestions(chats);
  const permissions = new InMemoryToolPermissions(chats);
  const stores = {
    permissions,
    servers: memory.serverStore,
    lists: memory.listStore,
    choices: memory.choiceStore,
    secrets: memory.secretStore,
    endAccess: new EndAccess({ secrets: memory.secretStore, connections, failed: () => undefined }),
  };
  const requesters = new FixedRequesters();
  const failed: unknown[] = [];
  const work = new InMemoryUnitOfWork(memory, audit, chats, permissions);
  const catalog = new ToolCatalog({ ...stores, connections, clock, work, failed: (_, error) => failed.push(error) });
  const listTools = new ListTools({ ...stores, access, catalog });
  const shared = {
    ...stores,
    access,
    catalog,
    clock,
    audit,
    ids: new CountingIds(),
    work,
  };
  return {
    memory,
    chats,
    questions,
    permissions,
    endAccess: stores.endAccess,
    clock,
    connections,
    audit,
    failed,
    listTools,
    settings: all.byName.tools,
    own: new ManageOwnServers({ ...shared, listTools }),
    admins: new ManageSharedServers({ ...shared, events: new RecordingServerEventLog() }),
    requesters,
    use: new UseConnectedTools({ ...stores, requesters, access, catalog, connections }),
    signIns: new SignInToTools({
      ...stores,
      requesters,
      access,
      catalog,
      connections,
      clock,
      digests: new PlainSecrets(),
      work,
    }),
  };
};

const drain = async (call: ReturnType<UseConnectedTools['call']>) => {
  for (let next = await call.next(); ; next = await call.next()) if (next.done === true) return next.value;
};

describe('who has which server', () => {
  test.each<
    [string, Parameters<typeof person>[0], { tiers: ('premium' | 'basic')[] | null; groups: string[] | null }, boolean]
  >([
    ['everybody', {}, EVERYBODY, true],
    ['a plan', { tier: 'premium' }, { tiers: ['premium'], groups: null }, true],
    ['another plan', { tier: 'basic' }, { tiers: ['premium'], groups: null }, false],
    ['a group', { rights: inGroup() }, { tiers: null, groups: ['g'] }, true],
    ['another group', { rights: inGroup() }, { tiers: null, groups: ['h'] }, false],
    ['either', { rights: inGroup() }, { tiers: ['premium'], groups: ['g'] }, true],
    ['nobody', {}, { tiers: [], groups: [] }, false],
    ['a group whose tools leave them out', { rights: inGroup(['web_search']) }, EVERYBODY, false],
    ['a group whose tools name them', { rights: inGroup(['connected_tools']) }, EVERYBODY, true],
  ])('%s', async (_, given, audience, has) => {
    const { memory, connections, use, listTools } = world();
    await memory.serverStore.add(aToolServer({ url: URL_A, audience }));
    connections.tools.set(URL_A, [aServerTool()]);
    const requester = person(given);
    expect((await use.listUsable(requester, ['server'])).length).toBe(has ? 1 : 0);
    expect((await listTools.execute(requester)).servers.length).toBe(has ? 1 : 0);
    const call = use.call({ ...TOOL_A, requester, arguments: {}, signal: never });
    if (has) expect(await drain(call)).toMatchObject({ isError: false });
    else await expect(drain(call)).rejects.toThrow(ToolNotUsable);
  });

  test('only who has it now: what was asked for with other rights counts no more', async () => {
    const { memory, connections, use, requesters } = world();
    await memory.serverStore.add(aToolServer({ url: URL_A, audience: { tiers: ['premium'], groups: ['g'] } }));
    connections.tools.set(URL_A, [aServerTool()]);
    const asked = person({ rights: inGroup(['connected_tools']) });
    const [usable] = await use.listUsable(asked, ['server']);
    expect(usable?.mode).toBe('ask');
    for (const now of [{ rights: undefined }, { rights: inGroup(['web_search']) }, null]) {
      requesters.changed.set('ann', now);
      const call = use.call({ requester: asked, ...TOOL_A, arguments: {}, signal: never });
      await expect(drain(call)).rejects.toThrow(ToolNotUsable);
      expect([await use.listUsable(asked, ['server']), await use.modeOf(asked, TOOL_A)]).toEqual([[], undefined]);
    }
    requesters.changed.set('ann', { tier: 'premium', rights: undefined });
    expect(await use.modeOf(asked, TOOL_A)).toBe('ask');
    for (const changed of [{ digest: 'd2' }, { address: URL_B }])
      expect(await use.modeOf(asked, { ...TOOL_A, ...changed })).toBeUndefined();
    expect(connections.calls).toEqual([]);
  });

  test('own ones that the account may use no more are listed with the reason, not contacted, and go', async () => {
    const { own, use, listTools, settings, connections, signIns } = world();
    connections.tools.set(URL_A, [aServerTool()]);
    const { id } = await own.add(person(), INPUT);
    const reads = connections.reads.length;
    const listed = async (given = {}) => {
      const { enabled, mayAdd, servers } = await listTools.execute(person(given));
      return { enabled, mayAdd, servers: servers.map(({ state, problem }) => [state, problem?.code]) };
    };
    await settings.change({ ...ALLOWED, ownServers: { ...ALLOWED.ownServers, free: false } });
    expect(await listed()).toEqual({ enabled: true, mayAdd: false, servers: [['off', 'not-in-plan']] });
    expect(await listed({ tier: 'premium' })).toMatchObject({ mayAdd: true, servers: [['ready', undefined]] });
    expect(await listed({ rights: inGroup([]) })).toMatchObject({ enabled: false, servers: [['off', 'tools-off']] });
    await settings.change({ ...ALLOWED, enabled: false });
    expect(await listed()).toEqual({ enabled: false, mayAdd: false, servers: [['off', 'tools-off']] });
    expect((await own.refresh(person(), id)).state).toBe('off');
    await expect(signIns.begin(person(), id, 's')).rejects.toThrow(ToolsNotAllowed);
    expect([await use.listUsable(person(), [id]), connections.reads.length]).toEqual([[], reads]);
    await own.remove(person(), id);
    expect((await listed()).servers).toEqual([]);
  });

  test('nobody while tools are off or the server is, and no server that was not asked for', async () => {
    const { memory, connections, use, settings, admins } = world();
    for (const id of ['one', 'two']) await memory.serverStore.add(aToolServer({ id, url: URL_A }));
    connections.tools.set(URL_A, [aServerTool()]);
    expect((await use.listUsable(person(), ['two', 'unknown'])).map(({ serverId }) => serverId)).toEqual(['two']);
    await admins.change('two', { ...INPUT, enabled: false, audience: EVERYBODY }, { admin: ADMIN });
    expect(await use.listUsable(person(), ['two'])).toEqual([]);
    await settings.change({ ...ALLOWED, enabled: false });
    expect(await use.listUsable(person(), ['one'])).toEqual([]);
  });

  test('the operator’s programs have the file’s audience until an admin decides, and go with it', async () => {
    const operator = [{ id: 'operator:files', name: 'files', audience: { tiers: ['premium' as const], groups: null } }];
    const { connections, use, admins, memory } = world({ operator });
    connections.tools.set('operator:files', [aServerTool()]);
    const ids = ['operator:files'];
    expect((await use.listUsable(person({ tier: 'premium' }), ids)).length).toBe(1);
    expect(await use.listUsable(person(), ids)).toEqual([]);
    await expect(admins.remove('operator:files', ADMIN)).rejects.toThrow(InvalidInput);
    const changed = await admins.change(
      'operator:files',
      { ...INPUT, enabled: true, audience: { tiers: ['free'], groups: null } },
      { admin: ADMIN },
    );
    expect(changed).toMatchObject({ name: 'files', url: null, origin: 'operator', audience: { tiers: ['free'] } });
    expect((await use.listUsable(person(), ids)).length).toBe(1);
    const without = new ToolAccess({
      servers: memory.serverStore,
      operator: { all: [] },
      settings: allInMemory().settings,
      clock: new FixedClock(),
    });
    expect(await without.listShared()).toEqual([]);
  });

  test('servers of one’s own are for plans that have them, and for nobody else', async () => {
    const { own, connections, use, settings, listTools } = world();
    connections.tools.set(URL_A, [aServerTool()]);
    const { id } = await own.add(person(), INPUT);
    expect((await use.listUsable(person(), [id])).length).toBe(1);
    const bob = person({ uid: 'bob' });
    expect(await use.listUsable(bob, [id])).toEqual([]);
    for (const attempt of [
      own.change(bob, id, INPUT),
      own.remove(bob, id),
      own.refresh(bob, id),
      own.setMode(bob, id, { tool: 'tool', mode: 'auto', digest: 'd1' }),
    ])
      await expect(attempt).rejects.toThrow(ToolServerNotFound);
    await settings.change(DEFAULT_TOOL_SETTINGS);
    expect(await use.listUsable(person(), [id])).toEqual([]);
    await expect(own.add(person(), INPUT)).rejects.toThrow(OwnServersNotAllowed);
    await settings.change(ALLOWED);
    await expect(own.add(person({ verified: false }), INPUT)).rejects.toThrow(OwnServersNotAllowed);
    await settings.change(DEFAULT_TOOL_SETTINGS);
    expect(await listTools.execute(person())).toMatchObject({ mayAdd: false, servers: [{ id }] });
    await own.remove(person(), id);
  });

  test('there are at most twenty of them', async () => {
    const { own, connections, memory, audit } = world();
    connections.tools.set(URL_A, []);
    for (let index = 0; index < 20; index += 1) await own.add(person(), INPUT);
    await expect(own.add(person(), INPUT)).rejects.toThrow(TooManyToolServers);
    expect(memory.servers.size).toBe(20);
    expect(audit.lines).toHaveLength(20);
  });
});

describe('what a tool may do', () => {
  const modes = async () => {
    const w = world();
    await w.memory.serverStore.add(aToolServer({ url: URL_A }));
    w.connections.tools.set(URL_A, [aServerTool({ name: 'read', readOnly: true }), aServerTool({ name: 'write' })]);
    const listed = async () =>
      Object.fromEntries((await w.use.listUsable(person(), ['server'])).map(({ tool, mode }) => [tool.name, mode]));
    return { ...w, listed };
  };

  test('reading runs by itself and the rest asks until the person chooses, below the admins’ limit', async () => {
    const { own, admins, listed } = await modes();
    expect(await listed()).toEqual({ read: 'auto', write: 'ask' });
    await own.setMode(person(), 'server', { tool: 'write', mode: 'auto', digest: 'd1' });
    await own.setMode(person(), 'server', { tool: 'read', mode: 'off', digest: 'd1' });
    expect(await listed()).toEqual({ write: 'auto' });
    await admins.setLimit('server', { tool: 'write', mode: 'ask', digest: 'd1' }, ADMIN);
    expect(await listed()).toEqual({ write: 'ask' });
    const limited = await admins.setLimit('server', { tool: 'write', mode: 'off', digest: 'd1' }, ADMIN);
    // prettier-ignore
    expect(limited.tools.map(({ name, mode }) => [name, mode])).toEqual([['read', 'auto'], ['write', 'off']]);
    expect(await listed()).toEqual({});
    await admins.setLimit('server', { tool: 'write', mode: 'auto', digest: 'd1' }, ADMIN);
    expect(await listed()).toEqual({ write: 'auto' });
    await expect(own.setMode(person(), 'server', { tool: 'none', mode: 'ask', digest: 'd1' })).rejects.toThrow(
      ToolNotFound,
    );
    await expect(admins.setLimit('server', { tool: 'none', mode: 'ask', digest: 'd1' }, ADMIN)).rejects.toThrow(
      ToolNotFound,
    );
  });

  test('a tool that changed after it was allowed asks again, one that was off stays off', async () => {
    const { own, admins, connections, listed, use, listTools } = await modes();
    await listed();
    await own.setMode(person(), 'server', { tool: 'write', mode: 'auto', digest: 'd1' });
    await own.setMode(person(), 'server', { tool: 'read', mode: 'off', digest: 'd1' });
    connections.tools.set(URL_A, [
      aServerTool({ name: 'read', digest: 'd2' }),
      aServerTool({ name: 'write', digest: 'd2' }),
    ]);
    connections.hasChanged = true;
    expect(await listed()).toEqual({ write: 'ask' });
    const { servers } = await listTools.execute(person());
    expect(servers[0]?.tools.map(({ name, mode, changed }) => [name, mode, changed])).toEqual([
      ['read', 'off', true],
      ['write', 'ask', true],
    ]);
    const seen = { tool: 'write', mode: 'auto', digest: 'd1' } as const;
    const now = { details: { tool: { name: 'write', digest: 'd2', description: 'Does something' } } };
    await expect(own.setMode(person(), 'server', seen)).rejects.toMatchObject({ code: 'TOOL_CHANGED', ...now });
    await expect(admins.setLimit('server', seen, ADMIN)).rejects.toMatchObject({ code: 'TOOL_CHANGED', ...now });
    await own.setMode(person(), 'server', { ...seen, digest: 'd2' }); // accepts it
    expect(await listed()).toEqual({ write: 'auto' });
    const off = use.call({ ...TOOL_A, requester: person(), tool: 'read', arguments: {}, signal: never });
    await expect(drain(off)).rejects.toThrow(ToolNotUsable);
    const call = { ...TOOL_A, requester: person(), tool: 'write', arguments: {}, signal: never };
    // As it was described before.
    await expect(drain(use.call({ ...call, digest: 'd1' }))).rejects.toThrow(ToolNotUsable);
    await expect(drain(use.call({ ...call, digest: 'd2', address: URL_B }))).rejects.toThrow(ToolNotUsable);
    expect(await drain(use.call({ ...call, digest: 'd2' }))).toMatchObject({ isError: false });
  });

  test('a call has the settings’ time and the account’s access, and is told of the signal', async () => {
    const { use, connections, listed, settings } = await modes();
    await listed();
    await settings.change({ ...ALLOWED, callTimeoutSeconds: 7 });
    const call = { ...TOOL_A, requester: person(), tool: 'write', arguments: { a: 1 }, signal: never };
    await drain(use.call(call));
    expect(connections.calls[0]).toMatchObject({ uid: 'ann', timeoutMs: 7000, arguments: { a: 1 } });
    await expect(drain(use.call({ ...call, signal: AbortSignal.abort(new Error('stopped')) }))).rejects.toThrow(
      'stopped',
    );
  });
});

describe('lists of tools', () => {
  test('are read when they are old or changed, and not with every question', async () => {
    const { memory, connections, use, clock } = world();
    await memory.serverStore.add(aToolServer({ url: URL_A }));
    connections.tools.set(URL_A, [aServerTool()]);
    const ask = () => use.listUsable(person(), ['server']);
    await Promise.all([ask(), ask()]);
    await ask();
    expect(connections.reads).toHaveLength(1);
    connections.hasChanged = true;
    await ask();
    expect(connections.reads).toHaveLength(2);
    await clock.advance(5 * 60_000);
    await ask();
    expect(connections.reads).toHaveLength(3);
  });

  test('a server that does not answer has no tools, is not asked again for a minute, and says why', async () => {
    const { own, memory, connections, use, clock, listTools } = world();
    connections.tools.set(URL_A, [aServerTool()]);
    const { id } = await own.add(person(), INPUT);
    await memory.serverStore.add(aToolServer({ id: 'b', url: URL_B }));
    connections.tools.set(URL_B, [aServerTool()]);
    connections.tools.delete(URL_A);
    await clock.advance(5 * 60_000);
    expect((await use.listUsable(person(), [id, 'b'])).map(({ serverId }) => serverId)).toEqual(['b']);
    const reads = connections.reads.length;
    await use.listUsable(person(), [id]);
    expect(connections.reads).toHaveLength(reads);
    const { servers } = await listTools.execute(person());
    expect(servers[0]).toMatchObject({
      state: 'unreachable',
      problem: { code: 'no-answer', status: null },
      tools: [{ name: 'tool' }],
    });
    connections.tools.set(URL_A, [aServerTool()]);
    await clock.advance(60_000);
    expect((await use.listUsable(person(), [id])).length).toBe(1);
    expect((await listTools.execute(person())).servers[0]).toMatchObject({ state: 'ready', problem: null });
  });

  test('what a server said at an address that it no longer has is not kept', async () => {
    const { memory, connections, use, listTools } = world();
    await memory.serverStore.add(aToolServer({ url: URL_A }));
    connections.tools.set(URL_A, [aServerTool({ name: 'old' })]);
    connections.meanwhile = () => memory.serverStore.update(aToolServer({ url: URL_B }));
    await use.listUsable(person(), ['server']);
    expect(memory.lists.size).toBe(0);
    connections.tools.set(URL_B, [aServerTool({ name: 'new' })]);
    const { servers } = await listTools.execute(person());
    expect(servers[0]?.tools.map(({ name }) => name)).toEqual(['new']);
  });

  test('an account can have them read anew only so often', async () => {
    const { own, connections } = world();
    connections.tools.set(URL_A, []);
    const { id } = await own.add(person(), INPUT);
    for (let read = 1; read < 60; read += 1) await own.refresh(person(), id);
    await expect(own.refresh(person(), id)).rejects.toThrow(TooManyToolReads);
  });

  test('a list that cannot be stored is used nevertheless', async () => {
    const { memory, connections, use, failed } = world();
    await memory.serverStore.add(aToolServer({ url: URL_A }));
    connections.tools.set(URL_A, [aServerTool()]);
    memory.listStore.save = async () => Promise.reject(new Error('no database'));
    expect((await use.listUsable(person(), ['server'])).length).toBe(1);
    expect(failed).toHaveLength(1);
  });
});

describe('secrets', () => {
  const withKey = { ...INPUT, auth: 'headers', headers: [{ name: 'X-Key', value: 'secret-value' }] } as const;
  const withoutValue = { ...withKey, headers: [{ name: 'x-key' }] };

  test('headers are never shown or recorded, and are kept for the same address only', async () => {
    const { own, admins, connections, audit, memory, listTools } = world();
    for (const url of [URL_A, URL_B]) connections.tools.set(url, []);
    const added = await own.add(person(), withKey);
    expect(added.headerNames).toEqual(['X-Key']);
    await own.change(person(), added.id, { ...withoutValue, name: 'Renamed' });
    expect(memory.servers.get(added.id)?.headers).toEqual([{ name: 'x-key', value: 'secret-value' }]);
    await expect(own.change(person(), added.id, { ...withoutValue, url: URL_B })).rejects.toThrow(InvalidInput);
    const shared = await admins.add({ ...withKey, enabled: true, audience: EVERYBODY }, ADMIN);
    const { servers } = await listTools.execute(person());
    expect(servers.find(({ id }) => id === shared.id)).toMatchObject({ url: null, headerNames: [] });
    expect((await admins.list('root'))[0]).toMatchObject({ url: URL_A, headerNames: ['X-Key'] });
    expect(JSON.stringify([added, shared, servers, audit.events])).not.toContain('secret-value');
    await own.change(person(), added.id, INPUT);
    expect(memory.servers.get(added.id)?.headers).toEqual([]);
  });

  test.each([
    ['Host', 'x'],
    ['Mcp-Session-Id', 'x'],
    ['Content-Length', '1'],
    ['X-Key', 'a\r\nHost: b'],
    ['X-Key', undefined],
  ])('a header %s: %j is refused', async (name, value) => {
    const { own } = world();
    await expect(own.add(person(), { ...withKey, headers: [{ name, value }] })).rejects.toThrow(InvalidInput);
  });

  test('an address with a password, a header twice, and headers without any are refused', async () => {
    const { own } = world();
    for (const input of [
      { ...INPUT, url: 'https://a:b@a.example/mcp' },
      { ...withKey, headers: [...withKey.headers, { name: 'x-key', value: 'b' }] },
      { ...withKey, headers: [] },
    ])
      await expect(own.add(person(), input)).rejects.toThrow(InvalidInput);
  });

  test('another address forgets everybody’s access, choices and lists; another name does not', async () => {
    const { admins, connections, memory, own } = world();
    for (const url of [URL_A, URL_B]) connections.tools.set(url, [aServerTool()]);
    const input = { ...INPUT, auth: 'oauth', enabled: true, audience: EVERYBODY } as const;
    const { id } = await admins.add(input, ADMIN);
    for (const uid of ['ann', 'bob']) await memory.secretStore.saveAccess(id, uid, 'access');
    await memory.secretStore.saveRegistration(id, 'registered');
    await own.refresh(person(), id);
    await own.setMode(person(), id, { tool: 'tool', mode: 'auto', digest: 'd1' });
    expect(await admins.change(id, { ...input, name: 'Other' }, { admin: ADMIN })).toMatchObject({ users: 2 });
    expect(memory.choices.size).toBe(1);
    expect(await admins.change(id, { ...input, url: URL_B }, { admin: ADMIN })).toMatchObject({ users: 0, tools: [] });
    expect([memory.choices.size, memory.lists.size, memory.registrations.size]).toEqual([0, 0, 0]);
  });
});

describe('what is allowed in chats', () => {
  const allowed = async () => {
    const w = world();
    for (const url of [URL_A, URL_B]) w.connections.tools.set(url, [aServerTool()]);
    const shared = await w.admins.add({ ...INPUT, enabled: true, audience: EVERYBODY }, ADMIN);
    const mine = await w.own.add(person(), INPUT);
    const toolOf = (serverId: string) => ({ serverId, tool: 'tool', digest: 'd1' });
    const places = { 'chat of ann': [shared.id, mine.id], 'chat of bob': [shared.id] };
    const granted = Object.entries(places).flatMap(([chat, ids]) => ids.map((id) => [chat, toolOf(id)] as const));
    for (const [chat, tool] of granted) await w.permissions.grant(chat, tool);
    const isGranted = () => Promise.all(granted.map(([chat, tool]) => w.permissions.isGranted(chat, tool)));
    return { ...w, shared: shared.id, mine: mine.id, isGranted };
  };

  test('goes no further than the address for which it was, and neither do questions that wait', async () => {
    const { admins, own, shared, mine, isGranted, questions, chats } = await allowed();
    const tool = { serverId: shared, tool: 'tool', digest: 'd1' };
    chats.questions.set('q', { id: 'q', replyId: 'r', kind: 'approval', tool, schema: null, expiresAt: 9, end: null });
    const input = { ...INPUT, enabled: true, audience: EVERYBODY };
    await admins.change(shared, { ...input, name: 'Other' }, { admin: ADMIN });
    expect([await isGranted(), await questions.listEnded(['q'])]).toEqual([[true, true, true], []]);
    await admins.change(shared, { ...input, url: URL_B }, { admin: ADMIN });
    expect(await isGranted()).toEqual([false, true, false]);
    expect(await questions.listEnded(['q'])).toEqual([{ id: 'q', end: { outcome: 'withdrawn', answer: null } }]);
    await own.change(person(), mine, { ...INPUT, url: URL_B });
    expect(await isGranted()).toEqual([false, false, false]);
  });

  test('is asked again once the person chooses so, and for everybody once an admin limits the tool', async () => {
    const { admins, own, shared, isGranted } = await allowed();
    const chosen = { tool: 'tool', digest: 'd1' };
    for (const mode of ['auto', 'ask'] as const) {
      expect(await isGranted()).toEqual([true, true, true]);
      await own.setMode(person(), shared, { ...chosen, mode });
    }
    expect(await isGranted()).toEqual([false, true, true]);
    await admins.setLimit(shared, { ...chosen, mode: 'auto' }, ADMIN);
    expect(await isGranted()).toEqual([false, true, true]);
    await admins.setLimit(shared, { ...chosen, mode: 'ask' }, ADMIN);
    expect(await isGranted()).toEqual([false, true, false]);
  });
});

describe('access that a server’s page gives', () => {
  const withPage = async () => {
    const w = world();
    await w.memory.serverStore.add(aToolServer({ url: URL_A, auth: 'oauth' }));
    w.connections.tools.set(URL_A, [aServerTool()]);
    return w;
  };

  test('counts for the account that began, once and in time', async () => {
    const { signIns, connections, clock, memory } = await withPage();
    expect(await signIns.begin(person(), 'server', 'state-1')).toContain('state-1');
    await signIns.finish('state-1', new URLSearchParams({ code: 'c' }));
    expect(connections.finished).toEqual(['server ann pending c']);
    expect([...memory.access.values()].map(({ text }) => text)).toEqual(['access of ann']);
    await expect(signIns.finish('state-1', new URLSearchParams({ code: 'c' }))).rejects.toThrow(ToolSignInLost);
    await expect(signIns.finish('guessed', new URLSearchParams({ code: 'c' }))).rejects.toThrow(ToolSignInLost);
    await signIns.begin(person(), 'server', 'state-2');
    await clock.advance(10 * 60_000);
    await expect(signIns.finish('state-2', new URLSearchParams({ code: 'c' }))).rejects.toThrow(ToolSignInLost);
  });

  test('gives nothing to an account that lost the server while its page was open', async () => {
    const { signIns, connections, requesters, memory } = await withPage();
    const finished = async (state: string) => {
      await signIns.begin(person({ tier: 'premium' }), 'server', state);
      return signIns.finish(state, new URLSearchParams({ code: 'c' }));
    };
    requesters.changed.set('ann', null);
    await expect(finished('state-1')).rejects.toThrow(ToolsNotAllowed);
    requesters.changed.set('ann', { rights: inGroup([]) });
    await expect(finished('state-2')).rejects.toThrow(ToolsNotAllowed);
    requesters.changed.set('ann', { tier: 'free' });
    await memory.serverStore.update(
      aToolServer({ url: URL_A, auth: 'oauth', audience: { tiers: ['premium'], groups: null } }),
    );
    await expect(finished('state-3')).rejects.toThrow(ToolServerNotFound);
    expect(connections.finished).toEqual([]);
  });

  test.each([
    ['moved', aToolServer({ url: URL_B, auth: 'oauth' })],
    ['needs no access any more', aToolServer({ url: URL_A })],
  ])('is not kept for a server that %s while it was given', async (_, after) => {
    const { signIns, connections, memory } = await withPage();
    await signIns.begin(person(), 'server', 'state');
    connections.meanwhile = () => memory.serverStore.update(after);
    await expect(signIns.finish('state', new URLSearchParams({ code: 'c' }))).rejects.toThrow(ToolSignInLost);
    expect([memory.access.size, connections.revoked]).toEqual([0, ['access of ann']]);
  });

  test('is asked for only where the account has the server and the server a page', async () => {
    const { signIns, memory } = await withPage();
    await memory.serverStore.add(aToolServer({ id: 'plain', url: URL_B }));
    await memory.serverStore.add(
      aToolServer({ id: 'bobs', url: URL_B, auth: 'oauth', origin: 'own', ownerUid: 'bob' }),
    );
    await expect(signIns.begin(person(), 'plain', 's')).rejects.toThrow(InvalidInput);
    await expect(signIns.begin(person(), 'bobs', 's')).rejects.toThrow(ToolServerNotFound);
    await expect(signIns.begin(person({ rights: inGroup([]) }), 'server', 's')).rejects.toThrow(ToolsNotAllowed);
  });

  test('without it there are no tools; a server that takes it back makes the state say so', async () => {
    const { use, memory, connections, listTools, signIns } = await withPage();
    const state = async () => (await listTools.execute(person())).servers[0];
    expect(await use.listUsable(person(), ['server'])).toEqual([]);
    expect([await state(), connections.reads]).toEqual([
      expect.objectContaining({ state: 'sign-in', signedIn: false }),
      [],
    ]);
    await memory.secretStore.saveAccess('server', 'ann', 'access');
    expect((await use.listUsable(person(), ['server'])).length).toBe(1);
    expect(await use.listUsable(person({ uid: 'bob' }), ['server'])).toEqual([]);
    const called = () => drain(use.call({ ...TOOL_A, requester: person(), arguments: {}, signal: never }));
    connections.outcome = new ToolScopeNeeded();
    await expect(called()).rejects.toThrow(ToolScopeNeeded);
    expect(await state()).toMatchObject({ state: 'ready', signedIn: true });
    connections.outcome = new ToolSignInNeeded();
    await expect(called()).rejects.toThrow(ToolSignInNeeded);
    expect(await state()).toMatchObject({ state: 'sign-in', signedIn: false });
    await memory.secretStore.saveAccess('server', 'ann', 'access');
    await signIns.signOut(person(), 'server');
    expect(await state()).toMatchObject({ state: 'sign-in', tools: [] });
    expect(connections.revoked).toEqual(['access']);
  });

  test('that was given anew while a call with the one before was refused stays', async () => {
    const { use, memory, connections } = await withPage();
    await memory.secretStore.saveAccess('server', 'ann', 'old');
    await use.listUsable(person(), ['server']);
    connections.call = async function* refusedLate() {
      await memory.secretStore.saveAccess('server', 'ann', 'new');
      throw new ToolSignInNeeded();
    };
    const called = drain(use.call({ ...TOOL_A, requester: person(), arguments: {}, signal: never }));
    await expect(called).rejects.toThrow(ToolSignInNeeded);
    expect(await memory.secretStore.findAccess('server', 'ann')).toBe('new');
  });

  test('is revoked when its server goes or moves, and with the account; without access nothing is told', async () => {
    const { own, admins, signIns, memory, connections, endAccess } = world();
    const page = { ...INPUT, auth: 'oauth' } as const;
    const mine = await own.add(person(), page);
    await memory.secretStore.saveAccess(mine.id, 'ann', 'mine');
    const moving = await own.add(person(), page);
    await memory.secretStore.saveAccess(moving.id, 'ann', 'moved');
    const shared = await admins.add({ ...page, enabled: true, audience: EVERYBODY }, ADMIN);
    for (const uid of ['ann', 'bob']) await memory.secretStore.saveAccess(shared.id, uid, `shared ${uid}`);
    await own.change(person(), moving.id, { ...page, name: 'Another name' });
    await signIns.signOut(person({ uid: 'eve' }), shared.id);
    expect(connections.revoked).toEqual([]);
    await own.change(person(), moving.id, { ...page, url: URL_B });
    await own.remove(person(), mine.id);
    const end = await endAccess.prepareEnd('ann');
    memory.removeAccount('ann');
    end();
    await admins.remove(shared.id, ADMIN);
    expect(connections.revoked).toEqual(['moved', 'mine', 'shared ann', 'shared bob']);
  });
});

test('the settings begin with tools on, and servers of one’s own off', () => {
  expect(inMemorySettings(TOOLS).document.defaults).toEqual(DEFAULT_TOOL_SETTINGS);
});
