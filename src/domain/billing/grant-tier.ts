import type { Admin } from '../admin/ports.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { Clock, ServerEventLog, UnitOfWork } from '../kernel/ports.ts';
import { UserNotFound } from '../user-admin/errors.ts';
import type { AccountTiers, Subscriptions } from './ports.ts';
import { findGivenPlan } from './given-plan.ts';
import { getPaidTier } from './subscription.ts';
import type { Tier } from '../../shared/tiers.ts';

export interface GrantDeps {
  readonly tiers: AccountTiers;
  readonly subscriptions: Subscriptions;
  readonly events: ServerEventLog;
  readonly audit: AuditLog;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

export interface Grant {
  readonly uid: string;
  /** Null revokes a grant. */
  readonly tier: Tier | null;
  readonly admin: Admin;
  readonly reason: string;
}

/**
 * Grants a plan, or revokes what is given; what a provider claims comes back with the next sign-in there. The highest
 * of the paid, the granted and the claimed plan counts. Throws `UserNotFound`.
 */
export class GrantTier {
  constructor(private readonly deps: GrantDeps) {}

  async execute({ uid, tier, admin, reason }: Grant): Promise<void> {
    const { tiers, subscriptions, events, audit, work, clock } = this.deps;
    await work.run(async () => {
      if (!(await tiers.lock(uid))) throw new UserNotFound();
      const [grant, claimed] = [await tiers.findGrant(uid), await tiers.listClaimed(uid)];
      const from = findGivenPlan(grant, claimed)?.tier ?? null;
      const by = { by: admin.uid, byName: admin.name, at: clock.now(), reason };
      await tiers.grant(uid, tier && { tier, expiresAt: null, ...by });
      if (tier === null) for (const { provider } of claimed) await tiers.removeClaimed(uid, provider);
      await tiers.set(uid, getPaidTier(await subscriptions.listByUser(uid)));
      const details = { from, to: tier, reason };
      await audit.record({ action: 'user.set-tier', target: { kind: 'user', id: uid }, details });
    });
    const summary = tier === null ? 'Granted plan taken back' : `Plan ${tier} granted`;
    events.add({ kind: 'admin change', level: 'info', uid, detail: `${summary} by ${admin.name}: ${reason}` });
  }
}
