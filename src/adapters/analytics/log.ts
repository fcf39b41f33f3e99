import { z } from 'zod';

import { analyticsProvider } from './provider.ts';

/** Writes each event as a line of the server's log. */
export const logAnalytics = analyticsProvider({
  id: 'log',
  label: 'log',
  settings: z.object({}),
  connect: (_set, { log }) => ({
    isEnabled: true,
    track: ({ name, ...facts }, person) => log(`analytics ${name} ${JSON.stringify({ ...facts, person })}`),
    close: () => Promise.resolve(),
  }),
});
