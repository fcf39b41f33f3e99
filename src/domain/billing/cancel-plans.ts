import type { PlanChoice, PlanCancellationAction } from '../../shared/plan-cancellations.ts';
import { backoffMs } from '../kernel/backoff.ts';
import type { Clock, ServerEventLog } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import { PaidPlans } from '../user-admin/ports.ts';
import type { Subscriptions } from './ports.ts';
import type { PlanCancellation, PlanCancellations } from './ports/plan-cancellations.ts';
import { CancellationChanged, type CancelSubscriptions } from './cancel-subscriptions.ts';
import { isOpen, type Subscription } from './subscription.ts';

const INTERVAL_MS = 60_000;
const BATCH = 50;
/** Longer than the calls for one account take. */
const LEASE_MS = 5 * 60_000;
const BACKOFF = { baseMs: 60_000, maxMs: 60 * 60_000 };
const WHAT = 'ending or resuming a subscription';

export interface CancelPlansDeps {
  readonly cancellations: PlanCancellations;
  readonly subscriptions: Subscriptions;
  readonly provider: CancelSubscriptions;
  readonly events: ServerEventLog;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/** Charges somebody in spite of what was asked for. */
const CHARGES: Readonly<Record<PlanCancellationAction, (subscription: Subscription) => boolean>> = {
  'period-end': (one) => isOpen(one) && !one.cancelAtPeriodEnd,
  now: isOpen,
  delete: isOpen,
  keep: () => false,
  restore: () => false,
};

/**
 * Ends or resumes the subscriptions of accounts that are suspended, let in again or deleted. What is asked for is
 * stored with the change of the account, tried at once, and tried again until the payment provider has confirmed it: by
 * one process at a time, after a minute, then ever more seldom up to an hour.
 */
export class CancelPlans extends PaidPlans {
  constructor(private readonly deps: CancelPlansDeps) {
    super();
  }

  cancel(uid: string, choice: PlanChoice | 'delete'): Promise<void> {
    return this.deps.cancellations.ask(uid, choice, this.deps.clock.now());
  }

  async restore(uid: string): Promise<void> {
    const { cancellations, clock } = this.deps;
    if (await cancellations.find(uid)) await cancellations.ask(uid, 'restore', clock.now());
  }

  async carryOut(uid: string): Promise<void> {
    const leased = await this.lease(uid);
    if (leased) await this.attempt(leased);
  }

  /** A subscription may have been bought, or resumed on the provider's page, while its account is shut out. */
  async recheck(uid: string): Promise<void> {
    const { cancellations, subscriptions, clock } = this.deps;
    const cancellation = await cancellations.find(uid);
    if (!cancellation || cancellation.doneAt === null) return;
    if (!(await subscriptions.listByUser(uid)).some(CHARGES[cancellation.action])) return;
    await cancellations.save({
      ...cancellation,
      doneAt: null,
      dueAt: clock.now(),
      revision: cancellation.revision + 1,
    });
  }

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    return runEvery(INTERVAL_MS, WHAT, this.deps, signal, () => this.sweep(signal));
  }

  async sweep(signal: AbortSignal): Promise<void> {
    const { cancellations, clock } = this.deps;
    for (const uid of await cancellations.listDue(clock.now(), BATCH)) if (!signal.aborted) await this.carryOut(uid);
  }

  private async lease(uid: string): Promise<PlanCancellation | undefined> {
    const { cancellations, clock } = this.deps;
    const now = clock.now();
    const cancellation = await cancellations.find(uid);
    if (!cancellation || cancellation.leasedUntil > now) return undefined;
    if (cancellation.dueAt === null || cancellation.dueAt > now) return undefined;
    const leased = { ...cancellation, leasedUntil: now + LEASE_MS, revision: cancellation.revision + 1 };
    return (await cancellations.save(leased)) ? leased : undefined;
  }

  private async attempt(leased: PlanCancellation): Promise<void> {
    const { provider, clock } = this.deps;
    try {
      const done = await provider.execute(leased);
      await this.release(done, { doneAt: clock.now(), dueAt: null, failures: 0 });
    } catch (error) {
      if (!(error instanceof CancellationChanged)) this.report(leased, error);
      const failures = leased.failures + 1;
      await this.release(leased, { dueAt: clock.now() + backoffMs(BACKOFF, failures), failures });
    }
  }

  /** What was asked for meanwhile is due at once. */
  private async release(carriedOut: PlanCancellation, outcome: Partial<PlanCancellation>): Promise<void> {
    const { cancellations } = this.deps;
    const stored = await cancellations.find(carriedOut.uid);
    if (!stored) return;
    const isCurrent = stored.action === carriedOut.action && stored.askedAt === carriedOut.askedAt;
    const isOver = carriedOut.action === 'delete' || carriedOut.action === 'restore';
    if (isCurrent && isOver && outcome.dueAt === null) return cancellations.remove(stored);
    const next = { ...stored, ...(isCurrent ? outcome : {}), leasedUntil: 0, revision: stored.revision + 1 };
    await cancellations.save(next);
  }

  /** Admins are told of the first failure; the health checks show it as long as it lasts. */
  private report({ uid, action, failures }: PlanCancellation, error: unknown): void {
    this.deps.failed(`${WHAT} of ${uid}`, error);
    if (failures > 0) return;
    const detail = 'The payment provider did not end or resume a subscription; it is tried again until it does';
    // The data of a deleted account goes meanwhile: no event may name it afterwards.
    this.deps.events.add({ kind: 'provider error', level: 'error', uid: action === 'delete' ? null : uid, detail });
  }
}
