import { z } from 'zod';

/**
 * Ours: follow-ups on the same stream after the answer. `followUps`: a title for an unnamed chat and related questions;
 * `synthesis`: also a synthesis of the web sources. Clients without them use the separate calls.
 */
export const followUpFields = { followUps: z.boolean().optional(), synthesis: z.boolean().optional() };
