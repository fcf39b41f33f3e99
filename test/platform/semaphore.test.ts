import { FairSemaphore, QueueFull, type SemaphoreLimits } from '../../src/platform/semaphore.ts';

const never = new AbortController().signal;

const setup = (limits: SemaphoreLimits = { permits: 2, maxQueued: 4, maxQueuedPerOwner: 3 }) => {
  const queue = new FairSemaphore(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (owner: string | undefined, name: string, signal = never) =>
    queue.run(owner, signal, () => {
      begun.push(name);
      return new Promise<string>((resolve) => void ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, ask, end };
};

test('one person has one place, whoever else waits comes first', async () => {
  const { begun, ask, end } = setup();
  const all = [ask('ann', 'a1'), ask('ann', 'a2'), ask('ann', 'a3'), ask('bob', 'b1'), ask('cid', 'c1')];
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const name of ['a2', 'c1', 'a3']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('an owner may have several places, and still not all of them', async () => {
  const { begun, ask, end } = setup({ permits: 3, permitsPerOwner: 2, maxQueued: 4, maxQueuedPerOwner: 4 });
  for (const name of ['a1', 'a2', 'a3']) void ask('ann', name);
  void ask('bob', 'b1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('the queue has an end, for one person and for all', async () => {
  const { ask, begun } = setup();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('ann', name);
  await expect(ask('ann', 'a5')).rejects.toThrow(QueueFull);
  void ask('bob', 'b1');
  void ask('cid', 'c1');
  await expect(ask('dan', 'd1')).rejects.toThrow(QueueFull);
  expect(begun).toEqual(['a1', 'b1']);
});

test('who gives up leaves the queue, and a job that fails gives its place on', async () => {
  const { begun, ask, end } = setup({ permits: 1, maxQueued: 4, maxQueuedPerOwner: 4 });
  const gone = new AbortController();
  const [first, second, third] = [ask('ann', 'a1'), ask('bob', 'b1', gone.signal), ask(undefined, 'n1')];
  gone.abort('gone');
  await expect(second).rejects.toBe('gone');
  await end('a1');
  expect([await first, begun]).toEqual(['a1', ['a1', 'n1']]);
  await end('n1');
  expect(await third).toBe('n1');
  const queue = new FairSemaphore({ permits: 1, maxQueued: 1, maxQueuedPerOwner: 1 });
  await expect(queue.run('ann', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('ann', never, () => Promise.resolve('next'))).toBe('next');
});

test('jobs of nobody are many owners', () => {
  const { begun, ask } = setup();
  void ask(undefined, 'one');
  void ask(undefined, 'two');
  expect(begun).toEqual(['one', 'two']);
});
