import { join } from 'node:path';

import { median, pause } from '../support/figures.ts';
import { cpuMs, memoryKiB } from '../support/processes.ts';
import type { Table } from '../support/report.ts';
import { inFolder, startParley } from '../support/targets.ts';

const STARTS = 5;
const IDLE_MS = 2000;
const REST_MS = 10_000;
/** Memory is looked at in so many of the starts; it hardly differs from one to the next. */
const LOOKS = 3;

interface Start {
  readonly ms: number;
  readonly idle: Idle | undefined;
}

interface Idle {
  readonly miB: number;
  /** Processor milliseconds in each second. */
  readonly cpuMs: number;
}

const atRest = async (pid: number): Promise<Idle> => {
  await pause(IDLE_MS);
  const miB = memoryKiB(pid, 'now') / 1024;
  const before = cpuMs(pid);
  await pause(REST_MS);
  return { miB, cpuMs: (cpuMs(pid) - before) / (REST_MS / 1000) };
};

/**
 * From the process's beginning to its line that it is ready; then, if wished, what it holds and
 * does while nobody comes.
 */
const startOnce = async (folder: string, look: boolean): Promise<Start> => {
  const begun = performance.now();
  const parley = await startParley({ databaseUrl: `sqlite:${join(folder, 'bench.db')}`, folder });
  const ms = performance.now() - begun;
  try {
    return { ms, idle: look ? await atRest(parley.pid) : undefined };
  } finally {
    await parley.stop();
  }
};

/** How long an operator waits for a restart, and what the product takes while nobody uses it. */
export const start = (): Promise<Table[]> =>
  inFolder(async (folder) => {
    const first = await startOnce(folder, false);
    const later: Start[] = [];
    for (let count = 0; count < STARTS; count += 1) later.push(await startOnce(folder, count < LOOKS));
    const times = later.map(({ ms }) => ms);
    const idle = later.flatMap((each) => each.idle ?? []);
    return [
      {
        title: 'The start',
        rows: [
          { what: 'first start, the database is made', measured: first.ms / 1000, unit: 's', digits: 2 },
          {
            what: 'start on a database that is there, median',
            measured: median(times) / 1000,
            unit: 's',
            digits: 2,
            target: 1,
            note:
              `${STARTS} starts, ${(Math.min(...times) / 1000).toFixed(2)} to ` +
              `${(Math.max(...times) / 1000).toFixed(2)} s`,
          },
          {
            what: 'resident memory, idle',
            measured: median(idle.map(({ miB }) => miB)),
            unit: 'MiB',
            target: 110,
            note: `after ${IDLE_MS / 1000} s, median of ${LOOKS}`,
          },
          {
            what: 'CPU a second, idle',
            measured: median(idle.map(({ cpuMs: ms }) => ms)),
            unit: 'ms',
            note: `of ${REST_MS / 1000} s, median of ${LOOKS}`,
          },
        ],
      },
    ];
  });
