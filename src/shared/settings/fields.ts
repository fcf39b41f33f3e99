import { z } from 'zod';

import { text } from '../text.ts';

/* Parts of settings. For every limit -1 means no limit and 0 no access. */

const MAX_COUNT = 1_000_000_000;

export const limit = z.number().int().min(-1).max(MAX_COUNT);
export const count = z.number().int().min(0).max(MAX_COUNT);
export const megabytes = z.union([z.literal(-1), z.number().min(0).max(MAX_COUNT)]);
export const modelId = text(200).trim().min(1);

export const byTier = <S extends z.ZodType>(schema: S) =>
  z.strictObject({ free: schema, basic: schema, premium: schema });
