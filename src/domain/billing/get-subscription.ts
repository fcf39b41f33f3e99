import type { GrantingGroups, GroupMembers } from '../groups/ports.ts';
import { loadGivenPlan } from './given-plan.ts';
import { findLastingTier } from './lasting-tier.ts';
import { type Prices, getPrice } from './plans.ts';
import type { Account, AccountTiers, Entitlements, Subscriptions } from './ports.ts';
import {
  findCurrent,
  isHigher,
  getPaidTier,
  toStatus,
  type Subscription,
  type SubscriptionStatus,
} from './subscription.ts';
import type { Tier } from '../../shared/tiers.ts';

export interface SubscriptionView {
  readonly tier: Tier;
  /** Per month; 0 for a granted plan. */
  readonly price: number;
  readonly status: SubscriptionStatus;
  readonly dailyLimit: number;
  readonly models: readonly string[];
  readonly subscriptionId: string | null;
  readonly customerId: string | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodEnd: number | null;
  /** The plan from then on, where a downgrade is scheduled. */
  readonly nextTier: Tier | null;
  /** Set while an admin or a group gave the plan; `paidTier` is the plan paid for besides. */
  readonly granted: {
    readonly since: number;
    readonly paidTier: Tier;
    /** When it ends by itself, and the plan from then on. */
    readonly ends: { readonly at: number; readonly tier: Tier } | null;
  } | null;
}

export class GetSubscription {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly tiers: AccountTiers,
    private readonly groups: GroupMembers,
    private readonly grantingGroups: GrantingGroups,
    private readonly entitlements: Entitlements,
    private readonly prices: Prices,
  ) {}

  async execute(account: Account): Promise<SubscriptionView> {
    const all = await this.subscriptions.listByUser(account.uid);
    const displayed = findCurrent(all) ?? findNewest(all);
    const granted = await this.granted(account, getPaidTier(all));
    return {
      tier: account.tier,
      price: getPrice(granted?.paidTier ?? account.tier, this.prices),
      ...toSubscriptionFields(displayed),
      dailyLimit: await this.entitlements.dailyLimit(account),
      models: await this.entitlements.models(account),
      granted,
    };
  }

  /** A grant or a group counts only while its plan is higher than the paid one. */
  private async granted(account: Account, paid: Tier): Promise<SubscriptionView['granted']> {
    const { uid, tier, rights } = account;
    const { grant, given, lasting: kept } = await loadGivenPlan(this.tiers, uid, paid);
    if (given && isHigher(given.tier, paid)) {
      const lasting = await findLastingTier(account, kept, grant, this.grantingGroups);
      const endsAt = isHigher(tier, lasting) ? given.expiresAt : null;
      return { since: given.at, paidTier: paid, ends: endsAt === null ? null : { at: endsAt, tier: lasting } };
    }
    if (!rights || !isHigher(tier, paid)) return null;
    const [first] = (await this.groups.listByUser(uid)).toSorted((a, b) => a.since - b.since);
    return first ? { since: first.since, paidTier: paid, ends: null } : null;
  }
}

const NO_SUBSCRIPTION = {
  id: null,
  customerId: null,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  nextTier: null,
};

const toSubscriptionFields = (displayed: Subscription | undefined) => {
  const { id, customerId, cancelAtPeriodEnd, currentPeriodEnd, nextTier } = displayed ?? NO_SUBSCRIPTION;
  return { status: toStatus(displayed), subscriptionId: id, customerId, cancelAtPeriodEnd, currentPeriodEnd, nextTier };
};

/** Of those that were a plan once: not of what was never paid, nor of what an operator sells by hand. */
const findNewest = (all: readonly Subscription[]): Subscription | undefined =>
  all.filter(({ state, tier }) => state !== 'pending' && tier !== 'free').toSorted((a, b) => b.stateAt - a.stateAt)[0];
