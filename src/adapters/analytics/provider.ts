import type { Analytics, Clock } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface AnalyticsDeps {
  readonly clock: Clock;
  /** Writes a line for operators. */
  readonly log: (line: string) => void;
}

export interface AnalyticsConnection extends Analytics {
  /** Sends what is left, within a moment. Nothing is taken after it. */
  close(): Promise<void>;
}

export const analyticsProvider = defineProvider<AnalyticsDeps, AnalyticsConnection>();
