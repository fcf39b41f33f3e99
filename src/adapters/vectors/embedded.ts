import { z } from 'zod';

import { vectorProvider } from './provider.ts';

/** Vectors in the product's own database: no service, exact, fast up to about 50 000 passages per search. */
export const embedded = vectorProvider({
  id: 'embedded',
  label: 'in the database',
  settings: z.object({}),
  connect: (_, deps) => deps.embedded,
});
