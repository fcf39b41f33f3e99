import { quantitiesAgree } from './quantities-agree.ts';
import type { Quantity } from './quantity.ts';

const isYear = ({ values, unit, date }: Quantity): boolean =>
  unit === undefined && (date?.year ?? values[0] ?? 0) >= 1000 && (date?.year ?? values[0] ?? 0) <= 2100;

const yearOf = ({ values, date }: Quantity): number => date?.year ?? values[0] ?? 0;

const isPercent = ({ unit }: Quantity): boolean => unit?.dimension === 'percent';
const YEAR_SECONDS = 365.25 * 24 * 3600;

/** `five years before`: two years of the source are so far apart. */
const isSpanOfYears = (claim: Quantity, stated: readonly Quantity[]): boolean => {
  if (claim.unit?.dimension !== 'time' || claim.unit.factor !== YEAR_SECONDS) return false;
  const years = stated.filter(isYear).map(yearOf);
  return claim.values.some((value) => years.some((one) => years.some((other) => one - other === value)));
};

const isSameUnit = (a: Quantity, b: Quantity): boolean => a.unit?.dimension === b.unit?.dimension && !a.date && !b.date;

/** A share of one number is another: `half of the 184`, where there are 92 in each group. */
const isShare = (claim: Quantity, others: readonly Quantity[], stated: readonly Quantity[]): boolean =>
  isPercent(claim) &&
  stated.some((whole) => {
    const isNamed = others.some((each) => each !== claim && !isPercent(each) && quantitiesAgree(each, whole));
    const part = whole.values.map((value) => (value * (claim.values[0] ?? 0)) / 100);
    return (
      isNamed &&
      stated.some(
        (each) => each !== whole && isSameUnit(each, whole) && quantitiesAgree({ ...whole, values: part }, each),
      )
    );
  });

/** Half of a price, or a price less what it rose by, if the source says both. */
const isResult = (claim: Quantity, others: readonly Quantity[], stated: readonly Quantity[]): boolean =>
  claim.unit !== undefined &&
  claim.isRangeEnd !== true &&
  !isPercent(claim) &&
  stated.some((base) => {
    if (!isSameUnit(base, claim)) return false;
    const isClaimed = others.some((each) => each !== claim && quantitiesAgree(each, base));
    return stated.some((by) => {
      if (by === base) return false;
      const results = isPercent(by)
        ? others.some((each) => each !== claim && quantitiesAgree(each, by))
          ? base.values.map((value) => (value * (by.values[0] ?? 0)) / 100)
          : []
        : isClaimed && isSameUnit(by, base)
          ? base.values.flatMap((value) => [value - (by.values[0] ?? 0), value + (by.values[0] ?? 0)])
          : [];
      return results.some((value) => quantitiesAgree(claim, { ...base, values: [value] }));
    });
  });

/** Whether a number that a passage does not state follows from those that it does. */
export const isDerivable = (claim: Quantity, others: readonly Quantity[], stated: readonly Quantity[]): boolean =>
  isSpanOfYears(claim, stated) || isShare(claim, others, stated) || isResult(claim, others, stated);
