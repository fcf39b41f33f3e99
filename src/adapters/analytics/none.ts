import { z } from 'zod';

import { analyticsProvider } from './provider.ts';

/** Discards all events. */
export const noAnalytics = analyticsProvider({
  id: 'none',
  label: 'none',
  settings: z.object({}),
  connect: () => ({ isEnabled: false, track: () => undefined, close: () => Promise.resolve() }),
});
