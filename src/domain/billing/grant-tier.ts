import type { Clock, ServerEvents, UnitOfWork } from '../kernel/ports.ts';
import type { Tier } from '../kernel/tier.ts';
import { UserNotFound } from '../people/errors.ts';
import type { AccountTiers, Subscriptions } from './ports.ts';
import { paidTier } from './subscription.ts';

export interface GrantTools {
  readonly tiers: AccountTiers;
  readonly subscriptions: Subscriptions;
  readonly events: ServerEvents;
  readonly work: UnitOfWork;
  readonly clock: Clock;
}

export interface Grant {
  readonly uid: string;
  /** Null takes an earlier grant back. */
  readonly tier: Tier | null;
  readonly admin: { readonly uid: string; readonly name: string };
  readonly reason: string;
}

/** Gives a plan by hand, or takes it back. What is paid for stays as it is, and the higher of both counts. Throws `UserNotFound`. */
export class GrantTier {
  private readonly tools: GrantTools;

  constructor(tools: GrantTools) {
    this.tools = tools;
  }

  async execute({ uid, tier, admin, reason }: Grant): Promise<void> {
    const { tiers, subscriptions, events, work, clock } = this.tools;
    await work.run(async () => {
      if (!(await tiers.hold(uid))) throw new UserNotFound();
      await tiers.grant(uid, tier && { tier, by: admin.uid, byName: admin.name, at: clock.now(), reason });
      await tiers.set(uid, paidTier(await subscriptions.ofUser(uid)));
    });
    const what = tier === null ? 'Granted plan taken back' : `Plan ${tier} granted`;
    events.add({ kind: 'admin change', level: 'info', uid, detail: `${what} by ${admin.name}: ${reason}` });
  }
}
