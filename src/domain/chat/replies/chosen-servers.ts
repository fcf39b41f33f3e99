import { MAX_SERVERS_PER_CHAT } from '../../../shared/tools.ts';
import type { ReplyPlan } from './ports/agents.ts';
import type { Requester } from './ports/requesters.ts';

/** Without an agent the model answers with the tools of servers alone: a message, no agent request. */
const TOOLS_ALONE: ReplyPlan = {
  kind: 'tools',
  agentType: null,
  maxIterations: null,
  searchFirst: false,
  agents: [],
  tools: [],
  model: undefined,
};

/** The operator's have names that people read. */
const SERVER_ID = /^[\w .:-]{1,64}$/;

/**
 * The servers of a question: those that were named, else those of its chat. Only for people with an account. Whether
 * the servers exist and may be used is decided when the reply lists their tools.
 */
export const chosenServers = (
  requester: Requester,
  named: readonly string[] | undefined,
  ofChat: readonly string[] = [],
): readonly string[] => {
  if (requester.kind !== 'user') return [];
  return [...new Set((named ?? ofChat).filter((id) => SERVER_ID.test(id)))].slice(0, MAX_SERVERS_PER_CHAT);
};

export const planWith = (plan: ReplyPlan | undefined, servers: readonly string[]): ReplyPlan | undefined =>
  plan ?? (servers.length > 0 ? TOOLS_ALONE : undefined);
