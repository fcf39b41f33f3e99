import { Analytics, type Clock } from '../../domain/kernel/ports.ts';
import { defineProvider } from '../../platform/provider-registry.ts';

export interface AnalyticsDeps {
  readonly clock: Clock;
  /** Writes a log line for operators. */
  readonly log: (line: string) => void;
}

/** Who counts, with the end that only the process needs. */
export abstract class AnalyticsConnection extends Analytics {
  /** Flushes what is left, within a moment; nothing is accepted afterwards. */
  abstract close(): Promise<void>;
}

export const analyticsProvider = defineProvider<AnalyticsDeps, AnalyticsConnection>();
