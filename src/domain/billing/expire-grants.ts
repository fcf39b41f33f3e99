import type { AuditLog } from '../audit/ports.ts';
import type { Clock, UnitOfWork } from '../kernel/ports.ts';
import { runEvery } from '../kernel/run-every.ts';
import type { AccountTiers, Subscriptions } from './ports.ts';
import { getPaidTier } from './subscription.ts';

const INTERVAL_MS = 60_000;
const BATCH = 100;

export interface ExpireGrantsDeps {
  readonly tiers: AccountTiers;
  readonly subscriptions: Subscriptions;
  readonly audit: AuditLog;
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly failed: (what: string, error: unknown) => void;
}

/** Ends granted plans at their time, within a minute. Several processes may do it at once: each grant ends once. */
export class ExpireGrants {
  constructor(private readonly deps: ExpireGrantsDeps) {}

  /** Until `signal` aborts. */
  execute(signal: AbortSignal): Promise<void> {
    return runEvery(INTERVAL_MS, 'ending granted plans', this.deps, signal, () => this.sweep());
  }

  async sweep(): Promise<void> {
    const { tiers, clock, failed } = this.deps;
    for (const uid of await tiers.listExpired(clock.now(), BATCH))
      await this.end(uid).catch((error: unknown) => failed(`ending the granted plan of ${uid}`, error));
  }

  private async end(uid: string): Promise<void> {
    const { tiers, subscriptions, audit, work, clock } = this.deps;
    await work.run(async () => {
      if (!(await tiers.lock(uid))) return;
      const grant = await tiers.findGrant(uid);
      if (!grant || grant.expiresAt === null || grant.expiresAt > clock.now()) return; // renewed, or ended elsewhere
      await tiers.grant(uid, null);
      await tiers.set(uid, getPaidTier(await subscriptions.listByUser(uid)));
      const details = { from: grant.tier, to: null, reason: 'The granted time is over' };
      await audit.record({ action: 'user.set-tier', target: { kind: 'user', id: uid }, details });
    });
  }
}
