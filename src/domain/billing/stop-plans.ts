import type { PlanChoice, PlanStopAction } from '../../shared/plan-stops.ts';
import { backoffMs } from '../kernel/backoff.ts';
import type { Clock, ServerEventLog } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import { PaidPlans } from '../user-admin/ports.ts';
import type { Subscriptions } from './ports.ts';
import type { PlanStop, PlanStops } from './ports/plan-stops.ts';
import { StopChanged, type StopSubscriptions } from './stop-subscriptions.ts';
import { isOpen, type Subscription } from './subscription.ts';

const INTERVAL_MS = 60_000;
const BATCH = 50;
/** Longer than the calls for one account take. */
const LEASE_MS = 5 * 60_000;
const BACKOFF = { baseMs: 60_000, maxMs: 60 * 60_000 };
const WHAT = 'ending or resuming a subscription';

export interface StopPlansDeps {
  readonly stops: PlanStops;
  readonly subscriptions: Subscriptions;
  readonly provider: StopSubscriptions;
  readonly events: ServerEventLog;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/** Charges somebody in spite of what was asked for. */
const CHARGES: Readonly<Record<PlanStopAction, (subscription: Subscription) => boolean>> = {
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
export class StopPlans extends PaidPlans {
  constructor(private readonly deps: StopPlansDeps) {
    super();
  }

  stop(uid: string, choice: PlanChoice | 'delete'): Promise<void> {
    return this.deps.stops.ask(uid, choice, this.deps.clock.now());
  }

  async restore(uid: string): Promise<void> {
    const { stops, clock } = this.deps;
    if (await stops.find(uid)) await stops.ask(uid, 'restore', clock.now());
  }

  async carryOut(uid: string): Promise<void> {
    const leased = await this.lease(uid);
    if (leased) await this.attempt(leased);
  }

  /** A subscription may have been bought, or resumed on the provider's page, while its account is shut out. */
  async recheck(uid: string): Promise<void> {
    const { stops, subscriptions, clock } = this.deps;
    const stop = await stops.find(uid);
    if (!stop || stop.doneAt === null) return;
    if (!(await subscriptions.listByUser(uid)).some(CHARGES[stop.action])) return;
    await stops.save({ ...stop, doneAt: null, dueAt: clock.now(), revision: stop.revision + 1 });
  }

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    return runEvery(INTERVAL_MS, WHAT, this.deps, signal, () => this.sweep(signal));
  }

  async sweep(signal: AbortSignal): Promise<void> {
    const { stops, clock } = this.deps;
    for (const uid of await stops.listDue(clock.now(), BATCH)) if (!signal.aborted) await this.carryOut(uid);
  }

  private async lease(uid: string): Promise<PlanStop | undefined> {
    const { stops, clock } = this.deps;
    const now = clock.now();
    const stop = await stops.find(uid);
    if (!stop || stop.dueAt === null || stop.dueAt > now || stop.leasedUntil > now) return undefined;
    const leased = { ...stop, leasedUntil: now + LEASE_MS, revision: stop.revision + 1 };
    return (await stops.save(leased)) ? leased : undefined;
  }

  private async attempt(leased: PlanStop): Promise<void> {
    const { provider, clock } = this.deps;
    try {
      const done = await provider.execute(leased);
      await this.release(done, { doneAt: clock.now(), dueAt: null, failures: 0 });
    } catch (error) {
      if (!(error instanceof StopChanged)) this.report(leased, error);
      const failures = leased.failures + 1;
      await this.release(leased, { dueAt: clock.now() + backoffMs(BACKOFF, failures), failures });
    }
  }

  /** What was asked for meanwhile is due at once. */
  private async release(carriedOut: PlanStop, outcome: Partial<PlanStop>): Promise<void> {
    const { stops } = this.deps;
    const stored = await stops.find(carriedOut.uid);
    if (!stored) return;
    const isCurrent = stored.action === carriedOut.action && stored.askedAt === carriedOut.askedAt;
    const isOver = carriedOut.action === 'delete' || carriedOut.action === 'restore';
    if (isCurrent && isOver && outcome.dueAt === null) return stops.remove(stored);
    const next = { ...stored, ...(isCurrent ? outcome : {}), leasedUntil: 0, revision: stored.revision + 1 };
    await stops.save(next);
  }

  /** Admins are told of the first failure; the health checks show it as long as it lasts. */
  private report({ uid, action, failures }: PlanStop, error: unknown): void {
    this.deps.failed(`${WHAT} of ${uid}`, error);
    if (failures > 0) return;
    const detail = 'The payment provider did not end or resume a subscription; it is tried again until it does';
    // The data of a deleted account goes meanwhile: no event may name it afterwards.
    this.deps.events.add({ kind: 'provider error', level: 'error', uid: action === 'delete' ? null : uid, detail });
  }
}
