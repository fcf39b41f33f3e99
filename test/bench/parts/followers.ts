import { Agent, request } from 'node:http';

import { createConnection } from 'mysql2/promise';

import { startRedis } from '../../support/redis-server.ts';
import { median, pause, quantile, until } from '../support/figures.ts';
import { Connections, followStream, parleyTarget, runLoad, type RunningStream, startStream } from '../support/load.ts';
import { withMariaDb } from '../support/mariadb.ts';
import { cpuMs, type Target } from '../support/processes.ts';
import type { Row, Table } from '../support/report.ts';
import { inFolder, startParley, startUpstream, withTargets } from '../support/targets.ts';
import { type BenchUser, createUsers } from '../support/users.ts';

const PEOPLE = 100;
const REPLIES = 20;
const EVERY_MS = 50;
/** A process is idle after a minute without a call. */
const UNTIL_IDLE_MS = 65_000;
const QUIET_MS = 30_000;
const COUNTED_MS = 8000;
const SETTLE_MS = 3000;
const STOPS = 15;

const micros = (): number => Number(process.hrtime.bigint() / 1000n);

interface Rig {
  readonly bus: string;
  readonly writer: Target;
  readonly other: Target;
  readonly upstream: Target;
  readonly people: readonly BenchUser[];
  /** Statements that the database has taken. */
  readonly statements: () => Promise<number>;
}

const counter = async (url: string) => {
  const connection = await createConnection({ uri: url });
  const read = async (): Promise<number> => {
    const [rows] = await connection.query("SHOW GLOBAL STATUS LIKE 'Questions'");
    const [row]: unknown[] = Array.isArray(rows) ? rows : [];
    return typeof row === 'object' && row && 'Value' in row ? Number(row.Value) : Number.NaN;
  };
  return { read, close: () => connection.end() };
};

/** A second; the counting statement itself is left out. */
const rate = async (statements: Rig['statements'], ms: number): Promise<number> => {
  const before = await statements();
  const from = performance.now();
  await pause(ms);
  return ((await statements()) - before - 1) / ((performance.now() - from) / 1000);
};

/** Replies that the first process writes, and their ids. */
const startReplies = async ({ writer, people }: Rig, wires: Connections, count: number, tokens: number) => {
  const way = parleyTarget(writer.port, people);
  const replies = Array.from({ length: count }, (_, index) =>
    startStream(wires.agent, way, index, `bench ${tokens} ${EVERY_MS}`),
  );
  await until('all replies under way', () => replies.every(({ result }) => result.tokens > 2));
  return replies;
};

const follow = ({ other, people }: Rig, wires: Connections, replies: readonly RunningStream[]): RunningStream[] =>
  replies.flatMap(({ result }, index) => {
    const person = people[index];
    return person ? [followStream(wires.agent, other.port, result.replyId ?? '', person)] : [];
  });

const followRows = async (rig: Rig): Promise<Row[]> => {
  const wires = new Connections();
  const tokens = Math.round((COUNTED_MS * 2 + SETTLE_MS * 3) / EVERY_MS);
  const replies = await startReplies(rig, wires, REPLIES, tokens);
  await pause(SETTLE_MS);
  const alone = await rate(rig.statements, COUNTED_MS);
  const followers = follow(rig, wires, replies);
  await until('all are followed', () => followers.every(({ result }) => result.tokens > 2));
  await pause(SETTLE_MS / 2);
  const from = followers.map(({ result }) => result.tokens);
  const fromHere = replies.map(({ result }) => result.tokens);
  const followed = await rate(rig.statements, COUNTED_MS);
  const transits = followers.flatMap(({ result }, index) => result.transits.slice(from[index]));
  const here = replies.flatMap(({ result }, index) => result.transits.slice(fromHere[index]));
  const results = await Promise.all(followers.map(({ done }) => done));
  wires.close();
  const whole = results.filter((each) => each.isComplete && each.tokens === tokens).length;
  const title = `${rig.bus}:`;
  return [
    {
      what: `${title} a token at a follower elsewhere, p50`,
      measured: median(transits),
      unit: 'ms',
      note: `${median(here).toFixed(1)} ms at its own process`,
    },
    {
      what: `${title} the same, p95`,
      measured: quantile(transits, 0.95),
      unit: 'ms',
      target: 20,
      note: `${quantile(here, 0.95).toFixed(1)} ms at its own process`,
    },
    {
      what: `${title} followers that got all`,
      measured: (whole / REPLIES) * 100,
      unit: '%',
      target: 100,
      atLeast: true,
    },
    { what: `${title} statements a second, ${REPLIES} replies that nobody follows`, measured: alone, unit: '' },
    {
      what: `${title} statements a second of a follower elsewhere`,
      measured: (followed - alone) / REPLIES,
      unit: '',
      digits: 2,
      target: 0.1,
      note: `${followed.toFixed(1)} in all`,
    },
  ];
};

const post = (port: number, path: string, { token }: BenchUser): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': 2 };
    const sent = request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent: new Agent() }, (reply) => {
      reply.resume();
      reply.on('end', resolve);
    });
    sent.on('error', reject);
    sent.end('{}');
  });

/** From the press of Stop at the other process until the provider's connection is closed. */
const stopRow = async (rig: Rig): Promise<Row> => {
  const wires = new Connections();
  const times: number[] = [];
  for (let round = 0; round < STOPS; round += 1) {
    const [reply] = await startReplies(rig, wires, 1, 2000);
    const [person] = rig.people;
    if (!reply || !person) throw new Error('no reply');
    await pause(Math.random() * 500);
    await rig.upstream.ask();
    const pressed = micros();
    await post(rig.other.port, `/api/ai/replies/${reply.result.replyId ?? ''}/stop`, person);
    const cuts: number[] = [];
    await until('closed upstream', async () => {
      const { cut } = await rig.upstream.ask();
      cuts.push(...(Array.isArray(cut) ? cut.map(Number) : []));
      return cuts.length > 0;
    });
    times.push((Math.max(...cuts) - pressed) / 1000);
    await reply.done;
  }
  wires.close();
  return { what: `${rig.bus}: a stop from elsewhere, p95`, measured: quantile(times, 0.95), unit: 'ms', target: 100 };
};

const cpuRow = async (rig: Rig): Promise<Row> => {
  const before = cpuMs(rig.writer.pid);
  const load = { streams: 100, tokens: 200, everyMs: EVERY_MS, spreadMs: 1000 };
  const { tokens } = await runLoad(parleyTarget(rig.writer.port, rig.people), load);
  await pause(SETTLE_MS / 2);
  const measured = ((cpuMs(rig.writer.pid) - before) / tokens) * 1000;
  return { what: `${rig.bus}: CPU of 1 000 tokens, 100 streams`, measured, unit: 'ms' };
};

const rowsThrough = (bus: string, env: Readonly<Record<string, string>>, url: string, folder: string): Promise<Row[]> =>
  withTargets(async (keep) => {
    const people = await createUsers(url, PEOPLE);
    const upstream = await keep(startUpstream());
    const options = { databaseUrl: url, folder, upstream, env };
    const { read: statements, close } = await counter(url);
    const writer = await keep(startParley(options));
    await pause(UNTIL_IDLE_MS);
    const idle = await rate(statements, QUIET_MS);
    const other = await keep(startParley(options));
    const rig = { bus, writer, other, upstream, people, statements };
    const warmUp = { streams: 20, tokens: 100, everyMs: 5, spreadMs: 0 };
    for (const { port } of [writer, other]) await runLoad(parleyTarget(port, people), warmUp);
    const rows: Row[] = [
      { what: `${bus}: statements a second of an idle process`, measured: idle, unit: '', target: 1 },
    ];
    rows.push(...(await followRows(rig)), await stopRow(rig), await cpuRow(rig));
    await close();
    return rows;
  });

/** Replies that are followed and stopped at another process, through the database and through Redis. */
export const followers = (): Promise<Table[]> =>
  inFolder(async (folder) => {
    const redis = await startRedis();
    try {
      const rows = await withMariaDb(['through_sql', 'through_redis'], async ([first = '', second = '']) => [
        ...(await rowsThrough('SQL', { REPLY_BUS: 'sql' }, first, folder)),
        ...(await rowsThrough('Redis', { REPLY_BUS: redis.url }, second, folder)),
      ]);
      return [{ title: 'Followers in another process, on MariaDB', rows: rows ?? [] }];
    } finally {
      await redis.close();
    }
  });
