/** As much of Node as is used here: the page's tests know nothing of it. */
declare const process: { cpuUsage(since?: { user: number; system: number }): { user: number; system: number } };

const GROWTH_FACTOR = 10;
/** Where other tests take the cores, memory is collected at odd times: what is quadratic is so each time. */
const MAX_ATTEMPTS = 4;
/** CPU below this counts as this: what runs for a moment measures the machine, not the code. */
const FLOOR_MS = 10;
/** A linear run grows by ten, and by a little more where memory is collected; a quadratic one by a hundred. */
export const MAX_GROWTH = 20;

const cpuMsOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

export interface GrowthCase<T> {
  /** Of the smaller input; choose it so that ten times as much is some tens of milliseconds of work. */
  readonly size: number;
  readonly make: (size: number) => T;
  /** What it answers does not matter here; what it throws fails the test. */
  readonly run: (input: T) => unknown;
}

/** How many times the CPU of the process (its threads too) grows when the input grows ten times. */
export const growthOf = async <T>({ size, make, run }: GrowthCase<T>): Promise<number> => {
  const inputs = [make(size), make(size * GROWTH_FACTOR)] as const;
  const attempt = (input: T) => cpuMsOf(() => run(input));
  const ratio = async () => {
    const base = Math.max(FLOOR_MS, await attempt(inputs[0]));
    return (await attempt(inputs[1])) / base;
  };
  await attempt(inputs[0]); // loads and compiles what is needed
  let lowest = await ratio();
  for (let attempt = 1; attempt < MAX_ATTEMPTS && lowest > MAX_GROWTH; attempt += 1)
    lowest = Math.min(lowest, await ratio());
  return lowest;
};

/** Fails when ten times the input costs more than twenty times the CPU, also when looked at again. */
export const expectLinear = async <T>(growing: GrowthCase<T>): Promise<void> =>
  expect(await growthOf(growing)).toBeLessThanOrEqual(MAX_GROWTH);
