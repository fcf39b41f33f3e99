const STEPS = [1, 2, 2.5, 5, 10];

/** Round numbers that span all values, about so many, zero among them where it is near. */
export const ticksFor = (values: readonly number[], { count, fromZero }: { count: number; fromZero: boolean }) => {
  const low = Math.min(...values, ...(fromZero ? [0] : []));
  const high = Math.max(...values, ...(fromZero ? [0] : []));
  const span = high - low || Math.abs(high) || 1;
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  // Whole steps, so that no rounding error adds up.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
};

/** From values to pixels. */
export const scaleBetween = (from: readonly [number, number], to: readonly [number, number]) => {
  const [low, high] = from;
  const [start, end] = to;
  return (value: number): number => start + ((value - low) / (high - low || 1)) * (end - start);
};
