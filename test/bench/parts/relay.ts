import { join } from 'node:path';

import { median, pause, quantile } from '../support/figures.ts';
import { type Load, type Outcome, parleyTarget, pipeTarget, runLoad, type LoadTarget } from '../support/load.ts';
import { createUsers } from '../support/users.ts';
import { cpuMs, memoryKiB } from '../support/processes.ts';
import { printRow, type Row, type Table } from '../support/report.ts';
import { inFolder, startParley, startPipe, startUpstream, withTargets } from '../support/targets.ts';

const PEOPLE = 1000;
const ROUNDS = 3;
/** Until the last writes of a round are done. */
const SETTLE_MS = 400;
const WARM_UP: Load = { streams: 40, tokens: 100, everyMs: 5, spreadMs: 400 };

interface Case extends Load {
  readonly title: string;
  readonly cpuTarget?: number;
  readonly firstTokenTarget?: number;
  /** The memory of a stream and the share of a core are told too. */
  readonly isLargest?: boolean;
}

const PACES = {
  thousand: { streams: 1000, tokens: 100, everyMs: 200 },
  many: { streams: 200, tokens: 100, everyMs: 50 },
  some: { streams: 50, tokens: 100, everyMs: 20 },
  few: { streams: 20, tokens: 100, everyMs: 20 },
  one: { streams: 1, tokens: 100, everyMs: 20 },
} as const;

/** Replies of a client that starts again the moment a reply ends. */
const AGAIN = { replies: 3 };
const again = (title: string): string => `${title}, again at once`;

// The largest first: the memory that a stream needs shows only in a process that has not grown yet.
const CASES: readonly Case[] = [
  { title: '1000 streams', ...PACES.thousand, spreadMs: 5000, cpuTarget: 1.8, isLargest: true },
  { title: '1000 streams within a second', ...PACES.thousand, spreadMs: 1000, firstTokenTarget: 100 },
  { title: '200 streams', ...PACES.many, spreadMs: 2000, cpuTarget: 1.5, firstTokenTarget: 10 },
  { title: again('200 streams'), ...PACES.many, ...AGAIN, spreadMs: 2000, cpuTarget: 1.5, firstTokenTarget: 10 },
  { title: '50 streams', ...PACES.some, spreadMs: 1000, cpuTarget: 1.5, firstTokenTarget: 10 },
  { title: again('50 streams'), ...PACES.some, ...AGAIN, spreadMs: 1000, cpuTarget: 1.5, firstTokenTarget: 10 },
  { title: '20 streams', ...PACES.few, spreadMs: 500, cpuTarget: 1.5, firstTokenTarget: 5 },
  { title: again('20 streams'), ...PACES.few, ...AGAIN, spreadMs: 500, cpuTarget: 1.5, firstTokenTarget: 5 },
  { title: '1 stream', ...PACES.one, spreadMs: 0, firstTokenTarget: 5 },
];
const UNPACED: Load = { streams: 20, tokens: 2000, everyMs: 0, spreadMs: 0 };

/** One round of one load on one target. */
interface Sample {
  readonly cpuPerThousand: number;
  readonly coreShare: number;
  readonly firstToken: number;
  readonly transit: number;
  readonly jitter: number;
  readonly bytesPerToken: number;
  readonly kibPerStream: number;
  readonly complete: number;
  readonly tokensPerSecond: number;
}

const gaps = (outcome: Outcome): number[] =>
  outcome.results.flatMap(({ transits }) =>
    transits.slice(1).map((transit, index) => Math.abs(transit - (transits[index] ?? transit))),
  );

const sample = async (way: LoadTarget, pid: number, load: Load): Promise<Sample> => {
  const resident = memoryKiB(pid, 'now');
  const before = cpuMs(pid);
  let most = resident;
  const watch = setInterval(() => {
    most = Math.max(most, memoryKiB(pid, 'now'));
  }, 250);
  const outcome = await runLoad(way, load);
  clearInterval(watch);
  await pause(SETTLE_MS);
  const spent = cpuMs(pid) - before;
  const whole = outcome.results.filter(({ isComplete: ended, tokens }) => ended && tokens === load.tokens);
  return {
    cpuPerThousand: (spent / outcome.tokens) * 1000,
    coreShare: spent / 10 / outcome.seconds,
    firstToken: median(outcome.results.map(({ firstToken }) => firstToken)),
    transit: median(outcome.results.flatMap(({ transits }) => transits)),
    jitter: quantile(gaps(outcome), 0.99),
    bytesPerToken: outcome.bytes / outcome.tokens,
    kibPerStream: (most - resident) / load.streams,
    complete: (whole.length / outcome.results.length) * 100,
    tokensPerSecond: outcome.tokens / outcome.seconds,
  };
};

type Samples = { readonly pipe: Sample[]; readonly parley: Sample[] };

const medianOf = (samples: readonly Sample[], field: keyof Sample): number =>
  median(samples.map((each) => each[field]));

const rowsOf = ({ title, cpuTarget, firstTokenTarget, streams, isLargest }: Case, { pipe, parley }: Samples): Row[] => {
  const of = (field: keyof Sample) => medianOf(parley, field);
  const bare = (field: keyof Sample) => medianOf(pipe, field);
  const ratios = parley.map((each, round) => each.cpuPerThousand / (pipe[round]?.cpuPerThousand ?? Number.NaN));
  const cpuNote = `${of('cpuPerThousand').toFixed(0)} against ${bare('cpuPerThousand').toFixed(0)} ms for 1 000 tokens`;
  return [
    {
      what: `${title}: CPU, multiple of the pipe's`,
      measured: median(ratios),
      unit: '×',
      digits: 2,
      note: cpuNote,
      ...(cpuTarget && { target: cpuTarget }),
    },
    {
      what: `${title}: added time to first token, p50`,
      measured: of('firstToken'),
      unit: 'ms',
      note: `pipe ${bare('firstToken').toFixed(1)} ms`,
      ...(firstTokenTarget && { target: firstTokenTarget }),
    },
    {
      what: `${title}: transit of a token, p50`,
      measured: of('transit'),
      unit: 'ms',
      digits: 2,
      note: `pipe ${bare('transit').toFixed(2)} ms`,
      ...(streams < 1000 && { target: 1 }),
    },
    {
      what: `${title}: jitter p99, multiple of the pipe's`,
      measured: of('jitter') / bare('jitter'),
      unit: '×',
      digits: 2,
      note: `${of('jitter').toFixed(1)} against ${bare('jitter').toFixed(1)} ms`,
      target: 3,
    },
    { what: `${title}: complete`, measured: of('complete'), unit: '%', target: 100, atLeast: true },
    {
      what: `${title}: bytes a token to the reader`,
      measured: of('bytesPerToken'),
      unit: 'B',
      note: `pipe ${bare('bytesPerToken').toFixed(0)} B`,
      target: 60,
    },
    ...(isLargest
      ? [
          {
            what: `${title}: share of one core`,
            measured: of('coreShare'),
            unit: '%',
            note: `pipe ${bare('coreShare').toFixed(0)} %`,
            target: 85,
          },
        ]
      : []),
  ];
};

const memoryRow = ({ pipe, parley }: Samples): Row => ({
  what: '1000 streams: memory a stream',
  measured: parley[0]?.kibPerStream ?? Number.NaN,
  unit: 'KiB',
  note: `pipe ${(pipe[0]?.kibPerStream ?? Number.NaN).toFixed(0)} KiB; first round, in fresh processes`,
  target: 90,
});

/** What a streamed reply costs beside a bare pipe: signed in, in chats, stored in SQLite, logged and counted. */
export const relay = (): Promise<Table[]> =>
  inFolder((folder) =>
    withTargets(async (keep) => {
      const databaseUrl = `sqlite:${join(folder, 'bench.db')}`;
      const people = await createUsers(databaseUrl, PEOPLE);
      const upstream = await keep(startUpstream());
      const pipe = await keep(startPipe(upstream));
      const parley = await keep(startParley({ databaseUrl, folder, upstream }));
      const ways = { pipe: pipeTarget(pipe.port), parley: parleyTarget(parley.port, people) };
      const rounds = async (load: Load): Promise<Samples> => {
        const samples: Samples = { pipe: [], parley: [] };
        for (let round = 0; round < ROUNDS; round += 1) {
          samples.pipe.push(await sample(ways.pipe, pipe.pid, load));
          samples.parley.push(await sample(ways.parley, parley.pid, load));
        }
        return samples;
      };
      for (let times = 0; times < 2; times += 1)
        for (const way of [ways.pipe, ways.parley]) await runLoad(way, WARM_UP);
      const rows: Row[] = [];
      const add = (...measured: readonly Row[]): void => {
        for (const row of measured) printRow(row);
        rows.push(...measured);
      };
      for (const each of CASES) {
        const samples = await rounds(each);
        add(...rowsOf(each, samples), ...(each.isLargest ? [memoryRow(samples)] : []));
      }
      const race = await rounds(UNPACED);
      const speed = { parley: medianOf(race.parley, 'tokensPerSecond'), pipe: medianOf(race.pipe, 'tokensPerSecond') };
      add({
        what: "20 streams unpaced: throughput, share of the pipe's",
        measured: speed.parley / speed.pipe,
        unit: '×',
        digits: 2,
        note: `${speed.parley.toFixed(0)} against ${speed.pipe.toFixed(0)} tokens/s`,
        target: 0.8,
        atLeast: true,
      });
      return [{ title: 'The relay', rows }];
    }),
  );
