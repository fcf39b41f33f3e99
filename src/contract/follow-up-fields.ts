import { z } from 'zod';

/**
 * Ours: what the server adds after the answer, on the same stream. `followUps`: a title for an unnamed chat and related
 * questions; `synthesis`: one of the answer's web sources too. Without them a client makes its own calls, as described.
 */
export const followUpFields = { followUps: z.boolean().optional(), synthesis: z.boolean().optional() };
