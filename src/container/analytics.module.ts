import { ContainerModule } from 'inversify';

import { AnalyticsMiddleware } from '../adapters/http/analytics-middleware.ts';
import { Analytics, Clock, Secrets } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';

/** The chosen one, with the end that only the process needs. */
export abstract class ConnectedAnalytics extends Analytics {
  abstract close(): Promise<void>;
}

export const analyticsModule = new ContainerModule(({ bind }) => {
  bind(ConnectedAnalytics).toResolvedValue(
    ({ analytics, logs }, clock) => analytics.connect({ clock, log: (line) => logs.info(line) }),
    [AppContext, Clock],
  );
  bind(Analytics).toService(ConnectedAnalytics);
  bind(AnalyticsMiddleware).toResolvedValue(
    (analytics, secrets) => new AnalyticsMiddleware(analytics, secrets),
    [Analytics, Secrets],
  );
});
