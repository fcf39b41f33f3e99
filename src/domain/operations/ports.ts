import type { Tier } from '../../shared/tiers.ts';
import type { ServerEvent } from '../kernel/ports.ts';

export interface TimedServerEvent extends ServerEvent {
  readonly at: number;
}

export interface StoredServerEvent extends TimedServerEvent {
  /** Increasing. */
  readonly id: string;
  readonly maskedEmail: string | null;
}

export interface ServerEventQuery {
  readonly limit: number;
  readonly level?: ServerEvent['level'] | undefined;
  readonly kind?: ServerEvent['kind'] | undefined;
  /** Part of the detail, case-insensitive. */
  readonly text?: string | undefined;
  /** Part of the address, name or id of the account, case-insensitive. */
  readonly person?: string | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

export abstract class ServerEventStore {
  /** Stores them in order, each with the masked email of its account. */
  abstract add(events: readonly TimedServerEvent[]): Promise<void>;
  /** Newest first. */
  abstract list(query: ServerEventQuery): Promise<readonly StoredServerEvent[]>;
  abstract sweep(before: number): Promise<void>;
}

/** The usage of one model on one UTC day. */
export interface DailyModelUsage {
  readonly day: string;
  readonly model: string;
  readonly messages: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** About how many of the input tokens are text of files. */
  readonly fileTokens: number;
  readonly costMicroUsd: number;
  /** With known cost. */
  readonly pricedCalls: number;
  readonly errors: number;
  readonly limitHits: number;
}

export interface LimitHits {
  readonly day: string;
  readonly model: string;
  readonly hits: number;
}

/** Daily sums of the ledger. */
export abstract class DailyUsage {
  /** Whether there are unprocessed ledger lines. */
  abstract hasPending(): Promise<boolean>;
  /** Processes at most `limit` lines, each exactly once; returns how many. */
  abstract rollUp(limit: number): Promise<number>;
  abstract addLimitHits(hits: readonly LimitHits[]): Promise<void>;
  /** From `from` to `to` inclusive, as `YYYY-MM-DD`. */
  abstract getRange(
    from: string,
    to: string,
  ): Promise<{
    readonly models: readonly DailyModelUsage[];
    readonly people: readonly { readonly day: string; readonly people: number }[];
    /** Unique people over all days. */
    readonly peopleInAll: number;
  }>;
  /** Unique people from `from` to `to` inclusive, by the plan that they have now. */
  abstract countPeople(from: string, to: string): Promise<PeopleCount>;
  /**
   * Removes at most `limit` lines of the ledger that are in the sums and from days before that of `before`; also who
   * was active on such a day. The sums stay. Returns how many went; 0: none is left.
   */
  abstract removeBefore(before: number, limit: number): Promise<number>;
}

/** Records that are stored for some time only. */
export interface ExpiringRecords {
  /** Removes at most `limit` of those from before a time; returns how many, 0 when none is left. */
  removeBefore(before: number, limit: number): Promise<number>;
}

export interface PeopleCount {
  readonly all: number;
  /** Of accounts that still exist. */
  readonly byTier: Readonly<Record<Tier, number>>;
}

/** What this installation has, in numbers. */
export abstract class InstallationTotals {
  /** Accounts that were made from `from` until before `to`. */
  abstract countNewAccounts(from: number, to: number): Promise<number>;
  /** Files of all accounts. */
  abstract storage(): Promise<{ readonly files: number; readonly bytes: number }>;
}

export interface WeekOfUsage {
  readonly people: PeopleCount;
  readonly newAccounts: number;
  readonly messages: number;
  readonly tokens: number;
  /** Of calls with a known price; null when there are none. */
  readonly costUsd: number | null;
  readonly errors: number;
  readonly limitHits: number;
}

/** What admins are mailed: numbers, and no text of a chat. */
export interface UsageReport {
  /** The first and the last of its seven UTC days. */
  readonly from: string;
  readonly to: string;
  readonly week: WeekOfUsage;
  /** The seven days before. */
  readonly before: WeekOfUsage;
  /** Busiest first, some of them. */
  readonly models: readonly (Pick<WeekOfUsage, 'messages' | 'tokens' | 'costUsd'> & { readonly model: string })[];
  readonly storage: { readonly files: number; readonly bytes: number };
  /** Files that cannot be prepared for search. */
  readonly failingFiles: number;
  /** The newest; null: none was made. */
  readonly backup: { readonly at: number; readonly isFailed: boolean } | null;
  /** People who wait for an admin to approve their account. */
  readonly waitingRequests: number;
}

export abstract class UsageReports {
  /** Of the seven days before today. */
  abstract build(): Promise<UsageReport>;
}

/** A connection of this server. */
export interface HealthCheck {
  /** `database`, `models:groq`, `mail` and so on. */
  readonly need: string;
  readonly label: string;
  readonly adapter: string;
  readonly mode: 'real' | 'sandbox' | 'off';
  /** It asks this server itself, so it is run whenever the list is shown. */
  readonly isLocal?: boolean;
  /** Makes a cheap real call; returns a detail for display. Throws on failure. */
  check(signal: AbortSignal): Promise<string>;
}

/** While the operator works on the server, only admins change anything. */
export abstract class Maintenance {
  /** Throws `UnderMaintenance`. */
  abstract requireOff(): Promise<void>;
}

export abstract class HealthChecks {
  abstract all(): readonly HealthCheck[];
}

export interface ResealResult {
  readonly resealed: number;
  /** Sealed with neither the current nor the previous secret. */
  readonly unreadable: number;
}

/** Every stored value that a `SecretBox` sealed. */
export abstract class SealedValues {
  /** Seals what the previous secret sealed with the current one; stops early when `signal` aborts. */
  abstract resealAll(signal: AbortSignal): Promise<ResealResult>;
}

/** Describes an error for operators, without secrets. */
/** What an engine leaves of deleted data in its files. */
export abstract class DeletedData {
  /** In the log beside the database. */
  abstract truncateLog(): Promise<void>;
  /** In the full-text indexes: rewritten a bounded piece with each step. */
  abstract purgeIndexes(): AsyncIterable<void>;
}

export abstract class ErrorDescriber {
  abstract describe(error: unknown): string;
}
