import type { GrantingGroups } from '../groups/ports.ts';
import type { Tier } from '../../shared/tiers.ts';
import type { Account, TierGrant } from './ports.ts';
import { isHigher } from './subscription.ts';

/** The plan of an account without a grant that ends: what is paid for or claimed (`kept`), or what its groups give. */
export const findLastingTier = async (
  { tier, rights }: Account,
  kept: Tier,
  grant: TierGrant | undefined,
  groups: GrantingGroups,
): Promise<Tier> => {
  if (!grant || grant.expiresAt === null) return tier;
  const given = await groups.findMany(rights?.groupIds ?? []);
  return given.reduce((highest, group) => (group.tier && isHigher(group.tier, highest) ? group.tier : highest), kept);
};
