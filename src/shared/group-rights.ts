import { type SpecificAgentType, SPECIFIC_AGENT_TYPES } from './agent-types.ts';
import type { Tier } from './tiers.ts';

/** What agents may do beside writing; `web_search` also covers the search before an answer. */
export const AGENT_TOOL_NAMES = ['web_search', 'fetch_page', 'run_code'] as const;
export type AgentToolName = (typeof AGENT_TOOL_NAMES)[number];

/** `connected_tools`: all tools of connected servers. */
export const TOOL_NAMES = [...AGENT_TOOL_NAMES, 'connected_tools'] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** Per day; -1: no limit; null: as the plan. */
export interface GroupLimits {
  readonly dailyMessages: number | null;
  readonly moonshotDaily: number | null;
  readonly agentRequests: number | null;
}

/** What a group gives its members. A list replaces what the plan gives; null: as the plan. */
export interface GroupGrants {
  readonly limits: GroupLimits;
  readonly models: readonly string[] | null;
  readonly agents: readonly SpecificAgentType[] | null;
  readonly tools: readonly ToolName[] | null;
}

/** A group with its grants. */
export interface GrantingGroup extends GroupGrants {
  readonly id: string;
  readonly tier: Tier | null;
}

/** What all groups of a person give together. Their plan is part of the account. */
export interface GroupRights extends GroupGrants {
  readonly groupIds: readonly string[];
}

const highest = (limits: readonly (number | null)[]): number | null => {
  const set = limits.filter((limit) => limit !== null);
  if (set.length === 0) return null;
  return set.some((limit) => limit < 0) ? -1 : Math.max(...set);
};

const union = <T>(lists: readonly (readonly T[] | null)[]): readonly T[] | null => {
  const set = lists.filter((list) => list !== null);
  return set.length === 0 ? null : [...new Set(set.flat())];
};

/** The highest limit, and the union of the lists; a group without a list adds nothing. Undefined without groups. */
export const combineGroups = (groups: readonly GrantingGroup[]): GroupRights | undefined => {
  if (groups.length === 0) return undefined;
  const limitsOf = (name: keyof GroupLimits) => highest(groups.map(({ limits }) => limits[name]));
  return {
    groupIds: groups.map(({ id }) => id),
    limits: {
      dailyMessages: limitsOf('dailyMessages'),
      moonshotDaily: limitsOf('moonshotDaily'),
      agentRequests: limitsOf('agentRequests'),
    },
    models: union(groups.map(({ models }) => models)),
    agents: union(groups.map(({ agents }) => agents)),
    tools: union(groups.map(({ tools }) => tools)),
  };
};

/** For admins, whom no list restricts. */
export const withoutLists = (rights: GroupRights): GroupRights => ({
  ...rights,
  models: null,
  agents: null,
  tools: null,
});

interface RightsOwner {
  readonly rights?: GroupRights | undefined;
}

export const allowsTool = ({ rights }: RightsOwner, tool: ToolName): boolean => {
  const listed = rights?.tools ?? null;
  return listed === null || listed.includes(tool);
};

/** By the lists alone; research is nothing without the search. Null: as the plan. */
export const listedAgents = (owner: RightsOwner): readonly SpecificAgentType[] | null => {
  const listed = owner.rights?.agents ?? null;
  if (allowsTool(owner, 'web_search')) return listed;
  return (listed ?? SPECIFIC_AGENT_TYPES).filter((agent) => agent !== 'research_agent');
};
