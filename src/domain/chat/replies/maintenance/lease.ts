import type { Clock } from '../../../kernel/ports.ts';
import type { ReplyObserver, Runners } from '../ports/reply-store.ts';

/** A lease survives two missed renewals. */
const RENEWALS_PER_LEASE = 3;

export interface LeaseDeps {
  readonly runners: Runners;
  readonly clock: Clock;
  readonly observer: ReplyObserver;
}

/**
 * Renews this process's lease until `signal` aborts. It is a loop of its own, so that no other job delays a renewal.
 */
export const renewLease = async ({ runners, clock, observer }: LeaseDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await clock.sleep(runners.leaseMs / RENEWALS_PER_LEASE, signal);
    if (signal.aborted) return;
    await runners.renew().catch((error: unknown) => observer.failed('renewing the lease', error));
  }
};
