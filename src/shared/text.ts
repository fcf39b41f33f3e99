import { z } from 'zod';

/** At most `max` characters, without NUL (SQLite cuts there). */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain NUL characters');
