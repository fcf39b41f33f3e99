import { Agent, request } from 'node:http';
import { join } from 'node:path';

import { median, pause, until } from '../support/figures.ts';
import { seedChats, longChatId } from '../support/seeded-chats.ts';
import { startStream, type Load, parleyTarget, runLoad, type LoadTarget, Connections } from '../support/load.ts';
import { type BenchUser, createUsers } from '../support/users.ts';
import { cpuMs, type Target } from '../support/processes.ts';
import type { Row, Table } from '../support/report.ts';
import { inFolder, startParley, startUpstream, withTargets } from '../support/targets.ts';

const PEOPLE = 100;
const SETTLE_MS = 400;
const LONG = 8000;
const SHORT = 1000;
const LENGTH_ROUNDS = 7;
const CHECKPOINT_MS = 250;
const STEADY_MS = 3000;
const STOPPED = 50;
const STOP_ROUNDS = 9;
const CAPACITY = 50;
const CHAT_LENGTHS = [50, 2300] as const;
const CHAT_ROUNDS = 15;
const WARM_UP: Load = { streams: 20, tokens: 500, everyMs: 0, spreadMs: 0 };

const micros = (): number => Number(process.hrtime.bigint() / 1000n);

const cpuOfReply = async (way: LoadTarget, pid: number, tokens: number): Promise<number> => {
  const before = cpuMs(pid);
  const outcome = await runLoad(way, { streams: 1, tokens, everyMs: 0, spreadMs: 0 });
  await pause(SETTLE_MS);
  if (outcome.tokens !== tokens) throw new Error(`${outcome.tokens} of ${tokens} tokens came`);
  return cpuMs(pid) - before;
};

const lengthRow = async (way: LoadTarget, pid: number): Promise<Row> => {
  const long: number[] = [];
  const short: number[] = [];
  for (let round = 0; round < LENGTH_ROUNDS; round += 1) {
    short.push(await cpuOfReply(way, pid, SHORT));
    long.push(await cpuOfReply(way, pid, LONG));
  }
  return {
    what: `CPU of a reply of ${LONG} tokens, multiple of one of ${SHORT}`,
    measured: median(long) / median(short),
    unit: '×',
    digits: 2,
    target: 9,
    note: `${median(long).toFixed(0)} against ${median(short).toFixed(0)} ms, median of ${LENGTH_ROUNDS}`,
  };
};

/** What the turns before it cost a question's answer: 48 000 characters of them go to the model in the longer chat. */
const longChatRow = async (folder: string, upstream: Target): Promise<Row> => {
  const databaseUrl = `sqlite:${join(folder, 'long.db')}`;
  const library = await seedChats(databaseUrl, 0, CHAT_LENGTHS);
  await library.close();
  return withTargets(async (keep) => {
    const parley = await keep(startParley({ databaseUrl, folder, upstream }));
    const [short, long] = CHAT_LENGTHS.map((length) => ({
      way: parleyTarget(parley.port, [{ ...library.user, chatId: longChatId(length) }]),
      first: [] as number[],
    }));
    if (!short || !long) throw new Error('no chats');
    for (let round = 0; round < CHAT_ROUNDS; round += 1) {
      for (const { way, first } of [short, long]) {
        const { results: heard } = await runLoad(way, { streams: 1, tokens: 1, everyMs: 0, spreadMs: 0 });
        if (round > 2) first.push(heard[0]?.firstToken ?? Number.NaN);
      }
    }
    return {
      what: `first token in a chat of ${CHAT_LENGTHS[1]} messages, multiple of one of ${CHAT_LENGTHS[0]}`,
      measured: median(long.first) / median(short.first),
      unit: '×',
      digits: 2,
      note:
        `${median(long.first).toFixed(1)} against ${median(short.first).toFixed(1)} ms, median of ` +
        `${short.first.length}`,
    };
  });
};

const checkpointRow = async (way: LoadTarget, counting: Target, streams: number): Promise<Row> => {
  const whole = runLoad(way, { streams, tokens: 250, everyMs: 20, spreadMs: 0 });
  await pause(1000);
  await counting.ask();
  const from = performance.now();
  await pause(STEADY_MS);
  const { checkpoints } = await counting.ask();
  const turns = (performance.now() - from) / CHECKPOINT_MS;
  await whole;
  return {
    what: `statements that save replies, per ${CHECKPOINT_MS} ms, ${streams} streams`,
    measured: Number(checkpoints) / turns,
    unit: '',
    digits: 2,
    target: 1.1,
    note: `${String(checkpoints)} in ${((turns * CHECKPOINT_MS) / 1000).toFixed(1)} s`,
  };
};

const post = (agent: Agent, port: number, path: string, { token }: BenchUser): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': 2 };
    const sent = request({ host: '127.0.0.1', port, agent, method: 'POST', path, headers }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
    });
    sent.on('error', reject);
    sent.end('{}');
  });

interface Stopped {
  readonly lastCutMs: number;
  readonly lastAnswerMs: number;
  /** Processor time of the server from the pressing to the last reply's end. */
  readonly spentMs: number;
}

/** Fifty people press Stop in one instant: until the upstream has seen the last of their connections close. */
const stopAll = async (parley: Target, upstream: Target, people: readonly BenchUser[]): Promise<Stopped> => {
  const way = parleyTarget(parley.port, people);
  const wires = new Connections();
  const stops = new Agent({ keepAlive: true, maxSockets: Infinity });
  try {
    const streams = people.map((_, index) => startStream(wires.agent, way, index, 'bench 2000 20'));
    await until('all replies under way', () =>
      streams.every(({ result: heard }) => heard.replyId !== undefined && heard.tokens > 5),
    );
    await upstream.ask();
    const before = cpuMs(parley.pid);
    const pressed = micros();
    const statuses = await Promise.all(
      streams.map(({ result: heard }, index) => {
        const person = people[index];
        return person ? post(stops, parley.port, `/api/ai/replies/${heard.replyId ?? ''}/stop`, person) : 0;
      }),
    );
    const lastAnswerMs = (micros() - pressed) / 1000;
    if (statuses.some((status) => status !== 200)) throw new Error(`stopping was answered ${statuses.join(', ')}`);
    const cuts: number[] = [];
    await until('all connections closed upstream', async () => {
      const { cut } = await upstream.ask();
      cuts.push(...(Array.isArray(cut) ? cut.map(Number) : []));
      return cuts.length >= streams.length;
    });
    await Promise.all(streams.map(({ done }) => done));
    return { lastCutMs: (Math.max(...cuts) - pressed) / 1000, lastAnswerMs, spentMs: cpuMs(parley.pid) - before };
  } finally {
    wires.close();
    stops.destroy();
  }
};

const stopRows = async (parley: Target, upstream: Target, people: readonly BenchUser[]): Promise<Row[]> => {
  const sizes = [5, STOPPED];
  const rows: Row[] = [];
  for (const size of sizes) {
    const rounds: Stopped[] = [];
    for (let round = 0; round < STOP_ROUNDS; round += 1)
      rounds.push(await stopAll(parley, upstream, people.slice(0, size)));
    const of = (field: keyof Stopped) => median(rounds.map((each) => each[field]));
    const note =
      `the last stop answered after ${of('lastAnswerMs').toFixed(0)} ms; ` +
      `${of('spentMs').toFixed(0)} ms CPU in all`;
    rows.push({
      what: `${size} replies stopped at once: until closed upstream`,
      measured: of('lastCutMs'),
      unit: 'ms',
      target: 150,
      note,
    });
  }
  return rows;
};

const overloadRows = async (way: LoadTarget, streams: number): Promise<Row[]> => {
  const tokens = 100;
  const { results: heard } = await runLoad(way, { streams, tokens, everyMs: 20, spreadMs: 0 });
  const accepted = heard.filter(({ status }) => status === 200);
  const whole = accepted.filter((each) => each.isComplete && each.tokens === tokens);
  const told = heard.filter(({ status }) => status === 503 || status === 429);
  const title = `${streams} streams where ${CAPACITY} may run`;
  const most = Math.min(streams, CAPACITY);
  return [
    { what: `${title}: accepted`, measured: accepted.length, unit: '', digits: 0, target: most, atLeast: true },
    {
      what: `${title}: accepted ones complete`,
      measured: (whole.length / accepted.length) * 100,
      unit: '%',
      target: 100,
      atLeast: true,
    },
    {
      what: `${title}: the rest told so (503)`,
      measured: (told.length / (streams - accepted.length)) * 100,
      unit: '%',
      target: 100,
      atLeast: true,
      note: `${told.length} of ${streams - accepted.length}`,
    },
  ];
};

/** How cost grows with a reply's length and with the number of replies, and what happens beyond what may run. */
export const growth = (): Promise<Table[]> =>
  inFolder((folder) =>
    withTargets(async (keep) => {
      const databaseUrl = `sqlite:${join(folder, 'bench.db')}`;
      const people = await createUsers(databaseUrl, PEOPLE);
      const upstream = await keep(startUpstream());
      const parley = await keep(startParley({ databaseUrl, folder, upstream }));
      const way = parleyTarget(parley.port, people);
      for (let times = 0; times < 2; times += 1) await runLoad(way, WARM_UP);
      const rows: Row[] = [await lengthRow(way, parley.pid), await longChatRow(folder, upstream)];
      rows.push(...(await stopRows(parley, upstream, people)));
      await parley.stop();

      const counting = await keep(startParley({ databaseUrl, folder, upstream, counting: true }));
      for (const streams of [10, 100])
        rows.push(await checkpointRow(parleyTarget(counting.port, people), counting, streams));
      await counting.stop();

      const small = await keep(
        startParley({ databaseUrl, folder, upstream, env: { MAX_LIVE_REPLIES: String(CAPACITY) } }),
      );
      rows.push(...(await overloadRows(parleyTarget(small.port, people), CAPACITY * 2)));
      return [{ title: 'Growth', rows }];
    }),
  );
