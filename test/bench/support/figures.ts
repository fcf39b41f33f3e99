/** The value below which a share `part` (0 to 1) of `values` lies; NaN without values. */
export const quantile = (values: readonly number[], part: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export const rounded = (value: number, digits = 1): string => (Number.isFinite(value) ? value.toFixed(digits) : '–');

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `holds`, looking each 20 ms; throws after `mostMs`, naming what did not come. */
export const until = async (what: string, holds: () => boolean | Promise<boolean>, mostMs = 30_000): Promise<void> => {
  for (const giveUp = Date.now() + mostMs; !(await holds()); await pause(20)) {
    if (Date.now() > giveUp) throw new Error(`${what}: not within ${mostMs} ms`);
  }
};
