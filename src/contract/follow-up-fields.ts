import { z } from 'zod';

/** Follow-ups on the same stream after the answer. Clients without them use the separate calls. */
export const followUpFields = {
  followUps: z.boolean().optional().describe('A title for an unnamed chat and related questions follow the answer'),
  synthesis: z.boolean().optional().describe('A synthesis of the web sources follows the answer'),
};
