import type { GrantingGroups } from '../groups/ports.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { Account, TierGrant } from './ports.ts';
import { isHigher } from './subscription.ts';

const higher = (a: Tier, b: Tier): Tier => (isHigher(a, b) ? a : b);

/**
 * The plan of an account without a grant that ends: what is paid for or claimed (`kept`), granted for good, or given by
 * its groups. `account.tier` is not asked: it is of before a sync with the provider.
 */
export const findLastingTier = async (
  { rights }: Pick<Account, 'rights'>,
  kept: Tier,
  grant: TierGrant | undefined,
  groups: GrantingGroups,
): Promise<Tier> => {
  const own = grant?.expiresAt === null ? higher(grant.tier, kept) : kept;
  const given = await groups.findMany(rights?.groupIds ?? []);
  return given.reduce((highest, group) => (group.tier ? higher(group.tier, highest) : highest), own);
};
