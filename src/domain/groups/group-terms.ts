import { GroupNotFound } from './errors.ts';
import type { Group, GroupStore, GroupTerms } from './ports.ts';

/** What the audit log says of a group: its rights, whose names and models are no secret. */
export const toDetails = ({ name, tier, limits, models, agents, tools, claims }: GroupTerms) => ({
  name,
  tier,
  limits: { ...limits },
  models,
  agents,
  tools,
  claims: claims.map(({ provider, value }) => `${provider}=${value}`),
});

const toComparable = ({ description, limits, claims, ...terms }: GroupTerms): string =>
  JSON.stringify([
    [terms.name, description, terms.tier, terms.models, terms.agents, terms.tools],
    [limits.dailyMessages, limits.moonshotDaily, limits.agentRequests],
    claims.map(({ provider, value }) => [provider, value]),
  ]);

export const haveSameTerms = (a: GroupTerms, b: GroupTerms): boolean => toComparable(a) === toComparable(b);

export const targetOf = ({ id }: Pick<Group, 'id'>) => ({ kind: 'group', id });

/** Locks the group until the transaction ends. Throws `GroupNotFound`. */
export const lockGroup = async (groups: GroupStore, id: string): Promise<Group> => {
  const group = (await groups.lock(id)) ? await groups.find(id) : undefined;
  if (!group) throw new GroupNotFound();
  return group;
};
