import { SentenceModelSetByEnvironment } from '../../../src/domain/retrieval/errors.ts';
import { FollowSentenceModel } from '../../../src/domain/retrieval/sentence/follow-sentence-model.ts';
import { SwitchSentenceModel } from '../../../src/domain/retrieval/sentence/switch-sentence-model.ts';
import { behavesLikeASentenceModelStore } from '../../contracts/sentence-model.ts';
import { RecordingAuditLog } from '../../fakes/audit.ts';
import { FixedClock, InMemoryUnitOfWork } from '../../fakes/kernel.ts';
import { RecordingServerEventLog } from '../../fakes/operations.ts';
import { InMemoryJobLocks } from '../../fakes/payments.ts';
import { FakeSentenceModel, heldDownload, InMemorySentenceModelStore } from '../../fakes/sentence-model.ts';

behavesLikeASentenceModelStore('The fake', async () => new InMemorySentenceModelStore());

/** Processes that share a database and a clock. */
const aCluster = () => {
  const clock = new FixedClock();
  const [store, jobLocks, events] = [
    new InMemorySentenceModelStore(),
    new InMemoryJobLocks(),
    new RecordingServerEventLog(),
  ];
  const addProcess = (model: FakeSentenceModel) => {
    const logged: string[] = [];
    const follow = new FollowSentenceModel({ model, store, jobLocks, clock, failed: (what) => logged.push(what) });
    return {
      model,
      follow,
      logged,
      switch: new SwitchSentenceModel(model, store, follow, events, new InMemoryUnitOfWork(), new RecordingAuditLog()),
    };
  };
  return { clock, store, events, addProcess };
};

/** Lets started downloads go on to where they wait. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the sentence model of a server', () => {
  test('is off at first, and files have the local vectors', async () => {
    const { model, follow, switch: switching } = aCluster().addProcess(new FakeSentenceModel(true));
    await follow.update();
    expect([model.loads, model.isGivenUp, (await switching.state()).phase]).toEqual([0, true, 'off']);
  });

  test('switched on it is fetched with progress, then loaded; switched off it is unloaded', async () => {
    const cluster = aCluster();
    const { model, follow, switch: switching } = cluster.addProcess(new FakeSentenceModel());
    const held = heldDownload();
    model.fetch = held.fetch;
    await switching.execute(true, 'ada');
    await settle();
    expect((await switching.state()).phase).toBe('waiting');
    await follow.update();
    expect(await switching.state()).toMatchObject({ phase: 'downloading', received: 40, total: 100 });
    expect(model.isGivenUp).toBe(false);
    held.finish();
    await settle();
    await follow.update();
    expect([(await switching.state()).phase, model.downloads]).toEqual(['ready', 1]);
    expect(cluster.events.events.map(({ uid, detail }) => [uid, detail])).toEqual([
      ['ada', 'Sentence model fake-model: switched on'],
    ]);
    await switching.execute(false, 'ada');
    expect([model.current.phase, model.isGivenUp]).toEqual(['off', true]);
    await switching.execute(true, 'ada');
    expect([model.downloads, (await switching.state()).phase]).toEqual([1, 'ready']);
  });

  test('of several processes one fetches and all load; any of them can cancel', async () => {
    const cluster = aCluster();
    const one = cluster.addProcess(new FakeSentenceModel());
    const other = cluster.addProcess(new FakeSentenceModel());
    one.model.fetch = heldDownload().fetch;
    await one.switch.execute(true, 'ada');
    await settle();
    await one.follow.update();
    await other.follow.update();
    expect([one.model.downloads, other.model.downloads]).toEqual([1, 0]);
    expect(await other.switch.state()).toMatchObject({ phase: 'downloading', received: 40 });
    await other.switch.execute(false, 'ada');
    await one.follow.update();
    expect(await one.switch.state()).toMatchObject({ phase: 'off' });
    expect(one.logged).toEqual([]);
    // The lock is free again: the next who is asked fetches.
    await other.switch.execute(true, 'ada');
    await settle();
    other.model.installed = true;
    one.model.installed = true;
    await other.follow.update();
    await one.follow.update();
    expect([one.model.current.phase, other.model.current.phase]).toEqual(['ready', 'ready']);
    expect(other.model.downloads).toBe(1);
  });

  test('the download of a process that died is taken over when its lock is over', async () => {
    const cluster = aCluster();
    const dead = cluster.addProcess(new FakeSentenceModel());
    const alive = cluster.addProcess(new FakeSentenceModel());
    dead.model.fetch = heldDownload().fetch;
    await dead.switch.execute(true, 'ada');
    await settle();
    await dead.follow.update();
    await cluster.clock.advance(50_000);
    await alive.follow.update();
    expect(alive.model.downloads).toBe(0);
    await cluster.clock.advance(11_000);
    await alive.follow.update();
    await settle();
    expect(alive.model.downloads).toBe(1);
  });

  test('a failed download says why, waits for an admin, and is logged once', async () => {
    const cluster = aCluster();
    const { model, follow, logged, switch: switching } = cluster.addProcess(new FakeSentenceModel());
    const held = heldDownload();
    model.fetch = held.fetch;
    await switching.execute(true, 'ada');
    await settle();
    held.finish('checksum');
    await settle();
    await cluster.clock.advance(3_600_000);
    await follow.update();
    expect(await switching.state()).toMatchObject({ phase: 'failed', failure: 'checksum' });
    expect([model.downloads, logged]).toEqual([1, ['downloading the model fake-model']]);
    await switching.execute(true, 'ada');
    await settle();
    expect(model.downloads).toBe(2);
  });

  test('where the environment decides, a failed download is retried later, and no admin can switch', async () => {
    const cluster = aCluster();
    const { model, follow, switch: switching } = cluster.addProcess(new FakeSentenceModel(false, 'on'));
    const held = heldDownload();
    model.fetch = held.fetch;
    await follow.update();
    await settle();
    held.finish('network');
    await settle();
    await cluster.clock.advance(599_000);
    await follow.update();
    expect(model.downloads).toBe(1);
    await cluster.clock.advance(1000);
    await follow.update();
    await settle();
    expect(model.downloads).toBe(2);
    await expect(switching.execute(false, 'ada')).rejects.toBeInstanceOf(SentenceModelSetByEnvironment);
    expect((await switching.state()).decided).toBe('on');
  });

  test.each(['off', 'service'] as const)('decided as "%s" it is never fetched nor loaded', async (decided) => {
    const cluster = aCluster();
    const { model, follow, switch: switching } = cluster.addProcess(new FakeSentenceModel(true, decided));
    await cluster.store.setEnabled(true);
    await follow.update();
    expect([model.loads, model.downloads, (await switching.state()).phase]).toEqual([0, 0, 'off']);
  });

  test('a model that fails is loaded again when it is due, is logged once, and gives way after a while', async () => {
    const cluster = aCluster();
    const { model, follow, logged, switch: switching } = cluster.addProcess(new FakeSentenceModel(true));
    await switching.execute(true, 'ada');
    await follow.update();
    const failedAt = cluster.clock.now();
    model.fail('memory', failedAt, failedAt + 5000);
    await follow.update();
    await follow.update();
    expect(await switching.state()).toMatchObject({ phase: 'failed', failure: 'memory' });
    expect([model.loads, model.isGivenUp, logged]).toEqual([1, false, ['running the model fake-model']]);
    await cluster.clock.advance(5000);
    await follow.update();
    expect(model.loads).toBe(2);
    await cluster.clock.advance(300_000);
    await follow.update();
    expect(model.isGivenUp).toBe(true);
    model.loadsAs = { phase: 'ready' };
    await follow.update();
    expect([model.isGivenUp, (await switching.state()).phase]).toEqual([false, 'ready']);
  });

  test('while it answers in another process, the files are not embedded back and forth', async () => {
    const cluster = aCluster();
    const healthy = cluster.addProcess(new FakeSentenceModel(true));
    const broken = cluster.addProcess(new FakeSentenceModel(true));
    await healthy.switch.execute(true, 'ada');
    broken.model.fail('crashed', cluster.clock.now(), Infinity);
    for (let minute = 0; minute < 20; minute += 1) {
      await cluster.clock.advance(60_000);
      await healthy.follow.update();
      await broken.follow.update();
    }
    expect(broken.model.isGivenUp).toBe(false);
    await cluster.clock.advance(300_000);
    await broken.follow.update();
    expect(broken.model.isGivenUp).toBe(true);
  });

  test('at shutdown a running download ends and the model is unloaded', async () => {
    const cluster = aCluster();
    const { model, follow, switch: switching } = cluster.addProcess(new FakeSentenceModel());
    const signals: AbortSignal[] = [];
    const held = heldDownload();
    model.fetch = (onProgress, signal) => {
      signals.push(signal);
      return held.fetch(onProgress, signal);
    };
    await switching.execute(true, 'ada');
    const shutdown = new AbortController();
    const running = follow.execute(shutdown.signal);
    await settle();
    shutdown.abort();
    await running;
    expect([signals.map(({ aborted }) => aborted), model.current.phase]).toEqual([[true], 'off']);
  });
});
