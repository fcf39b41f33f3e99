import { z } from 'zod';

/** Half an hour to a year. */
export const fileTtl = z.strictObject({ chatFiles: z.strictObject({ ttlHours: z.number().min(0.5).max(8760) }) });

/** How long files of chats are stored. */
export type FileTtl = z.output<typeof fileTtl>;

export const DEFAULT_FILE_TTL: FileTtl = { chatFiles: { ttlHours: 72 } };
