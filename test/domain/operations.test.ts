import { KnownErrorDescriber } from '../../src/adapters/system/known-error-describer.ts';
import { PaymentsFailed } from '../../src/domain/billing/errors.ts';
import { CheckHealth } from '../../src/domain/operations/check-health.ts';
import { ServerEventBuffer, EventLoggingLimitLog } from '../../src/domain/operations/server-event-buffer.ts';
import type { HealthCheck, DailyUsage } from '../../src/domain/operations/ports.ts';
import { EventLoggingReplyObserver } from '../../src/domain/operations/event-logging-reply-observer.ts';
import { RecordingObserver } from '../fakes/reply-ports.ts';
import { RecordingLimitLog } from '../fakes/billing.ts';
import { FixedClock } from '../fakes/kernel.ts';
import { InMemoryServerEventStore, RecordingServerEventLog, RecordingLimitHits } from '../fakes/operations.ts';
import { behavesLikeAServerEventStore } from '../contracts/operations.ts';

behavesLikeAServerEventStore('in memory', async () => new InMemoryServerEventStore());

describe('the log of events', () => {
  const setup = () => {
    const [log, hits, clock, told, failures] = [
      new InMemoryServerEventStore(),
      new RecordingLimitHits(),
      new FixedClock(),
      new RecordingServerEventLog(),
      [] as string[],
    ];
    const events = new ServerEventBuffer(log, hits as unknown as DailyUsage, clock, told, (what) =>
      failures.push(what),
    );
    return {
      log,
      hits,
      clock,
      told,
      failures,
      events,
      details: async () => (await log.list({ limit: 300 })).map(({ detail }) => detail),
    };
  };
  const hit = { uid: 'ann', tier: 'free', rule: 'daily', model: 'model-1', limit: 30, logged: true } as const;

  test('is written twice a second, in the order in which things happened', async () => {
    const { events, clock, details } = setup();
    const over = new AbortController();
    const running = events.execute(over.signal);
    events.add({ kind: 'override', level: 'info', uid: null, detail: 'first' });
    events.add({ kind: 'override', level: 'info', uid: null, detail: 'second' });
    expect(await details()).toEqual([]);
    await clock.advance(500);
    expect(await details()).toEqual(['second', 'first']);
    events.add({ kind: 'override', level: 'info', uid: null, detail: 'last' });
    over.abort();
    await running;
    expect(await details()).toEqual(['last', 'second', 'first']); // nothing is lost when the process ends
  });

  test('makes one line of what happens a thousand times, and ends before it grows without end', async () => {
    const { events, details, hits } = setup();
    const limits = new EventLoggingLimitLog(new RecordingLimitLog(), events);
    for (let times = 0; times < 1000; times += 1) limits.record(hit);
    await events.flush();
    expect(await details()).toEqual(['Daily limit of 30 messages (free, model-1) (1000 times)']);
    expect(hits.hits).toEqual([{ day: '2026-01-15', model: 'model-1', hits: 1000 }]);
    for (let number = 0; number < 1000; number += 1)
      events.add({ kind: 'override', level: 'info', uid: null, detail: `number ${number}` });
    await events.flush();
    expect(await details()).toHaveLength(202);
    expect((await details())[0]).toBe('800 more events came at the same time');
  });

  test('leaves out refusals by a limit that are not to be logged; the overview counts them all the same', async () => {
    const { events, details, hits } = setup();
    const operators = new RecordingLimitLog();
    const limits = new EventLoggingLimitLog(operators, events);
    for (const logged of [false, true, false]) limits.record({ ...hit, logged });
    await events.flush();
    expect(await details()).toEqual(['Daily limit of 30 messages (free, model-1)']);
    expect(operators.hits).toHaveLength(1);
    expect(hits.hits).toEqual([{ day: '2026-01-15', model: 'model-1', hits: 3 }]);
  });

  test('tells operators what they do not hear otherwise, and a database that fails harms nobody', async () => {
    const { events, log, told, failures } = setup();
    log.broken = true;
    events.add({ kind: 'admin change', level: 'info', uid: 'ann', detail: 'changed' });
    events.add({ kind: 'provider error', level: 'error', uid: null, detail: 'failed' });
    await events.flush();
    expect(told.events.map(({ detail }) => detail)).toEqual(['changed']);
    expect(failures).toEqual(['writing the event log']);
  });

  test('knows replies that their provider failed, without a word of them', () => {
    const [observer, events] = [new RecordingObserver(), new RecordingServerEventLog()];
    const report = new EventLoggingReplyObserver(observer, events);
    const end = { model: 'model-1', events: 3, ms: 2400 };
    report.finished({ ...end, status: 'complete', code: null });
    report.finished({ ...end, status: 'error', code: 'AI_SERVICE_TIMEOUT' });
    expect(observer.ends).toHaveLength(2);
    expect(events.events).toEqual([
      { kind: 'provider error', level: 'error', uid: null, detail: 'AI_SERVICE_TIMEOUT from model-1 after 2 s' },
    ]);
  });
});

describe('the health of connections', () => {
  const probe = (more: Partial<HealthCheck> = {}): HealthCheck => ({
    need: 'mail',
    label: 'Mail',
    adapter: 'smtp',
    mode: 'real',
    check: async () => 'It answers',
    ...more,
  });
  const health = (...probes: readonly HealthCheck[]) => {
    const clock = new FixedClock();
    return { clock, check: new CheckHealth({ all: () => probes }, new KnownErrorDescriber(), clock) };
  };

  test('is unknown until somebody tries, and then is what the try said', async () => {
    const { check } = health(
      probe(),
      probe({ need: 'sms', mode: 'off' }),
      probe({ need: 'payments', mode: 'sandbox' }),
    );
    expect((await check.list()).map(({ state, checkedAt }) => [state, checkedAt])).toEqual([
      ['unknown', null],
      ['off', null],
      ['sandbox', null],
    ]);
    expect((await check.test('mail')).health).toEqual(
      expect.objectContaining({ state: 'ok', detail: 'It answers', checkedAt: expect.any(Number) }),
    );
    expect((await check.test('sms')).health.state).toBe('off');
    expect((await check.list())[0]?.state).toBe('ok');
    await expect(check.test('toString')).rejects.toThrow('There is no such connection');
  });

  test('a connection that never answers is given up after ten seconds', async () => {
    const { check, clock } = health(probe({ check: () => new Promise(() => undefined) }));
    const trying = check.test('mail');
    await clock.advance(10_000);
    expect((await trying).health).toEqual(
      expect.objectContaining({ state: 'failing', detail: 'It does not answer in time' }),
    );
  });

  test.each([
    [Object.assign(new Error('connect 10.0.0.1:587'), { code: 'ECONNREFUSED' }), 'The server refuses the connection'],
    [
      new PaymentsFailed(
        'Failed to load',
        new Error('x', { cause: Object.assign(new Error('sk_live_1234'), { statusCode: 401 }) }),
      ),
      'Failed to load: It does not accept the key (401)',
    ],
    [new AggregateError([Object.assign(new Error('a'), { code: 'ENOTFOUND' })]), 'The name of the server is not known'],
    [
      Object.assign(new Error('password=hunter2'), { code: 'EAUTH' }),
      'It does not accept the user name or the password',
    ],
    [new Error('Incorrect API key provided: sk-abc'), 'The call failed'],
    ['sk-abc', 'The call failed'],
  ])('a failure is told in words and without what is secret: %#', async (error, words) => {
    const { check } = health(probe({ check: () => Promise.reject(error) }));
    expect((await check.test('mail')).health).toEqual(expect.objectContaining({ state: 'failing', detail: words }));
  });
});
