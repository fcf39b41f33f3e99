import type { ProviderCall } from '../chat/ports.ts';
import type { Tier } from '../kernel/tier.ts';
import type { Limits } from './limits.ts';

/** The limits as they stand now. A change acts within two seconds in every process. */
export abstract class LimitSettings {
  abstract current(): Promise<Limits>;
  /** Replaces what is given and keeps the rest. */
  abstract change(limits: Partial<Limits>): Promise<void>;
}

/** What an admin set for one person; null where the tier's own limit holds. */
export interface CustomLimits {
  readonly uid: string;
  readonly dailyMessages: number | null;
  readonly moonshotDaily: number | null;
  /** The admin's uid. */
  readonly setBy: string;
  readonly setAt: number;
  readonly reason: string;
}

/** Exceptions from the tiers' limits. A change acts within two seconds in every process. */
export abstract class UserLimits {
  abstract find(uid: string): Promise<CustomLimits | undefined>;
  /** Replaces what was set for that person before. */
  abstract set(limits: CustomLimits): Promise<void>;
  abstract remove(uid: string): Promise<void>;
}

export type LimitRule = 'daily' | 'model' | 'lifetime' | 'no-access';

export interface LimitHit {
  readonly uid: string;
  readonly tier: Tier;
  readonly rule: LimitRule;
  readonly model: string;
  readonly limit: number;
}

/** Tells operators who was refused. */
export abstract class LimitLog {
  abstract hit(hit: LimitHit): void;
}

/** One line of the ledger. */
export interface LedgerEntry extends ProviderCall {
  readonly id: string;
  /** Null when it is not known which provider served the model. */
  readonly provider: string | null;
  /** In millionths of a US dollar; null when the model's price is not configured. */
  readonly costMicroUsd: number | null;
  readonly at: number;
}

/** Where the ledger lies. Lines are only ever added. */
export abstract class LedgerStore {
  /** One statement, in the transaction of the caller if there is one. */
  abstract add(entries: readonly LedgerEntry[]): Promise<void>;
  /** One owner's lines since a moment, oldest first. */
  abstract ofOwner(owner: string, since: number): Promise<readonly LedgerEntry[]>;
}
