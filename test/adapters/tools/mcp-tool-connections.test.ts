import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { GuardedMcpFetch } from '../../../src/adapters/tools/guarded-mcp-fetch.ts';
import { McpToolConnections } from '../../../src/adapters/tools/mcp-tool-connections.ts';
import type { Program, ProgramLimits } from '../../../src/adapters/tools/process-transport.ts';
import { ToolServerUnreachable, ToolSignInFailed, ToolSignInNeeded } from '../../../src/domain/tools/errors.ts';
import type { FormContent, ServerTool, ToolCallEvent, ToolOutcome } from '../../../src/domain/tools/ports.ts';
import type { ToolServer } from '../../../src/domain/tools/servers/tool-server.ts';
import { PublicAddresses } from '../../../src/platform/public-addresses.ts';
import { aServerTool, aToolServer, InMemoryTools } from '../../fakes/tools.ts';
import { eventually } from '../../product/client.ts';
import { type McpServer, protect, startMcpServer } from '../../vendors/mcp-server.ts';

const LOOPBACK = '127.0.0.0/8';
const never = new AbortController().signal;
const text = (value: string) => ({ content: [{ type: 'text', text: value }] });

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

const connections = ({
  allowed = [LOOPBACK],
  programs = new Map<string, Program>(),
  memory = new InMemoryTools(),
  programLimits = undefined as ProgramLimits | undefined,
} = {}) => {
  const log: string[] = [];
  const tools = new McpToolConnections({
    fetch: new GuardedMcpFetch(new PublicAddresses(allowed)),
    secrets: memory.secretStore,
    programs,
    site: { url: 'https://parley.example' },
    version: '1',
    clock: { now: () => performance.now() },
    log: (line) => log.push(line),
    ...(programLimits ? { programLimits } : {}),
  });
  opened.unshift(tools); // before the servers
  return { tools, memory, log };
};

const started = async (revision?: Parameters<typeof startMcpServer>[0]): Promise<McpServer> => {
  const server = await startMcpServer(revision);
  opened.push(server);
  return server;
};

const at = ({ url }: { url: string }, more: Partial<ToolServer> = {}) => ({
  server: aToolServer({ url, ...more }),
  uid: 'ann',
});

interface CallInput {
  readonly tool?: ServerTool;
  readonly arguments?: Record<string, unknown>;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** All events and the outcome; forms are answered by `fill`. */
const callAll = async (
  tools: McpToolConnections,
  target: ReturnType<typeof at>,
  { tool = aServerTool({ name: 'echo' }), arguments: values = {}, signal = never, timeoutMs = 20_000 }: CallInput = {},
  fill: (event: ToolCallEvent) => FormContent = () => undefined,
): Promise<{ events: ToolCallEvent[]; outcome: ToolOutcome }> => {
  const events: ToolCallEvent[] = [];
  const call = tools.call({ ...target, tool, arguments: values, signal, timeoutMs });
  let next = await call.next();
  while (next.done !== true) {
    events.push(next.value);
    next = await call.next(next.value.type === 'form' ? fill(next.value) : undefined);
  }
  return { events, outcome: next.value };
};

/** Why a server could not be asked. */
const problemOf = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  if (!(error instanceof ToolServerUnreachable)) return String(error);
  const { code, status } = error.problem;
  return status === null ? code : `${code} ${status}`;
};

describe.each(['2025-11-25', '2026-07-28'] as const)('revision %s by HTTP', (revision) => {
  test('tools are listed and called, with the headers that were entered, over one connection', async () => {
    const server = await started(revision);
    const { tools } = connections();
    const target = at(server, { auth: 'headers', headers: [{ name: 'X-Key', value: 'secret' }] });
    const [tool] = await tools.readTools(target, never);
    expect(tool).toMatchObject({ name: 'echo', title: 'echo', description: 'Says it again', readOnly: true });
    const { outcome } = await callAll(tools, target, { arguments: { a: [1, 'b'] } });
    expect(outcome).toEqual({ isError: false, content: [{ kind: 'text', text: '{"a":[1,"b"]}' }] });
    expect(server.headers.every((headers) => headers['x-key'] === 'secret')).toBe(true);
    const handshakes = server.methods.filter((method) => ['initialize', 'server/discover'].includes(method));
    expect(new Set(handshakes).size).toBe(handshakes.length); // once each, not with the call again
  });

  test('a form of the server is filled in by a person, for which the call waits, and progress is reported', async () => {
    const server = await started(revision);
    const form = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } };
    server.play = async ({ ask, progress, inputResponses }) => {
      if (revision === '2025-11-25') {
        progress(1, 2, 'half');
        return text(JSON.stringify(await ask(form)));
      }
      if (inputResponses) return text(JSON.stringify(inputResponses['who']));
      progress(1, 2, 'half');
      const who = { method: 'elicitation/create', params: { mode: 'form', ...form } };
      return { resultType: 'input_required', inputRequests: { who }, requestState: 's' };
    };
    const { tools } = connections();
    const { events, outcome } = await callAll(tools, at(server), {}, () => ({ name: 'Ann' }));
    expect(events).toEqual([
      { type: 'progress', done: 1, total: 2, message: 'half' },
      { type: 'form', message: 'Who?', schema: form.requestedSchema },
    ]);
    expect(JSON.parse(outcome.content[0]?.text ?? '')).toEqual({ action: 'accept', content: { name: 'Ann' } });
  });
});

test('a form that nobody fills in is declined, and so is a page that the person would have to open', async () => {
  const server = await started();
  server.play = async ({ ask, arguments: { mode } }) =>
    text(
      JSON.stringify(
        await ask(
          mode === 'url'
            ? { mode, message: 'Go', url: 'https://evil.example', elicitationId: '1' }
            : { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
        ),
      ),
    );
  const { tools } = connections();
  const declined = await callAll(tools, at(server));
  expect(declined.outcome.content[0]?.text).toBe('{"action":"decline"}');
  const page = await callAll(tools, at(server), { arguments: { mode: 'url' } });
  expect(page.events).toEqual([]);
  expect(page.outcome.content[0]?.text).not.toContain('accept');
});

test('a call that takes too long is given up, but waiting for a person does not count', async () => {
  const server = await started();
  server.play = async ({ ask }) => {
    await ask({ message: 'Who?', requestedSchema: { type: 'object', properties: {} } });
    return undefined; // never
  };
  const { tools } = connections();
  const call = tools.call({ ...at(server), tool: aServerTool(), arguments: {}, signal: never, timeoutMs: 300 });
  expect((await call.next()).value).toMatchObject({ type: 'form' });
  const before = performance.now();
  await eventually(() => performance.now() - before > 400);
  const { value, done } = await call.next({});
  expect([done, value]).toEqual([true, expect.objectContaining({ isError: true })]);
});

test('the reason of the signal ends a call, and the server sees its request closed', async () => {
  const server = await started();
  let closed = false;
  server.play = ({ response }) => void response.on('close', () => (closed = true));
  const { tools } = connections();
  const stop = new AbortController();
  const running = callAll(tools, at(server), { signal: stop.signal });
  await eventually(() => server.methods.includes('tools/call'));
  stop.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
  await eventually(() => closed);
});

test('text, data, pictures, files and links come back as such, within the limits', async () => {
  const server = await started();
  const picture = Buffer.from('a picture').toString('base64');
  const huge = Buffer.alloc(10 * 1024 * 1024 + 1).toString('base64');
  server.play = () => ({
    isError: true,
    structuredContent: { rows: [1] },
    content: [
      { type: 'text', text: 'words' },
      { type: 'image', data: picture, mimeType: 'image/png' },
      { type: 'audio', data: picture, mimeType: 'audio/wav' },
      { type: 'image', data: huge, mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a/../report.pdf?x', mimeType: 'application/pdf', blob: picture } },
      { type: 'resource', resource: { uri: 'file:///notes.txt', text: 'notes' } },
      { type: 'resource_link', uri: 'https://a.example/page', name: 'A page' },
      { type: 'resource_link', uri: 'javascript:alert(1)', name: 'A trap' },
    ],
  });
  const { tools } = connections();
  const { outcome } = await callAll(tools, at(server));
  const bytes = Buffer.from('a picture');
  expect(outcome).toEqual({
    isError: true,
    content: [
      { kind: 'text', text: 'words' },
      { kind: 'image', text: 'image-2', bytes, mimeType: 'image/png' },
      { kind: 'file', text: 'audio-3', bytes, mimeType: 'audio/wav' },
      { kind: 'text', text: expect.stringContaining('larger than 10 MB') },
      { kind: 'file', text: 'report.pdf', bytes, mimeType: 'application/pdf' },
      { kind: 'text', text: 'notes' },
      { kind: 'link', text: 'A page', url: 'https://a.example/page' },
      { kind: 'text', text: 'A trap (javascript:alert(1))' },
      { kind: 'data', text: '{"rows":[1]}' },
    ],
  });
});

test('a server says that its tools changed, until they are read again', async () => {
  const server = await started();
  server.play = ({ notify }) => {
    notify('notifications/tools/list_changed', {});
    return text('done');
  };
  const { tools } = connections();
  await callAll(tools, at(server));
  await eventually(() => tools.haveToolsChanged(at(server)));
  await tools.readTools(at(server), never);
  expect(tools.haveToolsChanged(at(server))).toBe(false);
});

test('a session that the server forgot is begun anew', async () => {
  const server = await started();
  const { tools } = connections();
  await callAll(tools, at(server));
  server.forget();
  const { outcome } = await callAll(tools, at(server), { arguments: { again: true } });
  expect(outcome.content).toEqual([{ kind: 'text', text: '{"again":true}' }]);
  expect(server.methods.filter((method) => method === 'initialize')).toHaveLength(2);
});

describe('a hostile server', () => {
  test('cannot make us contact addresses that are not public, by its own address or by a redirect', async () => {
    const server = await started();
    const inner = await started();
    const { tools: guarded } = connections({ allowed: [] });
    expect(await problemOf(guarded.readTools(at(server), never))).toBe('not-public');
    const { tools } = connections({ allowed: ['127.0.0.1/32'] });
    for (const target of ['http://169.254.169.254/latest/meta-data', inner.url, 'http://10.0.0.1/mcp']) {
      server.routes.set('/mcp', (_, response) => void response.writeHead(307, { location: target }).end());
      expect(await problemOf(tools.readTools(at(server), never))).toBe('redirect');
    }
    expect([...server.methods, ...inner.methods]).toEqual([]);
  });

  test.each([
    ['one message without an end', 'data: ', 1],
    [
      'messages without an end',
      `data: {"jsonrpc":"2.0","method":"notifications/x","params":{"x":"${'x'.repeat(9e6)}"}}\n\n`,
      9e6,
    ],
  ])('cannot fill the memory with %s', async (_, piece, size) => {
    const server = await started();
    let sent = 0;
    server.play = ({ send, response }) => {
      send(piece);
      const chunk = size === 1 ? 'x'.repeat(1024 * 1024) : piece;
      const more = () => {
        if (response.destroyed) return;
        sent += chunk.length;
        response.write(chunk, () => setImmediate(more));
      };
      more();
      return undefined;
    };
    const { tools } = connections();
    const { outcome } = await callAll(tools, at(server));
    expect(outcome).toEqual({ isError: true, content: [{ kind: 'text', text: 'The result is too large.' }] });
    expect(sent).toBeLessThan(200e6); // what buffers of the system take on top
  });

  test('has at most 64 tools, with short names, descriptions and schemas; bombs are left out', async () => {
    const server = await started();
    server.tools = [
      { name: 'long', description: `\u202E${'d'.repeat(5000)}` },
      { name: 'n'.repeat(300) },
      { name: 'bomb', inputSchema: { type: 'object', properties: { x: { enum: ['x'.repeat(9000)] } } } },
      ...Array.from({ length: 100 }, (_, index) => ({ name: `tool-${index}` })),
    ];
    const { tools } = connections();
    const read = await tools.readTools(at(server), never);
    expect(read).toHaveLength(64);
    expect(read.slice(0, 2).map(({ name, description }) => [name, description.length])).toEqual([
      ['long', 1000],
      ['tool-0', 0],
    ]);
  });

  test('that breaks off in the middle of an answer ends the call', async () => {
    const server = await started();
    server.play = ({ send, response }) => {
      send(': begun\n\n');
      setImmediate(() => response.socket?.destroy());
      return undefined;
    };
    const { tools } = connections();
    await expect(callAll(tools, at(server))).rejects.toThrow(ToolServerUnreachable);
  });

  test('that nests a schema without end is only itself not understood', async () => {
    const server = await started();
    const deep = JSON.parse(`${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`) as Record<string, unknown>;
    server.tools = [{ name: 'deep', inputSchema: { type: 'object', properties: { deep } } }];
    const { tools } = connections();
    await expect(tools.readTools(at(server), AbortSignal.timeout(1000))).rejects.toThrow(ToolServerUnreachable);
    expect((await callAll(tools, at(server))).outcome.isError).toBe(false);
  });

  test('that changes what a tool says of itself gives it another digest; the order of keys does not', async () => {
    const server = await started();
    const { tools } = connections();
    const digest = async (inputSchema: Record<string, unknown>, description = 'Reads') => {
      server.tools = [{ name: 'a', description, inputSchema }];
      return (await tools.readTools(at(server), never))[0]?.digest;
    };
    const first = await digest({ type: 'object', properties: { x: {}, y: {} } });
    expect(await digest({ properties: { y: {}, x: {} }, type: 'object' })).toBe(first);
    expect(await digest({ type: 'object', properties: { x: {} } })).not.toBe(first);
    expect(await digest({ type: 'object', properties: { x: {}, y: {} } }, 'Reads and writes')).not.toBe(first);
  });

  test.each([
    ['a status', 500, 'status 500'],
    ['a refusal', 403, 'no-access 403'],
    ['no access', 401, 'no-access 401'],
  ])('that answers with %s is named by it, and its own text is not repeated', async (_, status, problem) => {
    const server = await started();
    server.refuses = () => ({ status });
    const { tools } = connections();
    expect(await problemOf(tools.readTools(at(server), never))).toBe(problem);
  });

  test('that is silent or not there is given up in time', async () => {
    const server = await started();
    server.routes.set('/mcp', () => undefined);
    const { tools } = connections();
    expect(await problemOf(tools.readTools(at(server), AbortSignal.timeout(200)))).toBe('too-slow');
    await server.close();
    expect(await problemOf(tools.readTools(at(server), never))).toBe('no-answer');
  });
});

describe('OAuth', () => {
  const signIn = async (more: { memory?: InMemoryTools } = {}) => {
    const server = await started();
    const page = protect(server);
    const { tools, memory } = connections(more);
    const target = at(server, { auth: 'oauth' });
    const begun = await tools.beginSignIn(target, 'the-state', never);
    return { server, page, tools, memory, target, begun };
  };

  test('access is asked for with PKCE, state and resource, and sent with each request', async () => {
    const { server, page, tools, target, begun, memory } = await signIn();
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
    await tools.finishSignIn(target, begun.pending, page.agree(begun.url), never);
    expect(page.tokenRequests[0]?.get('code_verifier')).toMatch(/^.{43,}$/);
    expect(page.tokenRequests[0]?.get('resource')).toBe(server.url);
    expect(await tools.readTools(target, never)).toHaveLength(1);
    expect(server.headers.at(-1)?.authorization).toMatch(/^Bearer access-/);
    await expect(tools.readTools({ ...target, uid: 'bob' }, never)).rejects.toThrow(ToolSignInNeeded);
    await tools.beginSignIn(target, 'again', never);
    expect(page.registrations).toHaveLength(1);
    expect(await memory.secretStore.listAccess('ann')).toEqual(['server']);
  });

  test('a token that is over is refreshed, once for calls of one moment; a refused refresh asks the person', async () => {
    const { server, page, tools, target, begun } = await signIn();
    await tools.finishSignIn(target, begun.pending, page.agree(begun.url), never);
    page.valid.clear();
    await Promise.all([callAll(tools, target), callAll(tools, target)]);
    expect(page.tokenRequests.filter((form) => form.get('grant_type') === 'refresh_token')).toHaveLength(1);
    page.valid.clear();
    page.refusesRefresh = true;
    await expect(callAll(tools, target)).rejects.toThrow(ToolSignInNeeded);
    server.routes.set('/token', (_, response) => void response.writeHead(500).end());
    await expect(callAll(tools, target)).rejects.not.toThrow(ToolSignInNeeded); // it may come back
  });

  test('an access that is over is revoked where the server has an endpoint for it, which need not answer', async () => {
    const { server, page, tools, target, begun, memory } = await signIn();
    await tools.finishSignIn(target, begun.pending, page.agree(begun.url), never);
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
    const { page, tools, target, begun, memory } = await signIn();
    await tools.finishSignIn(target, begun.pending, page.agree(begun.url), never);
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
    for (const bad of [
      { issuer: 'https://other.example' },
      { authorization_endpoint: 'javascript:alert(1)' },
      { registration_endpoint: undefined },
      { registration_endpoint: 'http://10.0.0.1/register' },
    ]) {
      const body = JSON.stringify({ ...good, ...bad });
      server.routes.set('/.well-known/oauth-authorization-server', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      });
      await expect(tools.beginSignIn(target, 's', never)).rejects.toThrow(ToolServerUnreachable);
    }
    expect(page.registrations).toEqual([]);
  });
});

describe('programs of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-programs-'));
  /** Speaks the older revision; tools say what the test wants to know. */
  const script = join(folder, 'program.mjs');
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
console.error('started');
console.log('hello, this is no message');
const tools = ['environment', 'grow', 'leave', 'child'].map((name) => ({ name, inputSchema: { type: 'object' } }));
const kept = [];
const calls = {
  environment: () => JSON.stringify(process.env),
  grow: () => void setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 10),
  leave: () => process.exit(1),
  child: () => {
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' });
    writeFileSync(process.env.PIDS, String(pid) + ' ' + process.pid);
    return 'started';
  },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (value) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...value }));
  if (method === 'initialize')
    answer({ result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'p', version: '1' } } });
  else if (method === 'tools/list') answer({ result: { tools } });
  else if (method === 'tools/call') {
    const text = calls[params.name]();
    if (text !== undefined) answer({ result: { content: [{ type: 'text', text }] } });
  } else if (id !== undefined) answer({ error: { code: -32601, message: 'no' } });
});
process.on('SIGTERM', () => undefined);
setInterval(() => undefined, 1000);
`,
  );
  const pids = join(folder, 'pids');
  const program = { name: 'p', command: process.execPath, args: [script], env: { PATH: '/usr/bin:/bin', PIDS: pids } };
  const limits = { memoryMb: 200, memoryCheckMs: 50, graceMs: 100 };
  const withProgram = (more: Partial<Program> = {}) =>
    connections({ programs: new Map([['operator:p', { ...program, ...more }]]), programLimits: limits });
  const target = { server: aToolServer({ id: 'operator:p', origin: 'operator', url: null }), uid: 'ann' };
  const call = (tools: McpToolConnections, name: string) => callAll(tools, target, { tool: aServerTool({ name }) });
  const isAlive = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test('a program has the environment of the file and no more, and its errors are logged', async () => {
    const { tools, log } = withProgram();
    expect(await tools.readTools(target, never)).toHaveLength(4);
    const { outcome } = await call(tools, 'environment');
    const names = Object.keys(JSON.parse(outcome.content[0]?.text ?? '') as object);
    expect(names.filter((name) => !['PATH', 'PIDS', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))).toEqual([]);
    expect(log).toEqual(['p: started']);
  });

  test('all that it started ends with this server, although it does not want to', async () => {
    const { tools } = withProgram();
    await call(tools, 'child');
    const [child, parent] = readFileSync(pids, 'utf8').split(' ').map(Number) as [number, number];
    expect([isAlive(child), isAlive(parent)]).toEqual([true, true]);
    await tools.close();
    await eventually(() => !isAlive(child) && !isAlive(parent));
  });

  test('one that uses too much memory is ended, and one that ends is started again, but not without end', async () => {
    const { tools, log } = withProgram();
    await expect(call(tools, 'grow')).rejects.toThrow(ToolServerUnreachable);
    expect(log).toContain('p: ended, because it uses more than 200 MB');
    for (let start = 2; start <= 5; start += 1)
      await expect(call(tools, 'leave')).rejects.toThrow(ToolServerUnreachable);
    expect(await problemOf(tools.readTools(target, never))).toBe('program-unstable');
  }, 30_000);

  test('one that is not there says so', async () => {
    const { tools, log } = withProgram({ command: '/nowhere/program' });
    expect(await problemOf(tools.readTools(target, never))).toBe('program-ended');
    expect(log.join('\n')).toContain('not found');
  });
});
