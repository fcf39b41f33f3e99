import { z } from 'zod';

export const SECOND_FACTOR_AUDIENCES = ['nobody', 'admins', 'everybody'] as const;

export const secondFactor = z.strictObject({
  requiredOf: z
    .enum(SECOND_FACTOR_AUDIENCES)
    .describe('Who must have a second factor; who lacks one may only set it up'),
});

/** Who must have a second factor. */
export type SecondFactorConfig = z.output<typeof secondFactor>;

export const DEFAULT_SECOND_FACTOR: SecondFactorConfig = { requiredOf: 'nobody' };
