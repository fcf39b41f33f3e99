import { z } from 'zod';

/** Half an hour to a year. */
export const fileTtl = z.strictObject({ chatFiles: z.strictObject({ ttlHours: z.number().min(0.5).max(8760) }) });

/** How long a file that was attached to a chat is kept. */
export type FileTtl = z.output<typeof fileTtl>;

/** The same before an admin changes it. */
export const DEFAULT_FILE_TTL: FileTtl = { chatFiles: { ttlHours: 72 } };
