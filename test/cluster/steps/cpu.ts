import { median, pause } from '../../bench/support/figures.ts';
import { type Load, parleyTarget, runLoad } from '../../bench/support/load.ts';
import { cpuMs } from '../../bench/support/processes.ts';
import type { Row } from '../../bench/support/report.ts';
import type { BenchUser } from '../../bench/support/users.ts';
import type { Parleys } from '../support/parleys.ts';

const COUNTS = [1, 2, 4];
const ROUNDS = 3;
const SETTLE_MS = 1500;
const MAX_GROWTH = 1.1;

interface Measured {
  readonly parleys: Parleys;
  readonly build: string;
  readonly port: number;
  readonly people: readonly BenchUser[];
  /** Of each process. */
  readonly streams: number;
}

const cpuOf = ({ parleys }: Measured, count: number): number =>
  parleys.ports.slice(0, count).reduce((sum, _, index) => sum + cpuMs(parleys.pid(index)), 0);

/** Processor time of all processes, milliseconds for 1 000 tokens. */
const cpuOfTokens = async (measured: Measured, count: number): Promise<number> => {
  const load: Load = { streams: measured.streams * count, tokens: 200, everyMs: 50, spreadMs: 1500 };
  const before = cpuOf(measured, count);
  const { tokens } = await runLoad(parleyTarget(measured.port, measured.people), load);
  await pause(SETTLE_MS);
  return ((cpuOf(measured, count) - before) / tokens) * 1000;
};

/** The same load for each process, at one, two and four processes. */
export const cpuStep = async (measured: Measured): Promise<Row[]> => {
  const { parleys, build, streams } = measured;
  const samples = new Map<number, number[]>(COUNTS.map((count) => [count, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
      // All begin anew and get the same load before, so that none has more compiled code than another.
      await parleys.stopAll();
      for (let index = 0; index < count; index += 1) await parleys.start(index, build);
      await cpuOfTokens(measured, count);
      samples.get(count)?.push(await cpuOfTokens(measured, count));
    }
  }
  const [alone = NaN] = COUNTS.map((count) => median(samples.get(count) ?? []));
  return COUNTS.map((count) => {
    const own = median(samples.get(count) ?? []);
    const note = `${own.toFixed(1)} ms for 1 000 tokens, ${streams} streams a process`;
    const what = `CPU of a token at ${count} ${count === 1 ? 'process' : 'processes'}, multiple of one`;
    return { what, measured: own / alone, unit: '×', digits: 2, note, ...(count > 1 ? { target: MAX_GROWTH } : {}) };
  });
};
