import { type ScriptItem, ScriptedModels } from '../../../fakes/scripted-models.ts';
import { NOON } from '../../../support/builders.ts';
import { aHarness, ann, CHAT, gate, type SharedState, sharedState, DatabaseError, until } from '../harness.ts';
import type { ReplyEvent } from '../../../../src/shared/reply-event.ts';
import { textOf } from '../../../support/text-of.ts';

type Harness = ReturnType<typeof aHarness>;

const LEASE_MS = 10_000;
const COMPLETE: ReplyEvent = { type: 'end', status: 'complete' };
const usageEvent = { type: 'usage', inputTokens: 7, outputTokens: 3 } as const;

/** What a watcher hears, as it comes. */
const subscribe = (harness: Harness, replyId: string, from = 0) => {
  const received: ReplyEvent[] = [];
  const over = (async () => {
    const watch = { replyId, owner: 'user:ann', from, signal: new AbortController().signal };
    for await (const { events } of await harness.follow.execute(watch)) received.push(...events);
  })();
  return { heard: received, over, types: () => received.map(({ type }) => type) };
};

/** Lets time go on until `done` holds. */
const passing = (on: Pick<SharedState, 'clock'>, done: () => boolean | Promise<boolean>, step = 100) =>
  until(async () => {
    if (await done()) return true;
    await on.clock.advance(step);
    return done();
  });

/** A reply whose process stood still after its first, logged half, until another process interrupted it. */
const thoughtDead = async (pieces: readonly [before: readonly string[], after: readonly ScriptItem[]]) => {
  const on = sharedState();
  const half = gate();
  const owner = aHarness(new ScriptedModels(...pieces[0], half.opened, ...pieces[1], usageEvent), on);
  await owner.runners.renew();
  const replyId = await owner.ask('Hi', { target: { chatId: CHAT, messageId: 'q1', replyMessageId: 'a1' } });
  await until(() => (owner.activeReplies.find(replyId)?.length ?? 0) === 1 + pieces[0].length);
  await until(() => on.clock.sleeping > 0);
  await on.clock.advance(LEASE_MS);
  const other = aHarness(undefined, on, { name: 'runner-2' });
  await other.maintenance.start();
  return { on, owner, other, replyId, wakes: half.open };
};

describe('a reply whose end cannot be stored', () => {
  test('tells its text at once, then that it is saving, and the end only when it is stored', async () => {
    const harness = aHarness(new ScriptedModels('Hel', 'lo', usageEvent));
    const replyId = await harness.ask('Hi');
    harness.trouble.isDown = true;
    const page = subscribe(harness, replyId);
    await until(() => textOf(page.heard) === 'Hello');
    await passing(harness, () => page.types().includes('saving'));
    await harness.clock.advance(600_000);
    expect(page.types()).toEqual(['meta', 'text', 'text', 'saving']);
    expect(await harness.turns()).toContain('assistant: Hello (streaming)');
    expect(harness.trouble.attempts).toBeGreaterThan(100);
    expect(harness.observer.failures.length).toBeLessThan(20);
    const late = subscribe(harness, replyId, 2);
    await until(() => late.heard.length === 2);
    harness.trouble.isDown = false;
    await passing(harness, () => harness.activeReplies.size === 0);
    await Promise.all([page.over, late.over]);
    expect(page.heard.at(-1)).toEqual(COMPLETE);
    expect(late.types()).toEqual(['text', 'saving', 'end']);
    expect(await harness.turns()).toContain('assistant: Hello (complete)');
    expect([harness.ledger.calls.length, harness.allowance.used]).toEqual([1, 1]);
  });

  test('that is soon stored says nothing of it', async () => {
    const harness = aHarness(new ScriptedModels('Hello'));
    const replyId = await harness.ask('Hi');
    harness.trouble.isDown = true;
    const page = subscribe(harness, replyId);
    await until(() => harness.trouble.attempts > 1);
    harness.trouble.isDown = false;
    await passing(harness, () => harness.activeReplies.size === 0, 10);
    await page.over;
    await harness.clock.advance(5000);
    expect(page.types()).toEqual(['meta', 'text', 'end']);
  });

  test('says so after a second of its own, also where another was being stored before', async () => {
    const harness = aHarness(new ScriptedModels('Hello'));
    const storeSlowly = async (messageId: string) => {
      const page = subscribe(harness, await harness.ask('Hi', { target: { chatId: CHAT, messageId } }));
      harness.trouble.isDown = true;
      const { attempts } = harness.trouble;
      await until(() => harness.trouble.attempts > attempts);
      return page;
    };
    const before = await storeSlowly('q1');
    harness.trouble.isDown = false;
    await passing(harness, () => harness.activeReplies.size === 0, 10);
    const page = await storeSlowly('q2');
    await harness.clock.advance(950);
    expect(page.types()).toEqual(['meta', 'text']);
    await passing(harness, () => page.types().includes('saving'), 10);
    harness.trouble.isDown = false;
    await passing(harness, () => harness.activeReplies.size === 0);
    expect([before.types(), page.types()]).toEqual([
      ['meta', 'text', 'end'],
      ['meta', 'text', 'saving', 'end'],
    ]);
  });

  test('is numbered as if nothing had been said of saving: whoever resumes misses and repeats nothing', async () => {
    const harness = aHarness(new ScriptedModels('Hel', 'lo'));
    const replyId = await harness.ask('Hi');
    harness.trouble.isDown = true;
    const page = subscribe(harness, replyId);
    await passing(harness, () => page.types().includes('saving'));
    harness.trouble.isDown = false;
    await passing(harness, () => harness.activeReplies.size === 0);
    const whole = [...page.heard.slice(0, 3), COMPLETE];
    for (const from of [0, 2, 3]) expect(await harness.watch(replyId, { from })).toEqual(whole.slice(from));
  });

  test('whose commit arrived without an answer counts once', async () => {
    const harness = aHarness(new ScriptedModels('Hello', usageEvent));
    const replyId = await harness.ask('Hi');
    harness.trouble.lostCommits = 2;
    const page = subscribe(harness, replyId);
    await passing(harness, () => harness.activeReplies.size === 0);
    await page.over;
    expect(page.heard.at(-1)).toEqual(COMPLETE);
    expect(await harness.turns()).toContain('assistant: Hello (complete)');
    expect(harness.ledger.calls).toMatchObject([{ owner: 'user:ann', outputTokens: 3, status: 'complete' }]);
    expect(harness.allowance.used).toBe(1);
  });

  test('and whose chat is deleted meanwhile ends, with its call in the ledger and nobody named', async () => {
    const on = sharedState();
    const harness = aHarness(new ScriptedModels('Hello', usageEvent), on);
    const replyId = await harness.ask('Hi');
    harness.trouble.isDown = true;
    const page = subscribe(harness, replyId);
    await until(() => harness.trouble.attempts > 1);
    await aHarness(undefined, on, { name: 'runner-2' }).remove.execute('ann', CHAT); // its database is up
    harness.trouble.isDown = false;
    await passing(harness, () => harness.activeReplies.size === 0);
    await page.over;
    expect(harness.ledger.calls).toMatchObject([{ owner: 'deleted', outputTokens: 3 }]);
  });

  test('is told as interrupted, never as complete, when its process has to end before', async () => {
    const on = sharedState();
    const trouble = new DatabaseError();
    const harness = aHarness(new ScriptedModels('Hello', usageEvent), on, { trouble });
    const replyId = await harness.ask('Hi');
    trouble.isDown = true;
    const page = subscribe(harness, replyId);
    await until(() => textOf(page.heard) === 'Hello');
    await on.clock.advance(500);
    const draining = harness.activeReplies.drain(20_000);
    await on.clock.advance(19_000);
    expect(page.types()).toEqual(['meta', 'text', 'saving']); // it is tried for as long as the grace lasts
    await on.clock.advance(7000);
    await draining;
    await page.over;
    expect(page.heard.slice(-2)).toEqual([
      expect.objectContaining({ type: 'error' }),
      { type: 'end', status: 'interrupted' },
    ]);
    await until(() => harness.observer.ends.length === 1);
    expect(harness.observer.ends[0]).toMatchObject({ status: 'interrupted' });
    const next = aHarness(undefined, on, { name: 'runner-2' });
    await next.maintenance.start();
    expect(await next.turns()).toContain('assistant: Hello (interrupted)');
    expect([on.ledger.calls.length, on.allowance.used]).toEqual([1, 1]);
  });

  test('is stored within the grace when the database comes back', async () => {
    const harness = aHarness(new ScriptedModels('Hello'));
    const replyId = await harness.ask('Hi');
    harness.trouble.isDown = true;
    const page = subscribe(harness, replyId);
    await until(() => harness.trouble.attempts > 1);
    const draining = harness.activeReplies.drain(20_000);
    await harness.clock.advance(9000);
    harness.trouble.isDown = false;
    await passing(harness, () => harness.activeReplies.size === 0);
    await Promise.all([draining, page.over]);
    expect(page.heard.at(-1)).toEqual(COMPLETE);
  });
});

describe('a dead process', () => {
  test('is looked for twice in a lease by others in use, and every thirty seconds by idle ones', async () => {
    const on = sharedState();
    const { maintenance, runners } = aHarness(undefined, on);
    let looks = 0;
    const listExpired = runners.listExpired.bind(runners);
    runners.listExpired = () => {
      looks += 1;
      return listExpired();
    };
    const over = new AbortController();
    void maintenance.execute(over.signal);
    await on.clock.advance(59_000);
    expect(looks).toBe(11);
    await on.clock.advance(61_000);
    expect(looks).toBe(11 + 3);
    over.abort();
  });
});

describe('a process that was only thought dead', () => {
  test('puts its own end in place of the interruption, with one ledger line and one settlement', async () => {
    const { on, owner, other, replyId, wakes } = await thoughtDead([['Half ', 'a '], ['thought']]);
    const page = subscribe(owner, replyId);
    expect(await other.turns()).toContain('assistant: Half a  (interrupted)');
    expect((await other.watch(replyId)).at(-1)).toEqual({ type: 'end', status: 'interrupted' });
    expect(on.ledger.calls).toMatchObject([{ status: 'interrupted', inputTokens: 0 }]);
    wakes();
    await passing(on, () => owner.activeReplies.size === 0);
    await page.over;
    expect(page.heard.at(-1)).toEqual(COMPLETE);
    expect(await other.turns()).toContain('assistant: Half a thought (complete)');
    expect(on.ledger.calls).toMatchObject([{ owner: 'user:ann', inputTokens: 7, outputTokens: 3, status: 'complete' }]);
    expect(on.allowance.used).toBe(1);
    const rest = ['Half a thought', 'Half a thought', 'a thought', 'thought'];
    for (const [from, text] of rest.entries()) expect(textOf(await other.watch(replyId, { from }))).toBe(text);
  });

  test('adds nothing to the log in between', async () => {
    const { on, owner, other, replyId, wakes } = await thoughtDead([['Half'], [' a thought', gate().opened]]);
    wakes();
    await until(() => (owner.activeReplies.find(replyId)?.length ?? 0) === 3);
    await on.clock.advance(1000);
    expect(textOf((await other.replies.listEvents(replyId, 0)).flatMap(({ events }) => events))).toBe('Half');
  });

  test('charges what was given back when it had said nothing yet', async () => {
    const { on, owner, wakes } = await thoughtDead([[], ['Late']]);
    expect([on.allowance.used, on.ledger.calls.length]).toEqual([0, 1]);
    wakes();
    await passing(on, () => owner.activeReplies.size === 0);
    expect(await owner.turns()).toContain('assistant: Late (complete)');
    expect([on.allowance.used, on.ledger.calls.length]).toEqual([1, 1]);
  });

  test('keeps its lease whatever else its housekeeping waits for', async () => {
    const on = sharedState();
    const owner = aHarness(new ScriptedModels(gate().opened), on);
    await owner.maintenance.start();
    await owner.ask('Hi');
    owner.replies.listStopRequests = () => new Promise(() => undefined);
    const over = new AbortController();
    void owner.maintenance.execute(over.signal);
    const other = aHarness(undefined, on, { name: 'runner-2' });
    for (let second = 0; second < 30; second += 1) {
      await on.clock.advance(1000);
      await other.maintenance.recover();
    }
    expect(await other.turns()).toContain('assistant:  (streaming)');
    over.abort();
  });

  test('leaves a page that was told of the interruption free to save what it has', async () => {
    const { on, owner, other, wakes } = await thoughtDead([['Half '], ['a thought']]);
    wakes();
    await passing(on, () => owner.activeReplies.size === 0);
    const message = {
      id: 'a1',
      role: 'assistant',
      content: 'Half ',
      at: NOON,
      fileIds: [],
      cached: false,
      mode: null,
    } as const;
    await other.save.execute(ann, { id: CHAT, messages: [message] });
    expect(await other.turns()).toContain('assistant: Half a thought (complete)');
  });
});
