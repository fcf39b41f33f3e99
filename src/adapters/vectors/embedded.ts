import { z } from 'zod';

import { vectorProvider } from './provider.ts';

/** The product's own database: nothing else to run, exact, quick up to some 50 000 passages of one search. */
export const embedded = vectorProvider({
  id: 'embedded',
  label: 'in the database',
  settings: z.object({}),
  connect: (_, deps) => deps.embedded,
});
