import type { AuditEvent } from '../kernel/ports.ts';

export interface TimedAuditEvent extends AuditEvent {
  readonly at: number;
}

export interface StoredAuditEvent extends TimedAuditEvent {
  /** Rises with each event. */
  readonly id: string;
  /** Enough of the account's address to know it, and not enough to write to it. */
  readonly maskedEmail: string | null;
}

export interface AuditEventQuery {
  readonly limit: number;
  readonly level?: AuditEvent['level'] | undefined;
  readonly kind?: AuditEvent['kind'] | undefined;
  /** Only events after this id. */
  readonly since?: string | undefined;
  /** Only events before this id. */
  readonly before?: string | undefined;
}

/** The events as they are kept. */
export abstract class AuditLogStore {
  /** Adds them in their order, each with the masked address of its account. */
  abstract add(events: readonly TimedAuditEvent[]): Promise<void>;
  /** Newest first. */
  abstract list(query: AuditEventQuery): Promise<readonly StoredAuditEvent[]>;
  abstract sweep(before: number): Promise<void>;
}

/** What was used on one UTC day of one model. */
export interface DailyModelUsage {
  readonly day: string;
  readonly model: string;
  readonly messages: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicroUsd: number;
  /** Calls whose cost is known. */
  readonly pricedCalls: number;
  readonly errors: number;
  readonly limitHits: number;
}

export interface LimitHits {
  readonly day: string;
  readonly model: string;
  readonly hits: number;
}

/** The ledger added up by day, so that nobody has to walk through it. */
export abstract class DailyUsage {
  /** Whether lines wait to be added up. */
  abstract hasPending(): Promise<boolean>;
  /** Adds up at most `limit` lines that were not yet, each exactly once; answers how many. */
  abstract rollUp(limit: number): Promise<number>;
  abstract addLimitHits(hits: readonly LimitHits[]): Promise<void>;
  /** Days from `from` to `to`, both included, as `YYYY-MM-DD`. */
  abstract getRange(
    from: string,
    to: string,
  ): Promise<{
    readonly models: readonly DailyModelUsage[];
    readonly people: readonly { readonly day: string; readonly people: number }[];
    /** People who were there on any of these days, each counted once. */
    readonly peopleInAll: number;
  }>;
}

/** One thing that this server is connected to. */
export interface HealthCheck {
  /** `database`, `models:groq`, `mail` and so on. */
  readonly need: string;
  readonly label: string;
  readonly adapter: string;
  readonly mode: 'real' | 'sandbox' | 'off';
  /** A real call, as cheap as there is one; answers what may be told of it. Throws what went wrong. */
  check(signal: AbortSignal): Promise<string>;
}

export abstract class HealthChecks {
  abstract all(): readonly HealthCheck[];
}

/** Says of a failure what an operator can do something with, and nothing secret. */
export abstract class ErrorDescriber {
  abstract describe(error: unknown): string;
}
