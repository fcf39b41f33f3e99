import { z } from 'zod';

/** Text without NUL characters (SQLite cuts there), at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain NUL characters');
