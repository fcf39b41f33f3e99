import type { DateParts } from './dates.ts';
import type { YearSpan } from './periods.ts';
import type { Unit } from './units.ts';

/** A number or date: its possible values (`1.234` has two), its precision, and what it counts. */
export interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly values: readonly number[];
  readonly digits: number;
  readonly isApproximate: boolean;
  /** Below zero; the values have no sign. */
  readonly isNegative?: boolean;
  /** A fall or loss of it, which may be told with a minus as well. */
  readonly isFall?: boolean;
  /** `at least 5`, `up to 5`. */
  readonly bound?: 'lower' | 'upper' | undefined;
  readonly unit?: Unit | undefined;
  readonly date?: DateParts;
  /** What it is counted by: `a month`. */
  readonly rate?: string;
  /** A decade or century. */
  readonly years?: YearSpan;
  /** One end of `3 to 5`. */
  readonly isRangeEnd?: boolean;
  /** The article in `a week`: one, but nobody needs to state it. */
  readonly isOptional?: boolean;
}

/** More digits than a number has. */
export const MAX_DIGITS = 15;

export const isYearValue = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value <= 2100;
