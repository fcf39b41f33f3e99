import { ScriptedModels } from '../../../fakes/scripted-models.ts';
import { aHarness, CHAT, gate, sharedState, until } from '../harness.ts';
import { textOf } from '../../../support/text-of.ts';

const words = ['one ', 'two ', 'three ', 'four ', 'five'];

/** Records the first argument of each call of a method, which still does its work. */
function recorded<T extends object, K extends keyof T>(target: T, method: K) {
  const original = (target[method] as (...args: unknown[]) => unknown).bind(target);
  const calls: unknown[][] = [];
  target[method] = ((first: unknown[], ...rest: unknown[]) => {
    calls.push(first);
    return original(first, ...rest);
  }) as T[K];
  return calls;
}

describe('watching a reply', () => {
  test('from any event on adds up to the same text, while it runs and afterwards', async () => {
    const half = gate();
    const harness = aHarness(new ScriptedModels(...words.slice(0, 3), half.opened, ...words.slice(3)));
    const replyId = await harness.ask('Count');
    const early = harness.watch(replyId);
    await until(
      async () => (await harness.turns()).length === 2 && (harness.activeReplies.find(replyId)?.length ?? 0) === 4,
    );
    const late = harness.watch(replyId, { from: 2 });
    half.open();
    const whole = await early;
    expect(textOf(whole)).toBe(words.join(''));
    expect(await late).toEqual(whole.slice(2));
    for (let from = 0; from < whole.length; from += 1)
      expect(await harness.watch(replyId, { from })).toEqual(whole.slice(from));
  });

  test('after its log is swept begins anew with the whole text', async () => {
    const harness = aHarness();
    const replyId = await harness.ask('Hi');
    await harness.watch(replyId);
    await harness.replies.sweep(harness.clock.now() + 1);
    const told = [];
    for await (const batch of await harness.follow.execute({
      replyId,
      owner: 'user:ann',
      from: 3,
      signal: new AbortController().signal,
    }))
      told.push(batch);
    expect(told).toHaveLength(1);
    expect(told[0]?.first).toBe(0);
    expect(textOf(told[0]?.events ?? [])).toBe('Hello');
  });

  test('is for its owner alone: for others it does not exist', async () => {
    const harness = aHarness();
    const replyId = await harness.ask('Hi');
    const watching = (id: string, owner: string) =>
      harness.follow.execute({ replyId: id, owner, from: 0, signal: new AbortController().signal });
    await expect(watching(replyId, 'user:bob')).rejects.toMatchObject({ message: 'Reply not found' });
    await expect(watching('unknown', 'user:ann')).rejects.toMatchObject({ message: 'Reply not found' });
    await expect(harness.stop.execute({ replyId, owner: 'user:bob' })).rejects.toMatchObject({
      message: 'Reply not found',
    });
    await harness.watch(replyId);
  });

  test('ends when the watcher leaves; the reply goes on', async () => {
    const half = gate();
    const harness = aHarness(new ScriptedModels('Half', half.opened, ' whole'));
    const replyId = await harness.ask('Hi');
    const leaving = new AbortController();
    for await (const _ of await harness.follow.execute({ replyId, owner: 'user:ann', from: 0, signal: leaving.signal }))
      leaving.abort();
    half.open();
    await until(() => harness.activeReplies.size === 0);
    expect(await harness.turns()).toContain('assistant: Half whole (complete)');
  });

  test('works from another process, through the stored log', async () => {
    const half = gate();
    const both = sharedState();
    const one = aHarness(new ScriptedModels('Half', half.opened, ' whole'), both);
    const other = aHarness(undefined, both, { name: 'runner-2' });
    const replyId = await one.ask('Hi');
    const watching = other.watch(replyId);
    await until(() => (one.activeReplies.find(replyId)?.length ?? 0) === 2);
    await both.clock.advance(500);
    half.open();
    await until(async () => {
      await both.clock.advance(250);
      return one.activeReplies.size === 0;
    });
    let told = false;
    void watching.then(() => (told = true));
    await until(async () => {
      await both.clock.advance(250);
      return told;
    });
    expect(textOf(await watching)).toBe('Half whole');
  });
});

describe('stopping a reply', () => {
  test('closes the model at once and keeps what was said, charged', async () => {
    const never = gate();
    const harness = aHarness(new ScriptedModels('Half', never.opened));
    const replyId = await harness.ask('Hi');
    await until(() => (harness.activeReplies.find(replyId)?.length ?? 0) === 2);
    await harness.stop.execute({ replyId, owner: 'user:ann' });
    const events = await harness.watch(replyId);
    expect(events.at(-1)).toEqual({ type: 'end', status: 'stopped' });
    expect(await harness.turns()).toContain('assistant: Half (stopped)');
    expect(harness.models.abandoned).toBe(1);
    expect(harness.allowance.used).toBe(1);
    await harness.stop.execute({ replyId, owner: 'user:ann' }); // again: no effect
    expect(await harness.turns()).toContain('assistant: Half (stopped)');
  });

  test('works from another process within a second', async () => {
    const never = gate();
    const both = sharedState();
    const one = aHarness(new ScriptedModels('Half', never.opened), both);
    const other = aHarness(undefined, both, { name: 'runner-2' });
    const replyId = await one.ask('Hi');
    const housekeeping = new AbortController();
    const keeping = one.maintenance.execute(housekeeping.signal);
    await other.stop.execute({ replyId, owner: 'user:ann' });
    await both.clock.advance(1000);
    await until(() => one.activeReplies.size === 0);
    expect(await one.turns()).toContain('assistant: Half (stopped)');
    housekeeping.abort();
    await keeping;
  });

  test('comes with deleting its chat', async () => {
    const never = gate();
    const harness = aHarness(new ScriptedModels('Half', never.opened));
    await harness.ask('Hi');
    const removing = harness.remove.execute('ann', CHAT);
    await until(() => harness.activeReplies.size === 0);
    await harness.clock.advance(100);
    await removing;
    expect(harness.models.abandoned).toBe(1);
    await expect(harness.turns()).rejects.toMatchObject({ message: 'Chat not found' });
    expect(harness.observer.failures).toEqual([]);
  });
});

describe('checkpoints', () => {
  test('save what is new of all replies together, every quarter of a second', async () => {
    const never = gate();
    const both = sharedState();
    const harness = aHarness(new ScriptedModels('Half', never.opened), both);
    const append = recorded(harness.replies, 'append');
    await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        harness.ask('Hi', { target: { chatId: `chat-number-${name}-of-ann`, messageId: 'q' } }),
      ),
    );
    await until(() => harness.models.requests.length === 3);
    await new Promise((resolve) => setImmediate(resolve)); // their first words
    await both.clock.advance(1000);
    expect(append.map((entries) => entries.length)).toEqual([3]);
    await harness.activeReplies.drain(0);
  });

  test('that fail are tried again, and the reply is none the wiser', async () => {
    const half = gate();
    const harness = aHarness(new ScriptedModels('Half', half.opened, ' whole'));
    const original = harness.replies.append.bind(harness.replies);
    harness.replies.append = () => Promise.reject(new Error('disk full'));
    const replyId = await harness.ask('Hi');
    await until(() => (harness.activeReplies.find(replyId)?.length ?? 0) === 2);
    await harness.clock.advance(250);
    expect(harness.observer.failures).toHaveLength(1);
    harness.replies.append = original;
    half.open();
    expect(textOf(await harness.watch(replyId))).toBe('Half whole');
    await until(() => harness.activeReplies.size === 0);
    expect(await harness.turns()).toContain('assistant: Half whole (complete)');
  });
});

describe('a process that dies', () => {
  test('leaves no reply streaming: the next one keeps the stored text, says so, and settles once', async () => {
    const never = gate();
    const both = sharedState();
    const dying = aHarness(new ScriptedModels('Half', never.opened, ' never'), both);
    await dying.runners.renew();
    const replyId = await dying.ask('Hi');
    await until(() => (dying.activeReplies.find(replyId)?.length ?? 0) === 2);
    await both.clock.advance(300); // one checkpoint, then nothing more: the process is gone
    const next = aHarness(undefined, both, { name: 'runner-2' });
    await next.maintenance.start();
    expect(await next.turns()).toContain('assistant: Half (streaming)'); // its lease still holds
    await both.clock.advance(10_000);
    await Promise.all([next.maintenance.recover(), next.maintenance.recover()]);
    expect(await next.turns()).toContain('assistant: Half (interrupted)');
    const told = await next.watch(replyId, { from: 1 });
    expect(textOf(told)).toBe('Half');
    expect(told.slice(-2).map(({ type }) => type)).toEqual(['error', 'end']);
    expect(both.allowance.used).toBe(1);
    never.open();
  });

  test('on a database that serves one process leaves none streaming once the next one has started', async () => {
    const never = gate();
    const both = sharedState();
    const dying = aHarness(new ScriptedModels('Half', never.opened), both);
    await dying.runners.renew();
    const replyId = await dying.ask('Hi');
    await until(() => (dying.activeReplies.find(replyId)?.length ?? 0) === 2);
    await both.clock.advance(300); // a checkpoint
    both.leases.isServedAlone = true;
    const next = aHarness(undefined, both, { name: 'runner-2' });
    await next.maintenance.start();
    expect(await next.turns()).toContain('assistant: Half (interrupted)');
    expect(await next.runners.findExpired(['runner-2'])).toEqual([]);
    never.open();
  });

  test('before any text gives the use back', async () => {
    const never = gate();
    const both = sharedState();
    await aHarness(new ScriptedModels(never.opened), both).ask('Hi');
    await aHarness(undefined, both, { name: 'runner-2' }).maintenance.start();
    expect(both.allowance.used).toBe(0);
  });

  test('in order lets replies finish within the grace and keeps the rest as interrupted', async () => {
    const never = gate();
    const harness = aHarness(new ScriptedModels('Half', never.opened));
    const replyId = await harness.ask('Hi');
    await until(() => (harness.activeReplies.find(replyId)?.length ?? 0) === 2);
    const draining = harness.activeReplies.drain(1000);
    await until(async () => {
      await harness.clock.advance(50);
      return harness.activeReplies.size === 0;
    });
    await harness.clock.advance(100);
    await draining;
    expect(await harness.turns()).toContain('assistant: Half (interrupted)');
  });
});

test('what is written for an account suspended or deleted elsewhere stops within two seconds', async () => {
  const on = sharedState();
  const half = gate();
  const harness = aHarness(new ScriptedModels('Half', half.opened, ' whole'), on);
  const replyId = await harness.ask('Hi');
  const watched = harness.watch(replyId);
  const over = new AbortController();
  const keeping = harness.maintenance.execute(over.signal);
  on.revoked.add('bob');
  await harness.clock.advance(2000);
  expect(harness.activeReplies.size).toBe(1);
  on.revoked.add('ann');
  await harness.clock.advance(2000);
  expect((await watched).at(-1)).toEqual({ type: 'end', status: 'stopped' });
  over.abort();
  half.open();
  await keeping;
});
