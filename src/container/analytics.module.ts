import { ContainerModule } from 'inversify';

import { CallCounter } from '../adapters/http/analytics.ts';
import { Analytics, Clock, Secrets } from '../domain/kernel/ports.ts';
import { Parts } from './parts.ts';

/** The chosen one, with the end that only the process needs. */
export abstract class ConnectedAnalytics extends Analytics {
  abstract close(): Promise<void>;
}

export const analyticsModule = new ContainerModule(({ bind }) => {
  bind(ConnectedAnalytics).toResolvedValue(
    ({ analytics, logs }, clock) => analytics.connect({ clock, log: (line) => logs.info(line) }),
    [Parts, Clock],
  );
  bind(Analytics).toService(ConnectedAnalytics);
  bind(CallCounter).toResolvedValue((analytics, secrets) => new CallCounter(analytics, secrets), [Analytics, Secrets]);
});
