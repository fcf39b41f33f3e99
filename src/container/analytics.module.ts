import { AnalyticsMiddleware } from '../adapters/http/analytics-middleware.ts';
import { Analytics, Clock, Secrets } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';
import { defineModule } from './define-module.ts';

/** The chosen one, with the end that only the process needs. */
export abstract class ConnectedAnalytics extends Analytics {
  abstract close(): Promise<void>;
}

export const analyticsModule = defineModule(({ bind, bindClass }) => {
  bind(ConnectedAnalytics).toResolvedValue(
    ({ analytics, logs }, clock) => analytics.connect({ clock, log: (line) => logs.info(line) }),
    [AppContext, Clock],
  );
  bind(Analytics).toService(ConnectedAnalytics);
  bindClass(AnalyticsMiddleware, Analytics, Secrets);
});
