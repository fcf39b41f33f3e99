/** The part of Node that is used here: the page's tests have no Node types. */
declare const process: { cpuUsage(since?: { user: number; system: number }): { user: number; system: number } };

const GROWTH_FACTOR = 10;
/** Under load, garbage collection adds noise; what is quadratic stays so in every attempt. */
const MAX_ATTEMPTS = 8;
/** CPU below this counts as this: shorter runs measure the machine, not the code. */
const FLOOR_MS = 10;
/** Linear work grows by ten, and a little more with garbage collection; quadratic work by a hundred. */
export const MAX_GROWTH = 20;

const cpuMsOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

export interface GrowthCase<T> {
  /** Size of the smaller input; choose it so that ten times as much takes some tens of milliseconds. */
  readonly size: number;
  readonly make: (size: number) => T;
  /** Its result is ignored; an exception fails the test. */
  readonly run: (input: T) => unknown;
}

/** By how much the process's CPU (threads included) grows when the input grows tenfold. */
export const growthOf = async <T>({ size, make, run }: GrowthCase<T>, attempts = MAX_ATTEMPTS): Promise<number> => {
  const inputs = [make(size), make(size * GROWTH_FACTOR)] as const;
  const attempt = (input: T) => cpuMsOf(() => run(input));
  const ratio = async () => {
    const large = await attempt(inputs[1]);
    // At most that, whatever the smaller input costs.
    if (large <= FLOOR_MS * MAX_GROWTH) return large / FLOOR_MS;
    return large / Math.max(FLOOR_MS, await attempt(inputs[0]));
  };
  let lowest = await ratio();
  for (let attempt = 1; attempt < attempts && lowest > MAX_GROWTH; attempt += 1)
    lowest = Math.min(lowest, await ratio());
  return lowest;
};

/** Fails when ten times the input costs more than twenty times the CPU in every attempt. */
export const expectLinear = async <T>(growing: GrowthCase<T>): Promise<void> =>
  expect(await growthOf(growing)).toBeLessThanOrEqual(MAX_GROWTH);
