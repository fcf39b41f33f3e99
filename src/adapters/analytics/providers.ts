import type { Choice } from '../../provider.ts';
import { logAnalytics } from './log.ts';
import { noAnalytics } from './none.ts';
import { postHog } from './posthog.ts';
import type { AnalyticsConnection, AnalyticsTools } from './provider.ts';

/** Who counts what people do. Nobody, until somebody is named. */
export const ANALYTICS: Choice<AnalyticsTools, AnalyticsConnection> = {
  variable: 'ANALYTICS',
  real: [postHog, logAnalytics],
  fallback: noAnalytics,
  withoutSandbox: noAnalytics,
};
