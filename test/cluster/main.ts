// `npm run cluster [-- step… --streams=N]`: four processes behind haproxy on three Galera nodes, all on
// this machine, and what is killed while people read. Needs Debian's mariadb-server, galera-4 and haproxy,
// and `npm run build` before.
// `group`, only where it is named, has a group of MySQL servers instead, and needs `mysqld` with its plugins.
import { appendFileSync, chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pause } from '../bench/support/figures.ts';
import { OUTPUT, ROOT } from '../bench/support/paths.ts';
import { isMet, report, type Row, type Table } from '../bench/support/report.ts';
import { inFolder, startUpstream, withTargets } from '../bench/support/targets.ts';
import { createUsers } from '../bench/support/users.ts';
import { startRedis } from '../support/redis-server.ts';
import { cpuStep } from './steps/cpu.ts';
import { brokerStep, databaseStep, processStep } from './steps/faults.ts';
import { limitsStep } from './steps/limits.ts';
import { ADMIN, buildOlder, signIn, upgradeStep } from './steps/upgrade.ts';
import type { DatabaseCluster } from './support/database-cluster.ts';
import { GaleraCluster } from './support/galera.ts';
import { startHaproxy } from './support/haproxy.ts';
import { MysqlGroup } from './support/mysql-group.ts';
import { Parleys } from './support/parleys.ts';

const ON_GALERA = ['limits', 'database', 'process', 'cpu', 'broker', 'upgrade'];
const STEPS = [...ON_GALERA, 'group'];
const ON_THE_BUS_OF_SQL = ['limits', 'database', 'process', 'cpu'];
const PROCESSES = 4;
const ROUNDS = 6;
const AGAIN_MS = 3000;
/** What the processes log as errors. */
const LOG = join(OUTPUT, 'cluster.log');

const words = process.argv.slice(2);
const steps = words.filter((word) => !word.startsWith('--'));
const streams = Number(words.find((word) => word.startsWith('--streams='))?.slice('--streams='.length) ?? 400);
const isAsked = (step: string): boolean => steps.length === 0 || steps.includes(step);
const unknown = steps.filter((step) => !STEPS.includes(step));
if (unknown.length > 0 || !Number.isInteger(streams)) {
  console.error(`There are: ${STEPS.join(', ')}, and --streams=N.`);
  process.exit(2);
}
if (!existsSync(join(ROOT, 'dist/src/main.js'))) {
  console.error('Nothing is built: npm run build');
  process.exit(2);
}

/** Long replies, so that most streams are in the middle whenever something is killed. */
const pace = { streams, tokens: 100, everyMs: 250 };
const say = (text: string): void => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

const tables: Table[] = [];
const add = (title: string, rows: readonly Row[]): void => {
  tables.push({ title, rows });
  report('cluster', tables.slice(-1));
};

interface Site<Cluster extends DatabaseCluster = GaleraCluster> {
  readonly cluster: Cluster;
  readonly folder: string;
}

/** Four processes on a database of their own behind a load balancer, as long as `work` lasts. */
const withSite = (
  { cluster, folder }: Site<DatabaseCluster>,
  database: string,
  work: (parleys: Parleys, port: number) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> =>
  withTargets(async (keep) => {
    const upstream = await keep(startUpstream());
    const databaseUrl = (index: number) => cluster.url(database, index);
    const parleys = await Parleys.prepare(PROCESSES, { folder, databaseUrl, upstream, env: { ...ADMIN, ...env } });
    const balancer = await startHaproxy(folder, parleys.ports);
    try {
      await work(parleys, balancer.port);
    } finally {
      await parleys.stopAll();
      await balancer.program.end('SIGKILL');
      mkdirSync(OUTPUT, { recursive: true });
      appendFileSync(LOG, parleys.errors.join(''));
    }
  });

/** A machine that is busy enough lets the schema's first steps time out; they are repeatable. */
const again = async <T>(work: () => Promise<T>, attempts = 5): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (attempts === 1) throw error;
    await pause(AGAIN_MS);
    return again(work, attempts - 1);
  }
};

const runSteps = async (site: Site): Promise<void> => {
  const { cluster } = site;
  await again(() => cluster.createDatabase('parley'));
  const people = await again(() => createUsers(cluster.url('parley'), 200));
  const free = people.slice(0, ROUNDS);
  const names = free.map(({ uid }) => `'${uid}'`).join(', ');
  await cluster.query(`UPDATE parley.users SET subscription = 'free' WHERE uid IN (${names})`);
  const paying = people.slice(ROUNDS);
  await withSite(site, 'parley', async (parleys, port) => {
    await parleys.startAll(ROOT);
    say('four processes are ready');
    const faulty = { port, people: paying, pace };
    if (isAsked('limits')) add('Limits', await limitsStep(port, free));
    if (isAsked('database')) add('Database nodes killed', await databaseStep(cluster, faulty));
    if (isAsked('process')) add('Processes killed', await processStep(parleys, ROOT, faulty));
    if (isAsked('cpu')) add('CPU', await cpuStep({ parleys, build: ROOT, port, people: paying, streams: 40 }));
  });
};

const runBroker = async (site: Site): Promise<void> => {
  await again(() => site.cluster.createDatabase('through_redis'));
  const people = await again(() => createUsers(site.cluster.url('through_redis'), 200));
  const redis = await startRedis();
  try {
    const work = async (parleys: Parleys, port: number): Promise<void> => {
      await parleys.startAll(ROOT);
      add('Redis killed', await brokerStep(redis, { port, people, pace }));
    };
    await withSite(site, 'through_redis', work, { REPLY_BUS: redis.url });
  } finally {
    await redis.close();
  }
};

const runUpgrade = async (site: Site): Promise<void> => {
  await again(() => site.cluster.createDatabase('upgraded'));
  const older = buildOlder(site.folder);
  say(`the version before the newest migration, ${older.commit}, is built`);
  await withSite(site, 'upgraded', async (parleys, port) => {
    // Shorter replies: they end within the grace period of a process that is replaced.
    add('Rolling upgrade', await upgradeStep(parleys, port, older, { ...pace, tokens: 40 }));
  });
};

/** The admin asks, whom the environment makes: this script does not trust the private authority. */
const runGroup = async (site: Site<MysqlGroup>): Promise<void> => {
  const { cluster } = site;
  await again(() => cluster.createDatabase('parley'));
  const work = async (parleys: Parleys, port: number): Promise<void> => {
    await parleys.startAll(ROOT);
    const person = await signIn(port);
    say('four processes are ready on a group of MySQL servers');
    add('Members of a MySQL group killed', await databaseStep(cluster, { port, people: [person], pace }));
  };
  await withSite(site, 'parley', work, { NODE_EXTRA_CA_CERTS: cluster.authorityFile });
};

/** Lends a database cluster in memory to `work`. */
const withCluster = async <Cluster extends DatabaseCluster>(
  start: (folder: string) => Promise<Cluster>,
  work: (cluster: Cluster) => Promise<void>,
): Promise<void> => {
  const memory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(memory, 'parley-cluster-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  // Also where a signal ends this script.
  process.on('exit', remove);
  chmodSync(folder, 0o755); // the database may run as another user
  try {
    const cluster = await start(folder);
    say('three database nodes are one cluster');
    try {
      await work(cluster);
    } finally {
      await cluster.stop();
    }
  } finally {
    remove();
  }
};

await inFolder(async (data) => {
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
  if (ON_GALERA.some(isAsked))
    await withCluster(GaleraCluster.start, async (cluster) => {
      if (ON_THE_BUS_OF_SQL.some(isAsked)) await runSteps({ cluster, folder: data });
      if (isAsked('broker')) await runBroker({ cluster, folder: data });
      if (isAsked('upgrade')) await runUpgrade({ cluster, folder: data });
    });
  if (steps.includes('group')) await withCluster(MysqlGroup.start, (cluster) => runGroup({ cluster, folder: data }));
});
report('cluster', tables);
process.exit(tables.every(({ rows }) => rows.every(isMet)) ? 0 : 1);
