import { withoutHalves } from './clock.ts';
import { datesAgree } from './dates.ts';
import { isWithin } from './periods.ts';
import { isYearValue, MAX_DIGITS, type Quantity } from './quantity.ts';
import type { Unit } from './units.ts';

/** Years compare exactly. */
const isWithinPrecision = (claim: Quantity, claimed: number, stated: number): boolean => {
  if (claimed === 0 || stated === 0 || isYearValue(claimed)) return false;
  if (claim.isApproximate && Math.abs(claimed - stated) <= 0.04 * Math.max(claimed, stated)) return true;
  if (!claim.isApproximate && claim.digits < 2) return false;
  return stated > 10 && Number(stated.toPrecision(Math.min(claim.digits, MAX_DIGITS))) === claimed;
};

const UNIT_TOLERANCE = 0.004;

const valuesAgree = (claim: Quantity, source: Quantity): boolean => {
  const scale = claim.unit && source.unit ? source.unit.factor / claim.unit.factor : 1;
  const valuesOf = ({ unit, values }: Quantity, other: Quantity): readonly number[] =>
    unit?.dimension === 'clock' && !other.unit ? withoutHalves(values) : values;
  return valuesOf(claim, source).some((claimed) =>
    valuesOf(source, claim).some((value) => {
      const stated = value * scale;
      const isEqual = Math.abs(claimed - stated) <= (scale === 1 ? 1e-9 : UNIT_TOLERANCE) * Math.abs(claimed);
      return isEqual || isWithinPrecision(claim, claimed, stated);
    }),
  );
};

/** Whether what is counted can be the same: unknown units fit any, except that percent is only percent. */
const unitsFit = (a: Unit | undefined, b: Unit | undefined): boolean => {
  if (a && b) return a.dimension === b.dimension;
  return !STRICT.has(a?.dimension ?? b?.dimension ?? '');
};

const STRICT = new Set(['percent', 'points', 'ordinal', 'times']);

/** Of a difference a minus and a word say the same, of a temperature they do not. */
const signsAgree = (a: Quantity, b: Quantity): boolean => {
  if ((a.isNegative === true) === (b.isNegative === true)) return true;
  const unsigned = a.isNegative === true ? b : a;
  return unsigned.isFall === true && !TEMPERATURES.has(unsigned.unit?.dimension ?? a.unit?.dimension ?? '');
};

const TEMPERATURES = new Set(['temperature', 'fahrenheit']);

/** A year of the source is of the decade or century of the claim, and not the other way round. */
const yearsAgree = (claim: Quantity, source: Quantity): boolean => {
  if (!claim.years || (claim.isNegative === true) !== (source.isNegative === true)) return false;
  const [first, last] = claim.years;
  if (source.years) return source.years[0] >= first && source.years[1] <= last;
  const year = source.date?.year ?? (source.unit ? undefined : source.values.find(isYearValue));
  return year !== undefined && isWithin(claim.years, year);
};

/** What only one of them says may be so. */
const differ = (a: string | undefined, b: string | undefined): boolean => a !== undefined && b !== undefined && a !== b;

const measuresAgree = (claim: Quantity, source: Quantity): boolean => {
  if (differ(claim.bound, source.bound) || differ(claim.rate, source.rate)) return false;
  return signsAgree(claim, source) && unitsFit(claim.unit, source.unit) && valuesAgree(claim, source);
};

/** Equal, or equal within the precision of the claim, of the same kind. */
export const quantitiesAgree = (claim: Quantity, source: Quantity): boolean => {
  if (claim.years || source.years) return yearsAgree(claim, source);
  if (claim.date) return source.date !== undefined && datesAgree(claim.date, source.date);
  if (source.date) return claim.unit === undefined && valuesAgree(claim, source);
  return measuresAgree(claim, source);
};
