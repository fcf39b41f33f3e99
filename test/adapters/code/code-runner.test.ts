import { ProcessCodeRunner } from '../../../src/adapters/code/process-code-runner.ts';

const runner = new ProcessCodeRunner({ timeoutMs: 10_000, maxConcurrent: 2 });
const run = (code: string, signal = new AbortController().signal) => runner.run({ code, owner: 'ann' }, signal);

describe('running code', () => {
  test('gives what was printed, and the value of the last expression', async () => {
    expect(await run('console.log("a", 1, [1, { b: 2 }]); 6 * 7')).toEqual({
      output: 'a 1 [1,{"b":2}]\n42',
      error: undefined,
    });
  });

  test('waits for what a program waits for', async () => {
    expect((await run('(async () => { await null; return new Map([[1, 2n]]); })()')).output).toBe('{"Map":[[1,"2n"]]}');
  });

  test('waits as often as a program does in its time', async () => {
    const code = '(async () => { let sum = 0; for (let i = 0; i < 150000; i++) sum += await 1; return sum; })()';
    expect(await run(code)).toEqual({ output: '150000', error: undefined });
  });

  test('shows what comes more than once each time, and only what contains itself as "[again]"', async () => {
    expect((await run('Array(3).fill({ ok: true })')).output).toBe('[{"ok":true},{"ok":true},{"ok":true}]');
    expect((await run('const a = { b: new Map() }; a.b.set("c", a); [a.b, a]')).output).toBe(
      '[{"Map":[["c",{"b":"[again]"}]]},{"b":{"Map":[["c","[again]"]]}}]',
    );
  });

  test('shows the beginning of what repeats itself without measure', async () => {
    const many = await run('let list = ["first"]; for (let i = 0; i < 60; i++) list = [list, list]; list');
    expect(many.output).toContain('"first"');
    const long = await run('Array(2000).fill({ text: "x".repeat(30000) })');
    expect(long.output).toContain('xxx');
    expect([many.error, long.error]).toEqual([undefined, undefined]);
  });

  test('tells the mistake and its line, and keeps what was printed before', async () => {
    expect(await run('console.log("before");\nnull.x')).toEqual({
      output: 'before',
      error: expect.stringMatching(/^TypeError: .*\(line 2\)$/),
    });
    expect((await run('let = ;')).error).toMatch(/SyntaxError/);
    expect((await run('Promise.reject(new Error("no"))')).error).toMatch(/no/);
  });

  test('prints twenty thousand letters at most', async () => {
    const { output } = await run('for (let i = 0; i < 5000; i++) console.log("0123456789")');
    expect(output.length).toBeLessThan(20_100);
    expect(output).toMatch(/\[more was printed\]$/);
  });
});

describe('a program that means ill', () => {
  test.each([
    ['takes all memory', 'const a = []; while (true) a.push(new Array(1000).fill(7))'],
    ['takes it at once', 'new ArrayBuffer(4e9 / 2)'],
    ['doubles a text', 'let s = "x"; while (true) s += s'],
    ['calls itself without end', 'const f = () => f() + 1; f()'],
    ['nests without end', 'let s = "["; for (let i = 0; i < 20; i++) s += s; JSON.parse(s)'],
  ])('%s and is told', async (_, code) => {
    expect((await run(code)).error).toBeTruthy();
  });

  test.each([
    'process.exit(0)',
    'require("fs")',
    'fetch("http://127.0.0.1")',
    'console.log.constructor("return process")().env',
    'import("node:fs")',
    'globalThis.constructor.constructor("return this.process.mainModule")()',
  ])('finds no host: %s', async (code) => {
    const { output, error } = await run(code);
    expect([output, error]).toEqual(['', expect.stringMatching(/Error/)]);
  });

  test('is ended when its time is over, even where the engine itself does not look up', async () => {
    const short = new ProcessCodeRunner({ timeoutMs: 4000, maxConcurrent: 1 });
    expect(
      await short.run({ code: 'console.log("on"); for (;;) {}', owner: 'ann' }, new AbortController().signal),
    ).toEqual({
      output: 'on',
      error: 'the program ran too long',
    });
    expect(
      (
        await short.run(
          { code: '"x".repeat(3e7).split("").sort(() => 0).join("").replace(/(x+x+)+y/, "")', owner: 'ann' },
          new AbortController().signal,
        )
      ).error,
    ).toBeTruthy();
  }, 30_000);

  test.each([
    ['prints', 'for (let i = 0; ; i++) console.log("line " + i)'],
    ['prints whatever happens', 'for (let i = 0; ; i++) { try { console.log({ "line": "line 0" }) } catch {} }'],
    ['awaits', 'console.log("line 0"); (async () => { for (;;) await null; })()'],
  ])('that %s until its time is over keeps what it printed', async (_, code) => {
    const short = new ProcessCodeRunner({ timeoutMs: 3000, maxConcurrent: 1 });
    const { output, error } = await short.run({ code, owner: 'ann' }, new AbortController().signal);
    expect(output).toContain('line 0');
    expect(error).toBe('the program ran too long');
  });

  test('is ended when nobody waits any more', async () => {
    const stop = new AbortController();
    const running = run('for (;;) {}', stop.signal);
    stop.abort();
    expect((await running).error).toBe('the program was stopped');
    expect((await run('1', AbortSignal.abort())).error).toBe('the program was stopped');
  });
});

test('whoever has many programs leaves room for those of others', async () => {
  const { signal } = new AbortController();
  const stop = new AbortController();
  const owner = 'ann';
  const running = Array.from({ length: 60 }, () => runner.run({ code: 'for (;;) {}', owner }, stop.signal));
  expect((await running.at(-1))?.error).toBe('too many programs wait already');
  expect((await runner.run({ code: '1', owner: 'ben' }, signal)).output).toBe('1');
  stop.abort();
  await Promise.all(running);
});
