import type { ProviderRegistry } from '../../platform/provider-registry.ts';
import { logAnalytics } from './log.ts';
import { noAnalytics } from './none.ts';
import { postHog } from './posthog.ts';
import type { AnalyticsConnection, AnalyticsDeps } from './provider.ts';

/** Analytics providers. None is active unless configured. */
export const ANALYTICS: ProviderRegistry<AnalyticsDeps, AnalyticsConnection> = {
  variable: 'ANALYTICS',
  providers: [postHog, logAnalytics],
  fallback: noAnalytics,
  productionFallback: noAnalytics,
};
