import { z } from 'zod';

import { analyticsProvider } from './provider.ts';

/** Nothing is counted anywhere. */
export const noAnalytics = analyticsProvider({
  id: 'none',
  label: 'none',
  settings: z.object({}),
  connect: () => ({ listens: false, tell: () => undefined, close: () => Promise.resolve() }),
});
