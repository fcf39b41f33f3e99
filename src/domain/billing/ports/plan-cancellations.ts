import type { PlanCancellationAction } from '../../../shared/plan-cancellations.ts';
import type { Tier } from '../../../shared/tiers.ts';

/** What is to happen to the subscriptions of an account that is suspended or deleted, and how far that got. */
export interface PlanCancellation {
  readonly uid: string;
  readonly action: PlanCancellationAction;
  /** Renewals that it ended, with the lower plan that was asked for: a lifted suspension takes them up again. */
  readonly renewals: readonly { readonly id: string; readonly nextTier: Tier | null }[];
  readonly askedAt: number;
  /** When the provider had confirmed all of it; null: not yet. */
  readonly doneAt: number | null;
  /** When it is tried next; null once it is done. */
  readonly dueAt: number | null;
  /** Until then nobody else tries it. */
  readonly leasedUntil: number;
  /** How often it failed since it was asked for. */
  readonly failures: number;
  /** The number of changes, for optimistic locking. */
  readonly revision: number;
}

/** One for each account. Outlives it. */
export abstract class PlanCancellations {
  abstract find(uid: string): Promise<PlanCancellation | undefined>;
  /** In place of an earlier one, of which renewals, lease and revision go on. Call it in a transaction. */
  abstract ask(uid: string, action: PlanCancellationAction, now: number): Promise<void>;
  /** False, and nothing stored, when the stored revision is not the one before. */
  abstract save(cancellation: PlanCancellation): Promise<boolean>;
  /** Unless it was changed since. */
  abstract remove(cancellation: Pick<PlanCancellation, 'uid' | 'revision'>): Promise<void>;
  /** Uids, those due for longest first. */
  abstract listDue(now: number, limit: number): Promise<readonly string[]>;
  /** Those that failed and are not done. `since`: when the oldest was asked for. */
  abstract countFailing(): Promise<{ readonly count: number; readonly since: number | null }>;
}
