import { pause, until } from '../../bench/support/figures.ts';
import type { Row } from '../../bench/support/report.ts';
import type { RedisServer } from '../../support/redis-server.ts';
import { Crowd, crowdRows, type Pace } from '../support/crowd.ts';
import type { DatabaseCluster } from '../support/database-cluster.ts';
import type { Parleys } from '../support/parleys.ts';
import type { Person } from '../support/reader.ts';

export interface Faulty {
  readonly port: number;
  readonly people: readonly Person[];
  readonly pace: Pace;
}

const UNDER_WAY_MS = 120_000;
/** How long the others go on alone, and all of them afterwards. */
const ALONE_MS = 4000;

const gather = async ({ port, people, pace }: Faulty): Promise<Crowd> => {
  const crowd = new Crowd(port, people, pace);
  await until('most streams under way', () => crowd.running > pace.streams * 0.8, UNDER_WAY_MS);
  return crowd;
};

/** Kills every node of the database, one after another, and lets each come back. */
export const databaseStep = async (cluster: DatabaseCluster, faulty: Faulty): Promise<Row[]> => {
  const crowd = await gather(faulty);
  for (let node = 0; node < cluster.size; node += 1) {
    await cluster.kill(node);
    await pause(ALONE_MS);
    await cluster.restart(node);
    await until('the cluster is complete', async () => (await cluster.complete()) === cluster.size, UNDER_WAY_MS);
    await pause(ALONE_MS);
  }
  return crowdRows(`each of ${cluster.size} nodes killed, ${faulty.pace.streams} streams`, await crowd.stop(), false);
};

/** Kills every process, one after another, and starts it again. */
export const processStep = async (parleys: Parleys, build: string, faulty: Faulty): Promise<Row[]> => {
  const crowd = await gather(faulty);
  for (const index of parleys.ports.keys()) {
    await parleys.kill(index);
    await pause(ALONE_MS);
    await parleys.start(index, build);
    await pause(ALONE_MS);
  }
  const readings = await crowd.stop();
  const title = `each of ${parleys.ports.length} processes killed, ${faulty.pace.streams} streams`;
  return crowdRows(title, readings, true);
};

/** Kills Redis, and freezes it, while people read. */
export const brokerStep = async (redis: RedisServer, faulty: Faulty): Promise<Row[]> => {
  const crowd = await gather(faulty);
  await redis.kill();
  await pause(ALONE_MS);
  await redis.restart();
  await pause(ALONE_MS);
  redis.freeze();
  await pause(ALONE_MS);
  redis.thaw();
  await pause(ALONE_MS);
  return crowdRows(`Redis killed and frozen, ${faulty.pace.streams} streams`, await crowd.stop(), false);
};
