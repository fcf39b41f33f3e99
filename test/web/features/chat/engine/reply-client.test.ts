import { jest } from '@jest/globals';

import { MAX_SOURCES } from '../../../../../src/shared/reply-state.ts';
import { ReplyClient, type RunningReply } from '../../../../../web/features/chat/engine/reply-client.ts';
import {
  endFrame,
  eventFrame,
  FakeLines,
  FakeNetwork,
  instantPace,
  metaFrame,
  savingFrame,
  settle,
  textFrame,
} from '../support/line.ts';

const setup = () => {
  const server = new FakeLines();
  const network = new FakeNetwork();
  const client = new ReplyClient({
    headers: () => ({ Authorization: 'Bearer t1' }),
    fetch: server.fetch,
    network,
    typewriterEnv: instantPace(),
  });
  const ask = (repeatable = true): RunningReply =>
    client.send({
      messageId: 'm2',
      path: '/api/ai/groq',
      body: { messageId: 'm1', replyMessageId: 'm2' },
      idempotent: repeatable,
    });
  const textOf = ({ reply }: RunningReply): string => reply.getSnapshot().text;
  const phaseOf = ({ reply }: RunningReply): string => reply.getSnapshot().phase;
  return { server, network, client, ask, textOf, phaseOf };
};

test('asks with the bearer and follows the answer to its end', async () => {
  const { server, ask, phaseOf } = setup();
  const running = ask();
  expect(phaseOf(running)).toBe('waiting');
  expect(server.last).toMatchObject({ method: 'POST', body: { replyMessageId: 'm2' } });
  expect(server.last.url.pathname).toBe('/api/ai/groq');
  expect(server.last.headers.get('authorization')).toBe('Bearer t1');
  server.last.say(metaFrame(), textFrame(1, 'Hel'), textFrame(2, 'lo'));
  await settle();
  expect(phaseOf(running)).toBe('streaming');
  server.last.say(endFrame(3, 'complete'));
  await settle();
  expect(await running.reply.done).toMatchObject({
    phase: 'complete',
    text: 'Hello',
    shown: 'Hello',
    replyId: 'r1',
    model: 'demo',
  });
});

test('the same turn asked twice is asked once', async () => {
  const { server, ask } = setup();
  expect(ask().reply).toBe(ask().reply);
  await settle();
  expect(server.lines).toHaveLength(1);
});

const SAID = ['One ', 'two ', 'three ', 'four.'];

test('a line that breaks at any place, in any way, costs no text and doubles none', async () => {
  for (const how of ['cut', 'hangUp'] as const) {
    for (let heard = 0; heard <= SAID.length; heard += 1) {
      const { server, network, ask, textOf } = setup();
      const running = ask();
      server.last.say(metaFrame(), ...SAID.slice(0, heard).map((text, at) => textFrame(at + 1, text)));
      await settle();
      server.last[how]();
      await network.wait();
      expect(server.lines).toHaveLength(2);
      expect(server.last.url.pathname).toBe('/api/ai/replies/r1/stream');
      expect(server.last.headers.get('last-event-id')).toBe(String(heard));
      server.last.say(...SAID.slice(heard).map((text, at) => textFrame(heard + at + 1, text)), endFrame(5, 'complete'));
      await settle();
      expect(textOf(running)).toBe('One two three four.');
    }
  }
});

test('frames that come twice count once', async () => {
  const { server, network, ask, textOf } = setup();
  const running = ask();
  server.last.say(metaFrame(), textFrame(1, 'a'), textFrame(2, 'b'));
  await settle();
  server.last.cut();
  await network.wait();
  server.last.say(textFrame(1, 'a'), textFrame(2, 'b'), textFrame(3, 'c'), endFrame(4, 'complete'));
  await settle();
  expect(textOf(running)).toBe('abc');
});

test('frame 0 begins the reply anew', async () => {
  const { server, network, ask } = setup();
  const running = ask();
  server.last.say(metaFrame(), textFrame(1, 'old text'), textFrame(2, ' that is long'));
  await settle();
  server.last.cut();
  await network.wait();
  server.last.say(metaFrame(), textFrame(1, 'new'), endFrame(2, 'complete'));
  await settle();
  expect(await running.reply.done).toMatchObject({ text: 'new', shown: 'new' });
});

test('a request that dies before any answer is sent again, with the same ids', async () => {
  const { server, network, ask, textOf } = setup();
  const running = ask();
  const body = server.last.body;
  server.last.drop();
  await network.wait();
  expect(server.last).toMatchObject({ method: 'POST', body });
  server.last.say(metaFrame(), textFrame(1, 'here'), endFrame(2, 'complete'));
  await settle();
  expect(textOf(running)).toBe('here');
});

test('a send without ids is never repeated: it could be charged twice', async () => {
  const { server, network, ask, phaseOf } = setup();
  const running = ask(false);
  server.last.drop();
  await network.wait();
  expect(server.lines).toHaveLength(1);
  expect(phaseOf(running)).toBe('error');
  expect(running.reply.getSnapshot()).toMatchObject({ refused: true, failure: { status: 0 } });
});

describe('a send that is turned away by', () => {
  const PASSING = [
    ['a proxy without a server', 502, '<html>Bad Gateway</html>'],
    ['a proxy that waited too long', 504, {}],
    ['a proxy in front of a dead host', 523, 'error code: 523'],
    ['a server that restarts', 503, { error: 'The server is restarting.', code: 'SHUTTING_DOWN' }],
  ] as const;
  const LASTING = [
    ['a fault', 500, '<html>500</html>'],
    ['a provider that failed', 502, { error: 'x', code: 'AI_SERVICE_AUTH_ERROR' }],
    ['maintenance', 503, { error: 'x', retryAfterMs: 60_000 }],
    ['a full disk', 507, { error: 'x' }],
  ] as const;

  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  test.each(PASSING)('%s is tried again by itself, with the same ids and for everybody to see', async (_, ...how) => {
    const { server, network, ask, textOf } = setup();
    const running = ask();
    const body = server.last.body;
    server.last.refuse(...how);
    await settle();
    expect(running.reply.getSnapshot()).toMatchObject({ connection: 'reconnecting', phase: 'waiting' });
    await network.wait();
    expect(server.last).toMatchObject({ method: 'POST', body });
    server.last.say(metaFrame(), textFrame(1, 'here'), endFrame(2, 'complete'));
    await settle();
    expect(textOf(running)).toBe('here');
  });

  test.each(PASSING)('%s for long ends with that reason', async (_, ...how) => {
    const { server, network, ask } = setup();
    const running = ask();
    for (let tries = 0; tries < 12 && !running.reply.ended; tries += 1) {
      server.last.refuse(...how);
      await network.wait();
    }
    expect(server.lines).toHaveLength(11);
    expect(await running.reply.done).toMatchObject({ phase: 'error', refused: true, failure: { status: how[0] } });
  });

  test.each(LASTING)('%s is not tried again', async (_, ...how) => {
    const { server, network, ask, phaseOf } = setup();
    const running = ask();
    server.last.refuse(...how);
    await network.wait();
    expect([server.lines.length, phaseOf(running)]).toEqual([1, 'error']);
  });

  test('whoever, without ids, is not tried again', async () => {
    const { server, network, ask, phaseOf } = setup();
    const running = ask(false);
    server.last.refuse(502, '<html>Bad Gateway</html>');
    await network.wait();
    expect([server.lines.length, phaseOf(running)]).toEqual([1, 'error']);
  });
});

test('offline, it waits; online, it goes on where it was', async () => {
  const { server, network, ask, textOf } = setup();
  const running = ask();
  server.last.say(metaFrame(), textFrame(1, 'be'));
  await settle();
  network.goOffline();
  await settle();
  expect(server.last.signal?.aborted).toBe(true);
  expect(running.reply.getSnapshot()).toMatchObject({ connection: 'offline', text: 'be', phase: 'streaming' });
  expect(server.lines).toHaveLength(1);
  network.isOnline = true;
  await network.wait();
  expect(server.last.headers.get('last-event-id')).toBe('1');
  server.last.say(textFrame(2, 'fore'), endFrame(3, 'complete'));
  await settle();
  expect(textOf(running)).toBe('before');
  expect(running.reply.getSnapshot().connection).toBe('open');
});

test('a line that says nothing for long, not even a keep-alive, is given up and replaced', async () => {
  const { server, network, ask, textOf } = setup();
  const running = ask();
  server.last.say(metaFrame(), textFrame(1, 'a'));
  await settle();
  await network.silence();
  expect(server.last.signal?.aborted).toBe(false);
  await network.silence();
  expect(server.lines[0]?.signal?.aborted).toBe(true);
  await network.wait();
  server.last.say(textFrame(2, 'b'), endFrame(3, 'complete'));
  await settle();
  expect(textOf(running)).toBe('ab');
});

test('pauses between tries grow, up to eight seconds, and start over once the server speaks', async () => {
  const { server, network, ask } = setup();
  ask();
  const pauses: number[] = [];
  for (let tries = 0; tries < 7; tries += 1) {
    server.last.drop();
    await settle();
    pauses.push(...network.pauses.filter(({ ms }) => ms < 40_000).map(({ ms }) => ms));
    await network.wait();
  }
  expect(pauses).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000]);
  server.last.say(metaFrame());
  await settle();
  server.last.cut();
  await settle();
  expect(network.pauses.map(({ ms }) => ms)).toContain(400);
});

test('a line that cannot be had back leaves the text, and says that only the line was lost', async () => {
  const { server, network, ask } = setup();
  const running = ask();
  server.last.say(metaFrame(), textFrame(1, 'kept'));
  await settle();
  for (let tries = 0; tries < 12 && !running.reply.ended; tries += 1) {
    server.last.drop();
    server.last.cut();
    await network.wait();
  }
  expect(await running.reply.done).toMatchObject({ phase: 'interrupted', text: 'kept', lost: true, refused: false });
});

describe('a reply that is being saved', () => {
  const saving = async () => {
    const made = setup();
    const running = made.ask();
    made.server.last.say(
      metaFrame(),
      textFrame(1, 'All'),
      eventFrame(2, 'error', { error: 'cut', code: 'MODEL_CONFIG_ERROR' }),
      savingFrame(),
    );
    await settle();
    return { ...made, running, seen: () => running.reply.getSnapshot() };
  };

  test('is whole and not complete until the server says so', async () => {
    const { server, running, seen } = await saving();
    expect(seen()).toMatchObject({ phase: 'streaming', text: 'All', finishing: 'saving' });
    server.last.say(endFrame(3, 'complete'));
    await settle();
    expect(await running.reply.done).toMatchObject({ phase: 'complete', finishing: null });
  });

  test('is followed over another line when this one ends without a word about it', async () => {
    for (const how of [['id: 9\ndata: [DONE]\n\n'], []]) {
      const { server, network, running, seen } = await saving();
      server.last.say(...how);
      server.last.hangUp();
      await network.wait();
      expect(seen().phase).toBe('streaming');
      expect(server.last.headers.get('last-event-id')).toBe(how.length > 0 ? '9' : '2');
      server.last.say(savingFrame(), endFrame(3, 'interrupted').replaceAll('id: ', 'id: 1'));
      await settle();
      expect(await running.reply.done).toMatchObject({ phase: 'interrupted', text: 'All' });
    }
  });

  test('is nothing that could be stopped', async () => {
    const { server, running, seen } = await saving();
    await running.stop();
    expect([server.lines.length, seen().phase]).toEqual([1, 'streaming']);
  });
});

test('a refusal is final and tells status, code and limit', async () => {
  const { server, ask } = setup();
  const running = ask();
  server.last.refuse(429, { error: 'limit', code: 'USAGE_LIMIT_EXCEEDED', limit: 30 });
  await settle();
  expect(await running.reply.done).toMatchObject({
    phase: 'error',
    refused: true,
    failure: { status: 429, code: 'USAGE_LIMIT_EXCEEDED', limit: { limit: 30, used: null } },
  });
  expect(server.lines).toHaveLength(1);
});

test('a failure after the start keeps the text so far', async () => {
  const { server, ask } = setup();
  const running = ask();
  server.last.say(
    metaFrame(),
    textFrame(1, 'so far'),
    eventFrame(2, 'error', { error: 'x', code: 'AI_SERVICE_TIMEOUT' }),
  );
  server.last.hangUp();
  await settle();
  expect(await running.reply.done).toMatchObject({
    phase: 'error',
    text: 'so far',
    refused: false,
    failure: { code: 'AI_SERVICE_TIMEOUT' },
  });
});

test('a complete reply that was cut at its limit is complete, with its note', async () => {
  const { server, ask } = setup();
  const running = ask();
  server.last.say(
    metaFrame(),
    textFrame(1, 'a'),
    eventFrame(2, 'error', { error: 'cut', code: 'MODEL_CONFIG_ERROR' }),
    endFrame(3, 'complete'),
  );
  await settle();
  expect(await running.reply.done).toMatchObject({ phase: 'complete', failure: { code: 'MODEL_CONFIG_ERROR' } });
});

test('a resumed reply keeps what was shown while the server tells it again, and goes on', async () => {
  const { server, client } = setup();
  const running = client.resume({ replyId: 'r9', messageId: 'm2', text: 'Once upon' });
  expect(running.reply.getSnapshot().shown).toBe('Once upon');
  expect(server.last.url.pathname).toBe('/api/ai/replies/r9/stream');
  expect(server.last.headers.get('last-event-id')).toBeNull();
  server.last.say(metaFrame('r9'), textFrame(1, 'Once'));
  await settle();
  expect(running.reply.getSnapshot().shown).toBe('Once upon');
  server.last.say(textFrame(2, ' upon a time.'), endFrame(3, 'complete'));
  await settle();
  expect(await running.reply.done).toMatchObject({ shown: 'Once upon a time.', phase: 'complete' });
});

test('stopping tells the server and keeps what was said', async () => {
  const { server, ask } = setup();
  const running = ask();
  server.last.say(metaFrame(), textFrame(1, 'partly'));
  await settle();
  const stopped = running.stop();
  await settle();
  expect(server.last).toMatchObject({ method: 'POST' });
  expect(server.last.url.pathname).toBe('/api/ai/replies/r1/stop');
  server.last.accept();
  server.lines[0]?.say(textFrame(2, ' done'), endFrame(3, 'stopped'));
  await stopped;
  expect(await running.reply.done).toMatchObject({ phase: 'stopped', text: 'partly done' });
});

test('stopping before the server has named the reply stops it as soon as it is named', async () => {
  const { server, ask } = setup();
  const running = ask();
  const stopped = running.stop();
  await settle();
  expect(server.lines).toHaveLength(1);
  server.last.say(metaFrame('r7'));
  await settle();
  expect(server.last.url.pathname).toBe('/api/ai/replies/r7/stop');
  server.last.accept();
  server.lines[0]?.say(endFrame(1, 'stopped'));
  await stopped;
  expect(running.reply.getSnapshot().phase).toBe('stopped');
});

test('a stop that the server does not confirm still ends the reply here', async () => {
  const { server, network, ask } = setup();
  const running = ask();
  server.last.say(metaFrame(), textFrame(1, 'text'));
  await settle();
  const stopped = running.stop();
  await settle();
  server.last.accept();
  await network.wait();
  await stopped;
  expect(running.reply.getSnapshot()).toMatchObject({ phase: 'stopped', text: 'text' });
});

describe('a stop that cannot reach the server', () => {
  const started = async () => {
    const made = setup();
    const running = made.ask();
    made.server.last.say(metaFrame(), textFrame(1, 'text'));
    await settle();
    const stops = () => made.server.lines.filter(({ url }) => url.pathname.endsWith('/stop'));
    return { ...made, running, stops, seen: () => running.reply.getSnapshot() };
  };

  test('waits for the network, says so, and ends the reply once the server has taken it', async () => {
    const { server, network, running, stops, seen } = await started();
    network.goOffline();
    await settle();
    const stopped = running.stop();
    for (let pauses = 0; pauses < 12; pauses += 1) await network.wait();
    expect(stops()).toEqual([]);
    expect(seen()).toMatchObject({ phase: 'streaming', connection: 'offline', stopPending: true });

    network.isOnline = true;
    await network.wait();
    expect(stops()).toHaveLength(1);
    expect(seen().phase).toBe('streaming');
    stops()[0]?.accept();
    await settle();
    expect(seen()).toMatchObject({ phase: 'streaming', stopPending: false });
    server.lines.find(({ url }) => url.pathname.endsWith('/stream'))?.say(endFrame(2, 'stopped'));
    await stopped;
    expect(seen()).toMatchObject({ phase: 'stopped', text: 'text' });
  });

  test('is tried again when the server does not answer', async () => {
    const { network, running, stops, seen } = await started();
    const stopped = running.stop();
    await network.wait();
    expect(seen()).toMatchObject({ phase: 'streaming', stopPending: true });
    await network.wait();
    stops()[1]?.accept();
    await network.wait();
    await stopped;
    expect(seen().phase).toBe('stopped');
  });

  test('is tried again after a failure of the server', async () => {
    const { network, running, stops, seen } = await started();
    const stopped = running.stop();
    await settle();
    stops()[0]?.refuse(503, { error: 'x' });
    await settle();
    expect(seen()).toMatchObject({ phase: 'streaming', stopPending: true });
    await network.wait();
    stops()[1]?.accept();
    await network.wait();
    await stopped;
    expect(seen().phase).toBe('stopped');
  });

  test('waits for the name of a reply that the network cut off', async () => {
    const { server, network, ask } = setup();
    const running = ask();
    network.goOffline();
    await settle();
    const stopped = running.stop();
    for (let pauses = 0; pauses < 3; pauses += 1) await network.wait();
    expect(running.reply.getSnapshot()).toMatchObject({ phase: 'waiting', stopPending: true });
    network.isOnline = true;
    await network.wait();
    server.last.say(metaFrame());
    await settle();
    expect(server.last.url.pathname).toBe('/api/ai/replies/r1/stop');
    server.last.accept();
    server.lines[1]?.say(endFrame(1, 'stopped'));
    await stopped;
    expect(running.reply.getSnapshot().phase).toBe('stopped');
  });

  test('is no stop while the server is away: the question is asked on, and stopped once it has a name', async () => {
    const { server, network, ask } = setup();
    const running = ask();
    const stopped = running.stop();
    for (let tries = 0; tries < 4; tries += 1) {
      server.last.drop();
      await network.wait();
    }
    expect(running.reply.getSnapshot()).toMatchObject({ phase: 'waiting', stopPending: true });
    server.last.say(metaFrame());
    await settle();
    expect(server.last.url.pathname).toBe('/api/ai/replies/r1/stop');
    server.last.accept();
    server.lines.at(-2)?.say(endFrame(1, 'stopped'));
    await stopped;
    expect(running.reply.getSnapshot().phase).toBe('stopped');
  });

  test('ends with the question: one that never reached the server was not stopped', async () => {
    const { server, network, ask } = setup();
    const running = ask();
    const stopped = running.stop();
    for (let tries = 0; tries < 12; tries += 1) {
      server.last.drop();
      await network.wait();
    }
    await stopped;
    expect(running.reply.getSnapshot()).toMatchObject({ phase: 'error', refused: true, stopPending: false });
  });

  test('leaves the reply as it is, and can be pressed again, when it never does', async () => {
    const { network, running, stops, seen } = await started();
    const stopped = running.stop();
    for (let tries = 0; tries < 12; tries += 1) {
      stops().at(-1)?.drop();
      await network.wait();
    }
    await stopped;
    expect(seen()).toMatchObject({ phase: 'streaming', stopPending: false });
    const count = stops().length;
    void running.stop();
    await settle();
    expect(stops()).toHaveLength(count + 1);
  });

  test('ends nothing when the page is left', async () => {
    const { client, network, running, seen } = await started();
    network.goOffline();
    await settle();
    const stopped = running.stop();
    client.close();
    await stopped;
    expect(seen().phase).toBe('streaming');
  });
});

test('sources are merged by address, as many as a reply may have', async () => {
  const { server, ask } = setup();
  const running = ask();
  const source = (n: number) => ({ id: `s${n}`, title: `t${n}`, url: `https://e.org/${n}`, snippet: '' });
  server.last.say(
    metaFrame(),
    eventFrame(1, 'sources', { sources: [1, 2, 3].map(source) }),
    eventFrame(2, 'sources', { sources: [3, ...Array.from({ length: MAX_SOURCES }, (_, at) => at + 4)].map(source) }),
  );
  await settle();
  expect(running.reply.getSnapshot().sources.map(({ id }) => id)).toEqual(
    Array.from({ length: MAX_SOURCES }, (_, at) => `s${at + 1}`),
  );
});

test('tokens reach the listeners once a frame and not once a token', async () => {
  const { server, ask } = setup();
  const running = ask();
  let told = 0;
  running.reply.subscribe(() => {
    told += 1;
  });
  server.last.say(metaFrame());
  await settle();
  expect(told).toBe(1);
});

test('closing the page stops watching and nothing else', async () => {
  const { server, network, client, ask } = setup();
  ask();
  server.last.say(metaFrame());
  await settle();
  client.close();
  await network.wait();
  expect(server.lines).toHaveLength(1);
  expect(server.last.signal?.aborted).toBe(true);
  expect(client.get('m2')).toBeUndefined();
});
