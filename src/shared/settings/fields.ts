import { z } from 'zod';

import { text } from '../text.ts';

/* Parts of settings. For every limit -1 means no limit and 0 no access. */

/** The numbers that a field takes; without a step any between the ends. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step?: number;
}

const MAX_COUNT = 1_000_000_000;

export const COUNT_RANGE: NumberRange = { min: 0, max: MAX_COUNT, step: 1 };
export const MEGABYTE_RANGE: NumberRange = { min: 0, max: MAX_COUNT };

export const numberIn = ({ min, max, step }: NumberRange) => {
  const between = z.number().min(min).max(max);
  if (step === undefined) return between;
  return step === 1 ? between.int() : between.multipleOf(step);
};

export const limit = numberIn({ ...COUNT_RANGE, min: -1 });
export const count = numberIn(COUNT_RANGE);
export const megabytes = z.union([z.literal(-1), numberIn(MEGABYTE_RANGE)]);
export const modelId = text(200).trim().min(1);

export const byTier = <S extends z.ZodType>(schema: S) =>
  z.strictObject({ free: schema, basic: schema, premium: schema });
