import { z } from 'zod';

/** The specification's answer to an admin's change without a reason. */
export const REASON_REQUIRED = 'Please provide a reason for this change';

/** At most `max` characters, without NUL (SQLite cuts there). */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain NUL characters');
