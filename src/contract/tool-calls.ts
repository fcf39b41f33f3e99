import { z } from 'zod';

import { route } from './route.ts';

/** Neither arguments nor results. In a spreadsheet no cell is a formula. */
export const exportToolCalls = route({
  method: 'get',
  path: '/api/admin/tool-calls/export',
  summary: 'The ledger of tool calls as a CSV file, oldest first',
  access: 'admin',
  freshProof: true,
  audit: ['tool-calls.export'],
  query: z.strictObject({
    days: z.coerce.number().int().min(1).max(3660).default(30).describe('So many days back from now'),
  }),
  reply: z.string(),
});
