import type { Tier } from '../../shared/tiers.ts';
import type { AccountTiers, ClaimedPlan, TierGrant } from './ports.ts';
import { isHigher } from './subscription.ts';

const BY_CLAIMS = 'By the claims of the sign-in provider';

const toGrant = ({ provider, label, tier, at }: ClaimedPlan): TierGrant => ({
  tier,
  by: `provider:${provider}`,
  byName: label,
  at,
  reason: BY_CLAIMS,
  expiresAt: null,
});

const isBetter = (a: TierGrant, b: TierGrant): boolean =>
  isHigher(a.tier, b.tier) || (a.tier === b.tier && a.expiresAt === null && b.expiresAt !== null);

/** The plan that counts of what an admin granted and providers claim: the highest, and of equal ones one that lasts. */
export const findGivenPlan = (grant: TierGrant | undefined, claimed: readonly ClaimedPlan[]): TierGrant | undefined => {
  let best = grant;
  for (const each of claimed.map(toGrant)) if (!best || isBetter(each, best)) best = each;
  return best;
};

interface GivenPlan {
  /** What an admin granted. */
  readonly grant: TierGrant | undefined;
  /** The one that counts. */
  readonly given: TierGrant | undefined;
  /** The highest of what is paid for and what providers claim: it stays when the grant ends. */
  readonly lasting: Tier;
}

export const loadGivenPlan = async (tiers: AccountTiers, uid: string, paid: Tier): Promise<GivenPlan> => {
  const [grant, claimed] = [await tiers.findGrant(uid), await tiers.listClaimed(uid)];
  const lasting = claimed.reduce((highest, { tier }) => (isHigher(tier, highest) ? tier : highest), paid);
  return { grant, given: findGivenPlan(grant, claimed), lasting };
};
