import type { AgentConfig } from '../agents/ports.ts';
import { liftedLimit, type UserWithTier } from './effective-limits.ts';

/** Agent requests per day: the groups' limit, else the tier's. */
export const agentDailyLimit = (
  { maxAgentRequests }: AgentConfig,
  { tier, rights }: Omit<UserWithTier, 'uid'>,
): number =>
  rights?.limits.agentRequests ??
  (rights?.agents?.length ? liftedLimit(tier, (each) => maxAgentRequests[each]) : maxAgentRequests[tier]);
