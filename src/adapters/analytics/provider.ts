import type { Analytics, Clock } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface AnalyticsDeps {
  readonly clock: Clock;
  /** Writes a log line for operators. */
  readonly log: (line: string) => void;
}

export interface AnalyticsConnection extends Analytics {
  /** Flushes what is left, within a moment; nothing is accepted afterwards. */
  close(): Promise<void>;
}

export const analyticsProvider = defineProvider<AnalyticsDeps, AnalyticsConnection>();
