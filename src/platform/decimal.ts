import { z } from 'zod';

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** A number of the environment, as people write it: neither `0x10` nor `1e3`, and a blank is not 0. */
export const decimal = (number: z.ZodNumber) =>
  z.string().trim().regex(DECIMAL, 'must be a number').transform(Number).pipe(number);
