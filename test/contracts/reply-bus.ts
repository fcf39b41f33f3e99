import type { ReplyBus } from '../../src/domain/chat/replies/bus/ports.ts';
import type { ReplyEvent } from '../../src/shared/reply-event.ts';
import { aHarness, gate, sharedState, until } from '../domain/chat/harness.ts';
import { HurriedClock } from '../fakes/kernel.ts';
import { ScriptedModels } from '../fakes/scripted-models.ts';
import { words } from '../support/builders.ts';
import { textOf } from '../support/text-of.ts';

export interface BusFixture {
  /** One more process. */
  readonly connect: () => Promise<ReplyBus>;
  /** Events and stops arrive without the database; else they take its way. */
  readonly isFast: boolean;
  /** What was published outlives its process. */
  readonly isStored: boolean;
}

/** Waits in no time, so that only what is waited for happens; ends with the test. */
class StandingClock extends HurriedClock {
  isOver = false;

  override sleep(): Promise<void> {
    return this.isOver ? new Promise(() => undefined) : super.sleep();
  }
}

const clocks: StandingClock[] = [];

/** Call it after each test. */
export const stopClocks = (): void => {
  for (const clock of clocks.splice(0)) clock.isOver = true;
};

/** Two processes on one database and one bus. The time stands still unless a test lets it pass. */
export const twoProcesses = async (
  { connect, isFast }: Pick<BusFixture, 'connect' | 'isFast'>,
  models: ScriptedModels,
) => {
  const clock = new StandingClock();
  clocks.push(clock);
  const shared = { ...sharedState(), clock };
  const [here, there] = [await connect(), await connect()];
  const writer = aHarness(models, shared, { bus: here });
  const reader = aHarness(undefined, shared, { name: 'runner-2', bus: there });
  await Promise.all([writer.runners.renew(), reader.runners.renew()]);
  /** Collects the events that a follower in the other process gets. */
  const follow = (replyId: string, from = 0) => {
    const leaving = new AbortController();
    const events: ReplyEvent[] = [];
    const numbers: number[] = [];
    const work = async () => {
      const input = { replyId, owner: 'user:ann', from, signal: leaving.signal };
      for await (const batch of await reader.follow.execute(input)) {
        numbers.push(...batch.events.map((_, index) => batch.first + index));
        events.push(...batch.events);
      }
    };
    return { events, numbers, leave: () => leaving.abort(), done: work() };
  };
  /** Without a fast bus, what has to happen takes time. */
  const eventually = (done: () => boolean | Promise<boolean>) =>
    until(async () => {
      if (!isFast) await shared.clock.advance(250);
      return done();
    });
  const storedEvents = async (replyId: string) =>
    (await writer.replies.listEvents(replyId, 0)).flatMap(({ events }) => events);
  /** The writer's process dies: nothing that it does reaches the database any more. */
  const kill = () => {
    writer.replies.append = () => Promise.resolve();
    writer.work.run = () => new Promise(() => undefined);
  };
  const afterLease = () => shared.clock.advance(reader.runners.leaseMs + 1);
  return { shared, here, there, writer, reader, follow, eventually, storedEvents, kill, afterLease };
};

/** What following and stopping in another process must do, whatever carries it. */
export const behavesLikeAReplyBus = (name: string, fixture: BusFixture): void => {
  describe(`${name}: replies of another process`, () => {
    afterEach(stopClocks);

    test('are followed to their end, from any event on, each event once and in order', async () => {
      const [second, third] = [gate(), gate()];
      const models = new ScriptedModels('one ', 'two ', second.opened, 'three ', 'four ', third.opened, 'five');
      const { writer, follow, eventually, storedEvents } = await twoProcesses(fixture, models);
      const replyId = await writer.ask('Count');
      const early = follow(replyId);
      await eventually(() => textOf(early.events) === 'one two ');
      if (fixture.isFast) expect(await storedEvents(replyId)).toEqual([]);
      const late = follow(replyId, 2);
      second.open();
      await eventually(() => textOf(early.events) === 'one two three four ');
      third.open();
      await eventually(() => late.events.at(-1)?.type === 'end' && early.events.at(-1)?.type === 'end');
      await Promise.all([early.done, late.done]);
      expect(textOf(early.events)).toBe('one two three four five');
      expect(early.numbers).toEqual(early.events.map((_, index) => index));
      expect(late.events).toEqual(early.events.slice(2));
      expect(late.numbers).toEqual(early.numbers.slice(2));
      for (let from = 0; from < early.events.length; from += 1) {
        const again = follow(replyId, from);
        await again.done;
        expect(again.events).toEqual(early.events.slice(from));
      }
    });

    test('are not said to be complete before they are stored', async () => {
      const { writer, follow, eventually } = await twoProcesses(fixture, new ScriptedModels('All'));
      writer.trouble.isDown = true;
      const asked = writer.ask('Hi').catch(() => undefined);
      await asked;
      writer.trouble.isDown = false;
      const replyId = await writer.ask('Hi');
      writer.trouble.isDown = true;
      const following = follow(replyId);
      await eventually(() => textOf(following.events) === 'All' && writer.trouble.attempts > 3);
      expect(following.events.map(({ type }) => type)).not.toContain('end');
      writer.trouble.isDown = false;
      await eventually(() => following.events.at(-1)?.type === 'end');
      expect((await writer.replies.find(replyId))?.status).toBe('complete');
    });

    test('are stopped, and keep their text', async () => {
      const never = gate();
      const { writer, reader, follow, eventually } = await twoProcesses(
        fixture,
        new ScriptedModels('Half', never.opened),
      );
      const replyId = await writer.ask('Hi');
      const following = follow(replyId);
      await eventually(() => textOf(following.events) === 'Half');
      const housekeeping = new AbortController();
      const kept = fixture.isFast ? undefined : writer.maintenance.execute(housekeeping.signal);
      await reader.stop.execute({ replyId, owner: 'user:ann' });
      await eventually(() => writer.activeReplies.size === 0);
      await eventually(() => following.events.at(-1)?.type === 'end');
      expect(following.events.at(-1)).toEqual({ type: 'end', status: 'stopped' });
      expect(await writer.turns()).toContain('assistant: Half (stopped)');
      housekeeping.abort();
      await kept;
    });

    test('go on when their follower leaves', async () => {
      const half = gate();
      const { writer, follow, eventually } = await twoProcesses(
        fixture,
        new ScriptedModels('Half', half.opened, ' whole'),
      );
      const replyId = await writer.ask('Hi');
      const following = follow(replyId);
      await eventually(() => textOf(following.events) === 'Half');
      following.leave();
      await following.done;
      half.open();
      await eventually(() => writer.activeReplies.size === 0);
      expect(await writer.turns()).toContain('assistant: Half whole (complete)');
    });

    test('whose process is killed end as interrupted, with what was stored or published', async () => {
      const never = gate();
      const { writer, reader, follow, eventually, kill, afterLease, shared } = await twoProcesses(
        fixture,
        new ScriptedModels('stored ', never.opened),
      );
      const replyId = await writer.ask('Hi');
      const following = follow(replyId);
      await shared.clock.advance(2000);
      await eventually(() => textOf(following.events) === 'stored ');
      await until(async () => (await writer.replies.listEvents(replyId, 0)).length > 0);
      kill();
      writer.activeReplies.find(replyId)?.publish(words('published'));
      if (fixture.isFast) await eventually(() => textOf(following.events) === 'stored published');
      await afterLease();
      await reader.runners.renew();
      await reader.maintenance.recover();
      await eventually(() => following.events.at(-1)?.type === 'end');
      await following.done;
      const text = fixture.isStored ? 'stored published' : 'stored ';
      expect(following.events.at(-1)).toEqual({ type: 'end', status: 'interrupted' });
      expect(await reader.turns()).toContain(`assistant: ${text} (interrupted)`);
      expect(following.numbers).toEqual(following.numbers.map((_, index) => index));
      expect(textOf(await reader.watch(replyId))).toBe(text);
    });

    test('that were taken over get nothing more from the process that lost them', async () => {
      const never = gate();
      const { writer, reader, follow, eventually, here, there } = await twoProcesses(
        fixture,
        new ScriptedModels('mine ', never.opened),
      );
      const replyId = await writer.ask('Hi');
      const following = follow(replyId);
      await eventually(() => textOf(following.events) === 'mine ');
      const reply = await reader.replies.find(replyId);
      if (!reply) throw new Error('no reply');
      const taken = await reader.replies.takeOver(reply);
      if (!taken) throw new Error('not taken');
      await there.fence(taken);
      const batch = { first: following.events.length, events: words('late') };
      await here.publish([{ reply, batch, storedBefore: 0, isLast: false }]);
      const next = { first: following.events.length, events: words('ours') };
      await there.publish([{ reply: taken, batch: next, storedBefore: 0, isLast: false }]);
      expect((await there.read(replyId, batch.first)).map(({ epoch }) => epoch)).not.toContain(1);
      await reader.replies.append([{ reply: taken, batch: next }]);
      await eventually(() => textOf(following.events) === 'mine ours');
      following.leave();
      await following.done;
    });

    test('are followed by somebody slower than they are, without a gap', async () => {
      const [asked, never] = [gate(), gate()];
      const { writer, reader, shared } = await twoProcesses(fixture, new ScriptedModels(asked.opened, never.opened));
      const replyId = await writer.ask('Hi');
      const signal = new AbortController();
      const input = { replyId, owner: 'user:ann', from: 0, signal: signal.signal };
      const batches = (await reader.follow.execute(input))[Symbol.asyncIterator]();
      const seen: ReplyEvent[] = [];
      const read = async () => {
        const { value, done } = await batches.next();
        if (!done) seen.push(...value.events);
      };
      const first = read();
      await until(async () => {
        await shared.clock.advance(250);
        return seen.length > 0;
      });
      await first;
      const active = writer.activeReplies.find(replyId);
      for (let number = 0; number < 1200; number += 1) {
        active?.publish(words(`${number} `));
        if (number % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await shared.clock.advance(2000);
      const all = Array.from({ length: 1200 }, (_, number) => `${number} `).join('');
      let pending: Promise<void> | undefined;
      await until(async () => {
        await shared.clock.advance(250);
        pending ??= read().then(() => (pending = undefined));
        await new Promise((resolve) => setImmediate(resolve));
        return textOf(seen) === all;
      });
      signal.abort();
    });
  });
};
