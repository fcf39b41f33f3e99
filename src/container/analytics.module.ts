import { AnalyticsConnection } from '../adapters/analytics/provider.ts';
import { AnalyticsMiddleware } from '../adapters/http/analytics-middleware.ts';
import { Analytics, Clock, Secrets } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';
import { defineModule } from './define-module.ts';

export const analyticsModule = defineModule(({ bind, bindClass }) => {
  bind(AnalyticsConnection).toResolvedValue(
    ({ adapters, logs }, clock) => adapters.analytics.connect({ clock, log: (line) => logs.info(line) }),
    [AppContext, Clock],
  );
  bind(Analytics).toService(AnalyticsConnection);
  bindClass(AnalyticsMiddleware, Analytics, Secrets);
});
