import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { McpToolConnections } from '../../../src/adapters/tools/mcp-tool-connections.ts';
import type { Program } from '../../../src/adapters/tools/process-transport.ts';
import { readTools } from '../../../src/adapters/tools/read-tools.ts';
import { ToolServerUnreachable } from '../../../src/domain/tools/errors.ts';
import { aServerTool, aToolServer } from '../../fakes/tools.ts';
import { eventually } from '../../product/client.ts';
import type { McpServer } from '../../vendors/mcp-server.ts';
import { at, callAll, connections, never, started, text } from './harness.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const OTHER_ANSWER = '{"jsonrpc":"2.0","id":"another","result":{}}';

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

  test('a form of the server is filled in by a person while the call waits; progress is reported', async () => {
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
  server.forget();
  expect(await tools.readTools(at(server), never)).toHaveLength(1);
  expect(server.methods.filter((method) => method === 'initialize')).toHaveLength(3);
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

  test('has no tools whose names are more than one line of visible characters', async () => {
    const server = await started();
    const names = ['two\nlines', 'a\ttab', 'a\u2028separator', 'a\u0085next line', 'in words'];
    server.tools = names.map((name) => ({ name }));
    const { tools } = connections();
    expect((await tools.readTools(at(server), never)).map(({ name }) => name)).toEqual(['in words']);
  });

  test.each<[string, McpServer['play']]>([
    ['a stream that ends', ({ progress, response }) => (progress(1, 2), response.end(), undefined)],
    ['a stream that ends within an event', ({ send, response }) => (send('data: {'), response.end(), undefined)],
    ['an empty list', ({ response }) => void response.writeHead(200, JSON_TYPE).end('[]')],
    ['the answer to another request', ({ response }) => void response.writeHead(200, JSON_TYPE).end(OTHER_ANSWER)],
    ['nothing but a status', ({ response }) => void response.writeHead(202).end()],
  ])('that answers with %s instead of a result ends the call', async (_, play) => {
    const server = await started();
    server.play = play;
    const { tools } = connections();
    const { outcome } = await callAll(tools, at(server));
    expect(outcome).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('without a result') }] });
  });

  test('may close a stream that it goes on with when it is asked', async () => {
    const server = await started();
    server.play = ({ id, send, response }) => {
      const result = { jsonrpc: '2.0', id, result: text('at last') };
      server.routes.set('/mcp', (_, rest) => {
        rest.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${JSON.stringify(result)}\n\n`);
      });
      send('id: 7\ndata:\n\n');
      response.end();
      return undefined;
    };
    const { tools } = connections();
    expect((await callAll(tools, at(server))).outcome).toMatchObject({
      isError: false,
      content: [{ text: 'at last' }],
    });
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

  test('that describes tools wrongly loses those alone', async () => {
    const server = await started();
    server.tools = [
      { name: 'good' },
      { name: 'nothing', inputSchema: {} },
      { name: 'list', inputSchema: { type: 'array' } },
      { name: 'texts', title: null, description: 5, annotations: { readOnlyHint: 'yes' }, icons: 'x' },
    ];
    const { tools } = connections();
    const read = await tools.readTools(at(server), never);
    expect(read.map(({ name, title, description, readOnly }) => [name, title, description, readOnly])).toEqual([
      ['good', 'good', '', false],
      ['texts', 'texts', '', false],
    ]);
  });

  test('that nests a schema without end is only itself not understood', async () => {
    const server = await started();
    const deep = JSON.parse(`${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`) as Record<string, unknown>;
    server.tools = [{ name: 'deep', inputSchema: { type: 'object', properties: { deep } } }, { name: 'flat' }];
    const { tools } = connections();
    const read = await tools.readTools(at(server), AbortSignal.timeout(1000));
    expect(read.map(({ name }) => name)).toEqual(['flat']);
    expect((await callAll(tools, at(server))).outcome.isError).toBe(false);
  });

  test('that nests a schema so deeply that it cannot be written loses that tool only', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    const read = readTools([
      { name: 'deep', inputSchema: { type: 'object', properties: { deep } } },
      { name: 'flat', inputSchema: { type: 'object' } },
    ]);
    expect(read.map(({ name }) => name)).toEqual(['flat']);
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
  const serverInfo = { name: 'p', version: '1' };
  if (method === 'initialize')
    answer({ result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo } });
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
