import { z } from 'zod';

import { numberIn, type NumberRange } from './fields.ts';

/** Half an hour to a year. */
export const TTL_HOURS_RANGE: NumberRange = { min: 0.5, max: 8760, step: 0.5 };

const ttlOf = <S extends z.ZodType>(ttlHours: S) => z.strictObject({ chatFiles: z.strictObject({ ttlHours }) });

/** Rounds what was stored before steps were required. */
export const fileTtl = ttlOf(
  z
    .number()
    .min(0.5)
    .max(8760)
    .transform((hours) => Math.round(hours * 2) / 2),
);
/** As admins save it. */
export const visibleFileTtl = ttlOf(numberIn(TTL_HOURS_RANGE));

/** How long files of chats are stored. */
export type FileTtl = z.output<typeof fileTtl>;

export const DEFAULT_FILE_TTL: FileTtl = { chatFiles: { ttlHours: 72 } };
