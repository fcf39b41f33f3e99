import { readFileSync } from 'node:fs';

import { ProcessReplyBus } from '../../../src/adapters/reply-bus/process-reply-bus.ts';
import { RedisReplyBus } from '../../../src/adapters/reply-bus/redis-reply-bus.ts';
import { SqlReplyBus } from '../../../src/adapters/reply-bus/sql-reply-bus.ts';
import { KnownErrorDescriber } from '../../../src/adapters/system/known-error-describer.ts';
import { DATABASE_PACE } from '../../../src/domain/chat/replies/bus/ports.ts';
import { behavesLikeAReplyBus, stopClocks, twoProcesses } from '../../contracts/reply-bus.ts';
import { gate, until } from '../../domain/chat/harness.ts';
import { ScriptedModels } from '../../fakes/scripted-models.ts';
import { aReply, words } from '../../support/builders.ts';
import { describeRedis, type RedisServer, startRedis } from '../../support/redis-server.ts';
import { textOf } from '../../support/text-of.ts';

behavesLikeAReplyBus('the database', {
  connect: async () => new SqlReplyBus(),
  isFast: false,
  isStored: false,
});

const within = new ProcessReplyBus();
behavesLikeAReplyBus('one process', { connect: async () => within, isFast: true, isStored: false });

/** The commands that docs/scaling.md allows to a user of its own. */
const documentedRights = (): string[] => {
  const page = readFileSync(new URL('../../../docs/scaling.md', import.meta.url), 'utf8');
  const lines = page.match(/ACL SETUSER .*/g) ?? [];
  return lines.flatMap((line) => line.match(/(?<= )[+-]@?[a-z]+(\|[a-z]+)?(?= |$)/g) ?? []);
};

describeRedis(() => {
  let server: RedisServer;
  const opened: RedisReplyBus[] = [];

  beforeAll(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((bus) => bus.close()));
    await server.client.replicaof('NO', 'ONE');
    await server.client.config('SET', 'maxmemory', '0');
    await server.client.flushall();
  });
  afterAll(() => server.close());

  const connect = async (url = server.url, prefix = 'test') => {
    const bus = new RedisReplyBus({ url, prefix, onChange: () => undefined });
    opened.push(bus);
    await bus.open();
    return bus;
  };

  behavesLikeAReplyBus('Redis', { connect, isFast: true, isStored: true });

  const FAST = { connect, isFast: true };
  const keys = () => server.client.keys('*');
  afterEach(stopClocks);

  /** A server that is away, and how it comes back. */
  const outages = {
    'is killed': { begin: () => server.kill(), end: () => server.restart() },
    'is frozen': { begin: async () => server.freeze(), end: async () => server.thaw() },
  };
  for (const [what, outage] of Object.entries(outages)) {
    test(`a server that ${what} in the middle costs no event, and is used again when it is back`, async () => {
      const [second, third, fourth] = [gate(), gate(), gate()];
      const models = new ScriptedModels('one ', second.opened, 'two ', third.opened, 'three ', fourth.opened, 'four');
      const { shared, writer, here, there, follow, eventually } = await twoProcesses(FAST, models);
      const replyId = await writer.ask('Count');
      const following = follow(replyId);
      await eventually(() => textOf(following.events) === 'one ');
      expect([here.pace, there.pace].map(({ checkpointMs }) => checkpointMs)).toEqual([2000, 2000]);
      await outage.begin();
      second.open();
      await until(async () => here.pace === DATABASE_PACE && there.pace === DATABASE_PACE);
      await expect(here.check()).rejects.toThrow('Redis does not answer');
      await until(async () => {
        await shared.clock.advance(250);
        return textOf(following.events) === 'one two ';
      });
      await outage.end();
      await until(() => here.pace !== DATABASE_PACE && there.pace !== DATABASE_PACE);
      third.open();
      await eventually(() => textOf(following.events) === 'one two three ');
      const late = follow(replyId);
      fourth.open();
      await Promise.all([following.done, late.done]);
      expect(textOf(following.events)).toBe('one two three four');
      expect(following.numbers).toEqual(following.events.map((_, index) => index));
      expect(late.events).toEqual(following.events);
    }, 60_000);
  }

  test('only running replies are on the server, without what the log has, and for ten minutes at most', async () => {
    const never = gate();
    const { shared, writer, follow, eventually } = await twoProcesses(FAST, new ScriptedModels('Text', never.opened));
    const replyId = await writer.ask('Hi');
    const following = follow(replyId);
    await eventually(() => textOf(following.events) === 'Text');
    expect(await keys()).toEqual([`test:reply:${replyId}`]);
    const ttl = await server.client.pttl(`test:reply:${replyId}`);
    expect([ttl > 0, ttl <= 600_000]).toEqual([true, true]);
    const active = writer.activeReplies.find(replyId);
    for (const text of [' more', ' most', ' all']) {
      const before = following.events.length;
      active?.publish(words(text));
      await shared.clock.advance(2000);
      await until(async () => (await writer.replies.listEvents(replyId, before)).length > 0);
    }
    await eventually(() => textOf(following.events) === 'Text more most all');
    const stored = await server.client.xrange(`test:reply:${replyId}`, '-', '+');
    expect(JSON.stringify(stored)).not.toContain('Text');
    await writer.stop.execute({ replyId, owner: 'user:ann' });
    await following.done;
    await until(async () => (await keys()).length === 0);
  });

  test('an installation with another prefix, a user and a password sees nothing of the others', async () => {
    await server.client.acl('SETUSER', 'other', 'on', '>secret', '~other:*', '&other:*', ...documentedRights());
    const url = server.url.replace('//', '//other:secret@');
    const [mine, theirs] = [await connect(), await connect(url, 'other')];
    const heard: string[] = [];
    theirs.onStop((replyId) => heard.push(replyId));
    const stranger = { receive: () => heard.push('events'), lookUp: () => undefined };
    await theirs.subscribe('r1', stranger);
    await mine.publish([
      { reply: aReply(), batch: { first: 0, events: words('Mine') }, storedBefore: 0, isLast: false },
    ]);
    await mine.sendStop('r1');
    expect(await theirs.read('r1', 0)).toEqual([]);
    const ours = { reply: aReply({ id: 'r2' }), batch: { first: 0, events: words('Theirs') }, storedBefore: 0 };
    await theirs.publish([{ ...ours, isLast: false }]);
    await theirs.fence(aReply({ id: 'r2' }));
    expect(await theirs.read('r2', 0)).toHaveLength(1);
    await theirs.publish([{ ...ours, isLast: true }]);
    await theirs.announce('r2');
    await theirs.sendStop('r2');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['r2']);
    expect([theirs.isConnected, await theirs.check()]).toEqual([true, 'It answers']);
    const refused = await connect(url, 'test').then((bus) => bus.check().catch((error: unknown) => error));
    expect(refused).toMatchObject({ message: 'Redis does not answer' });
    expect(new KnownErrorDescriber().describe(refused)).toBe('Its user has too few rights');
  });

  test('a server that is full delivers, and its health check says why it stores nothing', async () => {
    const bus = await connect();
    await server.client.config('SET', 'maxmemory', '1');
    const failure: unknown = await bus.check().catch((error: unknown) => error);
    const heard: string[] = [];
    await bus.subscribe('r1', { receive: () => heard.push('events'), lookUp: () => undefined });
    const batch = { first: 0, events: words('Text') };
    await bus.publish([{ reply: aReply({ id: 'r1' }), batch, storedBefore: 0, isLast: false }]);
    await until(() => heard.length === 1);
    expect(bus.isConnected).toBe(true);
    await server.client.config('SET', 'maxmemory', '0');
    expect(new KnownErrorDescriber().describe(failure)).toBe('Its memory is full');
    expect(await bus.check()).toBe('It answers');
  });

  test('a copy that only reads is not used, and the health check says so, until it is the main server', async () => {
    await server.client.replicaof('127.0.0.1', 1);
    const changes: boolean[] = [];
    const onChange = (isConnected: boolean) => void changes.push(isConnected);
    const bus = new RedisReplyBus({ url: server.url, prefix: 'test', onChange });
    opened.push(bus);
    await bus.open();
    const failure: unknown = await bus.check().catch((error: unknown) => error);
    expect([bus.isConnected, changes]).toEqual([false, [false]]);
    expect(new KnownErrorDescriber().describe(failure)).toBe('It is a copy that cannot be written to');
    await server.client.replicaof('NO', 'ONE');
    await until(() => bus.isConnected);
    expect([await bus.check(), changes]).toEqual(['It answers', [false, true]]);
  });

  test('what it does not understand, and what is too large, makes followers read the log', async () => {
    const bus = await connect();
    const heard: string[] = [];
    await bus.subscribe('r1', { receive: () => heard.push('events'), lookUp: () => heard.push('look up') });
    for (const payload of ['{}', '1 0 [{"type":"unknown"}]', '1 0 [', 'x'.repeat(2_000_000)])
      await server.client.publish('test:events:r1', payload);
    const large = { first: 0, events: words('x'.repeat(1_100_000)) };
    await bus.publish([{ reply: aReply(), batch: large, storedBefore: 0, isLast: false }]);
    await until(() => heard.length === 5);
    expect(heard).toEqual(Array(5).fill('look up'));
    expect(await keys()).toEqual([]);
  });
});

test('a server that is not there refuses no start, is told once, and nothing waits for it', async () => {
  const told: unknown[] = [];
  const onChange = (...change: readonly unknown[]) => void told.push(change);
  const bus = new RedisReplyBus({ url: 'redis://127.0.0.1:1', prefix: 'test', onChange });
  await bus.open();
  expect(bus.pace).toBe(DATABASE_PACE);
  expect(await bus.read('r1', 0)).toEqual([]);
  await Promise.all([bus.sendStop('r1'), bus.announce('r1'), bus.fence(aReply())]);
  (await bus.subscribe('r1', { receive: () => undefined, lookUp: () => undefined }))();
  await bus.close();
  expect(told).toEqual([[false, expect.objectContaining({ code: 'ECONNREFUSED' })]]);
});
