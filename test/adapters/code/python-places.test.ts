import { type Python, ProcessPythonRunner } from '../../../src/adapters/code/python/process-python-runner.ts';
import { until } from '../../domain/chat/harness.ts';

const ENDED = { output: '', error: null, files: [], omitted: 0 };

/** Programs whose text is the name of who runs them; each runs until it is killed or let end. */
const places = (maxConcurrent: number) => {
  const running: { readonly code: string; readonly end: () => void }[] = [];
  const startPython = (): Python => {
    let end: (outcome: typeof ENDED | string) => void = () => undefined;
    const ended = new Promise<typeof ENDED | string>((resolve) => (end = resolve));
    return {
      isAlive: true,
      ready: Promise.resolve(true),
      run: (input) => {
        const { code }: { code: string } = JSON.parse(input);
        running.push({ code, end: () => end(ENDED) });
        return ended;
      },
      kill: (reason) => end(reason),
      ref: () => undefined,
      unref: () => undefined,
    };
  };
  const runner = new ProcessPythonRunner({ maxConcurrent, warmMs: 0 }, startPython);
  const over = new AbortController();
  const run = (owner: string, code = owner) =>
    runner.run({ code, owner, files: [] }, over.signal, () => undefined).then(({ error }) => error);
  return { run, stop: () => over.abort(), running, names: () => running.map(({ code }) => code) };
};

test('an account has one of two places, and another account is not kept waiting', async () => {
  const { run, stop, running, names } = places(2);
  const first = run('ann', 'first of ann');
  const second = run('ann', 'second of ann');
  await until(() => running.length === 1);
  const bobs = run('bob');
  await until(() => running.length === 2);
  expect(names()).toEqual(['first of ann', 'bob']);
  running[1]?.end();
  expect(await bobs).toBeUndefined();
  expect(names()).toEqual(['first of ann', 'bob']);
  running[0]?.end();
  await until(() => running.length === 3);
  expect([await first, names().at(-1)]).toEqual([undefined, 'second of ann']);
  stop();
  expect(await second).toBe('the program was stopped');
});

test('twenty programs of an account wait at most; those of another still do', async () => {
  const { run, stop, running } = places(1);
  const anns = Array.from({ length: 21 }, () => run('ann'));
  expect(await run('ann')).toBe('too many programs wait already');
  const bobs = run('bob');
  await until(() => running.length === 1);
  stop();
  expect(new Set(await Promise.all([...anns, bobs]))).toEqual(new Set(['the program was stopped']));
});
