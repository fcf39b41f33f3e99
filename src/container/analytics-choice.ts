import type { AnalyticsConnection, AnalyticsTools } from '../adapters/analytics/provider.ts';
import { ANALYTICS } from '../adapters/analytics/providers.ts';
import { choose, type Env } from '../provider.ts';
import type { Ready } from './sign-in-choice.ts';

/** Who counts what people do. */
export type AnalyticsChoice = Ready<AnalyticsTools, AnalyticsConnection>;

/** Reads the variables of analytics; a fault names its variable. */
export const chooseAnalytics = (
  env: Env,
  sandboxes: boolean,
): { faults: readonly string[]; analytics?: AnalyticsChoice } => {
  const analytics = choose(ANALYTICS, env, sandboxes);
  return analytics.provider ? { faults: [], analytics } : { faults: analytics.faults };
};
