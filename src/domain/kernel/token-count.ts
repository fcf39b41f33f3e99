/** More than any model reads or writes in one call, and little enough for every sum. */
const MAX_TOKENS = 1_000_000_000;

/** Providers may tell anything: fractions, negative numbers, or more than a database keeps as a whole number. */
export const isTokenCount = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MAX_TOKENS;
