import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { zipSync } from 'fflate';

import { permissionArgs, PythonChild } from '../../../src/adapters/code/python/python-child.ts';
import { READY } from '../../../src/adapters/code/python/protocol.ts';
import { SharpImageProcessor } from '../../../src/adapters/images/sharp-image-processor.ts';
import { ProcessPythonRunner } from '../../../src/adapters/code/python/process-python-runner.ts';
import type { PythonResult } from '../../../src/domain/agents/ports.ts';

// Each program costs a start of Python, so each of these asks several things.
const packages = mkdtempSync(join(tmpdir(), 'parley-python-'));
const lockFile = join(packages, 'lock.json');
const runner = new ProcessPythonRunner({
  startMs: 60_000,
  programMs: 10_000,
  maxConcurrent: 1,
  warmMs: 60_000,
  packages,
  lockFile,
});
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let starts = 0;
const run = (code: string, files: readonly { name: string; bytes: Uint8Array }[] = []): Promise<PythonResult> =>
  runner.run({ code, owner: 'ann', files }, new AbortController().signal, () => (starts += 1));

const wheel = (name: string, source: string): Uint8Array =>
  zipSync({
    [`${name}/__init__.py`]: bytes(source),
    [`${name}-1.0.dist-info/METADATA`]: bytes(`Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n`),
    [`${name}-1.0.dist-info/WHEEL`]: bytes('Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
    [`${name}-1.0.dist-info/RECORD`]: bytes(''),
  });

const locked = (name: string, sha256: string) => ({
  depends: [],
  file_name: `${name}-1.0-py3-none-any.whl`,
  imports: [name],
  install_dir: 'site',
  name,
  package_type: 'package',
  sha256,
  unvendored_tests: false,
  version: '1.0',
});

beforeAll(() => {
  const good = wheel('goodone', 'answer = 42');
  writeFileSync(join(packages, 'goodone-1.0-py3-none-any.whl'), good);
  writeFileSync(join(packages, 'swapped-1.0-py3-none-any.whl'), wheel('swapped', 'answer = 0'));
  const { info }: { info: unknown } = JSON.parse(
    readFileSync(new URL(import.meta.resolve('pyodide/pyodide-lock.json')), 'utf8'),
  );
  const hash = createHash('sha256').update(good).digest('hex');
  const list = { goodone: locked('goodone', hash), swapped: locked('swapped', '0'.repeat(64)) };
  writeFileSync(lockFile, JSON.stringify({ info, packages: list }));
});

afterAll(() => {
  runner.close();
  rmSync(packages, { recursive: true });
});

test('a program reads its files, prints, writes files, and imports what the operator has', async () => {
  const code = [
    'import asyncio, csv, goodone, os, statistics',
    'rows = list(csv.DictReader(open("/files/data/numbers.csv")))',
    'print("mean", statistics.mean(int(row["n"]) for row in rows), await asyncio.sleep(0.01, "awake"))',
    'try: open("/files/data/numbers.csv", "w")',
    'except PermissionError: print("read only", goodone.answer)',
    'os.mkdir("/out/sub")',
    'open("/out/sub/a.txt", "w").write("hällo")',
    'open("/out/b.bin", "wb").write(bytes(range(256)))',
    'import struct, zlib',
    'def part(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + ' +
      'data))',
    'pixels = b"".join(b"\\0" + bytes(v for x in range(32) for v in (8 * x, 8 * y, 90)) for y in range(24))',
    'head = struct.pack(">IIBBBBB", 32, 24, 8, 2, 0, 0, 0)',
    'parts = part(b"IHDR", head), part(b"IDAT", zlib.compress(pixels)), part(b"IEND", b"")',
    'open("/out/plot.png", "wb").write(b"\\x89PNG\\r\\n\\x1a\\n" + b"".join(parts))',
    'csv.writer(open("/out/table.csv", "w", newline="")).writerows([["name", "n"], ["a, b", 3]])',
    'open("/out/big", "wb").write(bytes(11 << 20))',
    'os.symlink("/files/data/numbers.csv", "/out/link")',
    'for name in ("swapped", "numpy.linalg"):',
    '    try: __import__(name)',
    '    except ModuleNotFoundError as e: print(e)',
    'for i in range(9000): print("0123456789")',
    '[][1]',
    '# swapped is imported, for who reads the program before',
    'import swapped',
  ].join('\n');
  const { output, error, files, omitted } = await run(code, [
    { name: 'data/numbers.csv', bytes: bytes('n\n1\n2\n6\n') },
  ]);
  expect(output.split('\n').slice(0, 4)).toEqual([
    'mean 3 awake',
    'read only 42',
    expect.stringMatching(/^No module named 'swapped'/),
    expect.stringMatching(/^No module named 'numpy.*only Python's standard library and goodone can be used here/),
  ]);
  expect(output.length).toBeLessThan(20_100);
  expect(output).toMatch(/\[more was printed\]$/);
  expect(error).toBe('IndexError: list index out of range (line 22)');
  const byName = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect([byName, omitted]).toEqual([
    [
      { name: 'b.bin', bytes: Uint8Array.from({ length: 256 }, (_, at) => at) },
      { name: 'plot.png', bytes: expect.any(Uint8Array) },
      { name: 'sub/a.txt', bytes: bytes('hällo') },
      { name: 'table.csv', bytes: bytes('name,n\r\n"a, b",3\r\n') },
    ],
    1,
  ]);
  expect(starts).toBe(1);
  // As the upload that it becomes: a picture that the page shows.
  const picture = { ownerId: 'ann', bytes: byName[1]?.bytes ?? new Uint8Array() };
  const shown = await new SharpImageProcessor().sanitize(picture, new AbortController().signal);
  expect(shown?.type).toBe('image/png');
});

const quick = new ProcessPythonRunner({ startMs: 60_000, programMs: 300, maxConcurrent: 1, warmMs: 0 });
const nothing = () => undefined;

/** Each is tried; it must raise, or give nothing of the host. */
const ESCAPES = [
  'import js; js.process',
  'import pyodide_js; pyodide_js.FS',
  'import pyodide; pyodide.code.run_js("globalThis.process")',
  'from pyodide.code import run_js; run_js("1")',
  'from pyodide.http import pyfetch; pyfetch("http://127.0.0.1")',
  'from pyodide.ffi import create_proxy',
  'import _pyodide_core',
  'import _pyodide._base',
  'import micropip; micropip.install("numpy")',
  '__import__("importlib").import_module("js")',
  'import sys; sys.modules["js"]',
  'import sys; sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ not in ("Closed", "Missing")]; ' +
    'import js; js.process',
  'host().constructor.constructor("return process")()',
  'host().runPython.constructor("return globalThis.constructor.constructor(\'return process\')()")()',
  'host()._api.config.jsglobals.process',
  'host()._module.ENVIRONMENT_IS_NODE or host().absent',
  'host().mountNodeFS("/mnt", "/"); open("/mnt/etc/passwd")',
  'host().FS.mount(host().FS.filesystems.NODEFS, host().FS.cwd(), "/tmp"); open("/tmp/etc/passwd")',
  'host().useNodeSockFS().result()',
  'host().loadPackage("numpy").result()',
  'host().lockfile.packages.micropip.url',
  'import socket; socket.create_connection(("127.0.0.1", 80), 2)',
  'import socket; socket.socket().bind(("127.0.0.1", 0))[0]',
  'import socket; socket.getaddrinfo("localhost", 80)[0][4][0].index("::1")',
  'import urllib.request; urllib.request.urlopen("http://127.0.0.1")',
  'import http.client; http.client.HTTPConnection("127.0.0.1", 80, timeout=2).request("GET", "/")',
  'import asyncio; asyncio.run(asyncio.open_connection("127.0.0.1", 80))',
  'import subprocess; subprocess.run(["ls"])',
  'import os; os.fork()',
  'import os; os.execv("/bin/sh", ["sh"])',
  'import os; assert os.system("ls / > /tmp/listed") == 0',
  'import os; os.posix_spawn("/bin/ls", ["ls"], {})',
  'import multiprocessing; multiprocessing.Process(target=print).start()',
  'import threading; threading.Thread(target=print).start()',
  'open("/etc/passwd").read()',
  'import os; os.listdir("/work")',
  'import os; os.listdir("/proc/1")',
  'open("/proc/self/environ").read()',
  'import os; os.environ["APP_SECRET"]',
  'import ctypes; ctypes.CDLL("libc.so.6")',
  'import mmap; mmap.mmap(os.open("/dev/mem", 0), 10)',
];

describe('a program that means ill', () => {
  test('reaches neither JavaScript, network, processes nor host files; all memory is more than it gets', async () => {
    const code = [
      'import gc, json',
      'def host():',
      '    """All of Pyodide, as a program finds it in memory."""',
      '    return [one for one in gc.get_objects() if type(one).__name__ == "JsFinder"][0].jsproxies["pyodide_js"]',
      'print(type(host()).__name__)',
      'results = []',
      `for attempt in json.loads(${JSON.stringify(JSON.stringify(ESCAPES))}):`,
      '    try:',
      '        exec(attempt, dict(globals()))',
      '        results.append("REACHED " + attempt)',
      '    except BaseException as e: results.append(type(e).__name__)',
      'print(len(results), [r for r in results if r.startswith("REACHED")])',
      'kept = []',
      'try:',
      '    while True: kept.append(bytearray(1 << 20))',
      'except MemoryError: print(64 < len(kept) < 300)',
      'kept = "x" * (1 << 30)',
    ].join('\n');
    const { output, error } = await run(code);
    runner.close();
    expect([output, error]).toEqual([`JsProxy\n${ESCAPES.length} []\nTrue`, 'out of memory']);
  });

  test('an endless loop is ended with what it printed; one that will not end is killed', async () => {
    const stubborn = 'print("on")\nwhile True:\n  try:\n    while True: pass\n  except BaseException: pass';
    const { signal } = new AbortController();
    const [ended, killed] = [
      await quick.run({ code: 'print("on")\nwhile True: pass', owner: 'ann', files: [] }, signal, nothing),
      await quick.run({ code: stubborn, owner: 'ann', files: [] }, signal, nothing),
    ];
    expect(ended).toEqual({ output: 'on', error: 'the program ran too long', files: [], omitted: 0 });
    expect(killed).toEqual({ output: '', error: 'the program ran too long', files: [], omitted: 0 });
  });

  test('is ended when nobody waits any more', async () => {
    const stop = new AbortController();
    const running = quick.run({ code: 'while True: pass', owner: 'ann', files: [] }, stop.signal, nothing);
    stop.abort();
    expect((await running).error).toBe('the program was stopped');
    expect((await quick.run({ code: '1', owner: 'ann', files: [] }, AbortSignal.abort(), nothing)).error).toBe(
      'the program was stopped',
    );
  });

  /** A process that says it is Python and then does something else: its watcher needs no Python. */
  const runAs = async (script: string, maxRssKb?: number) => {
    const limits = { startMs: 60_000, programMs: 60_000, ...(maxRssKb === undefined ? {} : { maxRssKb }) };
    const code = `console.log(${JSON.stringify(READY)}); process.stdin.once('data', () => { ${script} })`;
    const child = new PythonChild({ folder: packages, lockFile }, limits, () =>
      spawn(process.execPath, ['-e', code], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] }),
    );
    expect(await child.ready).toBe(true);
    return child.run('{}');
  };

  test('is killed with more memory or output than it may have', async () => {
    const large = 'globalThis.kept = Buffer.alloc(200 << 20, 1); setInterval(() => undefined, 1000)';
    const memory = process.platform === 'linux' ? await runAs(large, 160 << 10) : 'the program took too much memory';
    expect(memory).toBe('the program took too much memory');
    const output = `const piece = 'x'.repeat(1 << 20); const write = () => process.stdout.write(piece, write); write()`;
    expect(await runAs(output)).toBe('the program wrote too much');
  });

  test('runs in a process that reads its own files alone, writes nothing and starts nothing', () => {
    const tries = {
      own: `fs.readFileSync(${JSON.stringify(lockFile)})`,
      other: `fs.readFileSync('/etc/hosts')`,
      write: `fs.writeFileSync(${JSON.stringify(join(packages, 'written'))}, 'x')`,
      rewrite: `fs.writeFileSync(${JSON.stringify(lockFile)}, 'x')`,
      process:
        `require('child_process').spawnSync(process.execPath, ` + `['-v']).error?.code === 'ERR_ACCESS_DENIED' && no()`,
      worker: `new (require('worker_threads').Worker)('1', { eval: true })`,
      wasi: `new (require('wasi').WASI)({ version: 'preview1' })`,
      addon: `process.dlopen({ exports: {} }, ${JSON.stringify(join(packages, 'a.node'))})`,
    };
    const code = [
      'const fs = require("fs"); const done = {};',
      'const no = () => { throw Object.assign(new Error(), { code: "ERR_ACCESS_DENIED" }) };',
      ...Object.entries(tries).map(
        ([name, attempt]) => `try { ${attempt}; done.${name} = true } catch (e) { done.${name} = e.code }`,
      ),
      'console.log(JSON.stringify(done))',
    ].join('\n');
    const args = permissionArgs({ folder: packages, lockFile });
    const { stdout, stderr } = spawnSync(process.execPath, [...args, '-e', code], { env: {}, encoding: 'utf8' });
    expect([stderr.replace(/^.*(?:Warning|node --trace-warnings).*$/gm, '').trim(), JSON.parse(stdout)]).toEqual([
      '',
      {
        own: true,
        other: 'ERR_ACCESS_DENIED',
        write: 'ERR_ACCESS_DENIED',
        rewrite: 'ERR_ACCESS_DENIED',
        process: 'ERR_ACCESS_DENIED',
        worker: 'ERR_ACCESS_DENIED',
        wasi: 'ERR_ACCESS_DENIED',
        addon: expect.stringMatching(/^ERR_(?:ACCESS_DENIED|DLOPEN_DISABLED)$/),
      },
    ]);
  });
});
