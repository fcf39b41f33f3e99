import type { AnalyticsConnection, AnalyticsDeps } from '../adapters/analytics/provider.ts';
import { ANALYTICS } from '../adapters/analytics/providers.ts';
import { selectProvider, type Env } from '../platform/provider-registry.ts';
import type { SelectedProvider } from './adapter-selection.ts';

/** Who counts what people do. */
export type AnalyticsAdapter = SelectedProvider<AnalyticsDeps, AnalyticsConnection>;

/** Reads the variables of analytics; a fault names its variable. */
export const selectAnalyticsAdapter = (
  env: Env,
  sandboxes: boolean,
): { faults: readonly string[]; analytics?: AnalyticsAdapter } => {
  const analytics = selectProvider(ANALYTICS, env, sandboxes);
  return analytics.provider ? { faults: [], analytics } : { faults: analytics.faults };
};
