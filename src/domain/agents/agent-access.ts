import { type OverrideType, PLAN_NAMES, type Tier, TIERS } from '../../shared/tiers.ts';
import type { Requester } from '../chat/replies/ports/requesters.ts';
import { NotInGroups, SubscriptionRequired } from '../chat/errors.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { TrialConfig } from '../../shared/settings/freemium.ts';
import type { Settings } from '../kernel/ports.ts';
import { AGENT_TYPES, type AgentType, type SpecificAgentType } from '../../shared/agent-types.ts';
import { type GroupRights, listedAgents } from '../../shared/group-rights.ts';
import { AgentsNeedAccount, AgentsUnavailable, PREMIUM_REQUIRED } from './errors.ts';
import type { AgentConfig } from './ports.ts';

export interface AgentStatus {
  readonly eligible: boolean;
  readonly serviceAvailable: boolean;
  readonly tier: Tier;
  /** Why there are no agents. */
  readonly refusal: SubscriptionRequired | AgentsUnavailable | undefined;
  /** The next higher plan with agents, where others than Premium have them and this one does not. */
  readonly lowestPlan: Tier | undefined;
  /** There are none because of the groups, so no plan helps. */
  readonly byGroups: boolean;
}

export interface AgentInfo {
  readonly id: AgentType;
  readonly name: string;
  readonly description: string;
  readonly capabilities: readonly string[];
  readonly isRecommended: boolean;
}

const CAPABILITIES: Readonly<Record<AgentType, readonly string[]>> = {
  auto_agent: ['Chooses the right agent', 'Web search', 'Reasoning', 'Code'],
  reasoning_agent: ['Step-by-step thinking', 'Problem solving', 'Analysis'],
  research_agent: ['Web search', 'Reading pages', 'Numbered sources', 'Images'],
  code_agent: ['Writing code', 'Running JavaScript and Python', 'Debugging'],
};

/** Whose access is asked. */
interface AgentUser {
  readonly tier: Tier;
  readonly override?: OverrideType | undefined;
  readonly rights?: GroupRights | undefined;
}

export interface AdmittedAgent {
  readonly type: AgentType;
  readonly config: AgentConfig;
  /** The agents that `auto_agent` may route to. */
  readonly agents: readonly SpecificAgentType[];
}

/** Access to agents: by the plan, or by the groups' lists instead of it. */
export class AgentAccess {
  /** `isConnected`: a model and a search provider serve. */
  constructor(
    private readonly settings: Settings<AgentConfig>,
    private readonly trial: Settings<TrialConfig>,
    private readonly isConnected: () => boolean,
  ) {}

  async status(user: AgentUser): Promise<AgentStatus> {
    const config = await this.settings.current();
    const { tier } = user;
    const eligible = isAllowed(config, user);
    const refusal = eligible ? undefined : refusalFor(config, user);
    const serviceAvailable = this.isServiceAvailable(config) && !(refusal instanceof AgentsUnavailable);
    const status = {
      eligible,
      serviceAvailable,
      tier,
      lowestPlan: undefined,
      byGroups: refusal instanceof NotInGroups,
    };
    if (!serviceAvailable) return { ...status, refusal: new AgentsUnavailable() };
    const isPlanAtFault = !eligible && !config.premiumOnly && !status.byGroups;
    return { ...status, refusal, lowestPlan: isPlanAtFault ? nextPlan(config, tier) : undefined };
  }

  /** Empty while agent mode is off, and without those that the groups leave out. Throws `AgentsNeedAccount`. */
  async available(requester: Requester): Promise<readonly AgentInfo[]> {
    const config = await this.settings.current();
    if (requester.kind === 'visitor') await this.requireTrialAccess();
    const allowed = allowedAgents(config, requester);
    if (!this.isServiceAvailable(config) || allowed.length === 0) return [];
    const shown = config.availableAgentTypes.filter((type) => allowed.includes(type));
    return ['auto_agent' as const, ...shown].map((id) => toAgentInfo(config, id));
  }

  /** Daily limits are not checked. */
  async canUseAgents(requester: Requester): Promise<boolean> {
    const config = await this.settings.current();
    if (!this.isServiceAvailable(config)) return false;
    return requester.kind === 'user' ? isAllowed(config, requester) : (await this.trial.current()).freemiumAgentAccess;
  }

  /** Returns the agent to use. Throws when it is not allowed. */
  async admit(requester: Requester, requested: string | undefined): Promise<AdmittedAgent> {
    const config = await this.settings.current();
    if (requester.kind === 'visitor') await this.requireTrialAccess();
    else if (!isAllowed(config, requester)) throw refusalFor(config, requester);
    const agents = allowedAgents(config, requester);
    const type = parseAgentType(config, requested ?? defaultAgent(config, agents));
    if (type !== 'auto_agent' && !agents.includes(type)) throw new NotInGroups(NOT_IN_GROUPS);
    if (!this.isServiceAvailable(config)) throw new AgentsUnavailable();
    return { type, config, agents };
  }

  /** The agent of a reply that goes on; `type`: the requested one. Throws as `admit` does. */
  async requireAgent(requester: Requester, type: AgentType, agent: SpecificAgentType): Promise<void> {
    const { agents } = await this.admit(requester, type);
    if (!agents.includes(agent)) throw new NotInGroups(NOT_IN_GROUPS);
  }

  get canSearch(): boolean {
    return this.isConnected();
  }

  private isServiceAvailable({ agentModeEnabled }: AgentConfig): boolean {
    return agentModeEnabled && this.isConnected();
  }

  private async requireTrialAccess(): Promise<void> {
    const { freemiumUnauth, freemiumAgentAccess } = await this.trial.current();
    if (!freemiumUnauth || !freemiumAgentAccess) throw new AgentsNeedAccount();
  }
}

/** A plan with agent requests; Premium alone where only that has agents. A limit of the groups replaces the plan's. */
const isEligible = (
  { premiumOnly, maxAgentRequests }: AgentConfig,
  { tier, rights }: Pick<AgentUser, 'tier' | 'rights'>,
): boolean => (rights?.limits.agentRequests ?? maxAgentRequests[tier]) !== 0 && (!premiumOnly || tier === 'premium');

/** A list of agents replaces the plan's access; one of tools only narrows it. `unlimited` knows no limit of a plan. */
const isAllowed = (config: AgentConfig, user: AgentUser): boolean =>
  allowedAgents(config, user).length > 0 &&
  (user.override === 'unlimited' || (user.rights?.agents ? true : isEligible(config, user)));

/** Of those that are enabled; none where the groups' limit is 0. */
const allowedAgents = (config: AgentConfig, user: AgentUser | Requester): readonly SpecificAgentType[] => {
  const rights = 'rights' in user ? user.rights : undefined;
  if (rights?.limits.agentRequests === 0) return [];
  const listed = listedAgents({ rights });
  const enabled = enabledAgents(config);
  return listed === null ? enabled : enabled.filter((type) => listed.includes(type));
};

const defaultAgent = ({ defaultAgentType: type }: AgentConfig, allowed: readonly SpecificAgentType[]): AgentType =>
  type === 'auto_agent' || allowed.includes(type) ? type : 'auto_agent';

const NOT_IN_GROUPS = 'This agent is not among those of your groups';

const refusalFor = (config: AgentConfig, user: AgentUser): SubscriptionRequired | AgentsUnavailable =>
  allowedAgents(config, user).length === 0
    ? new NotInGroups('Agents are not among what your groups give')
    : planRefusal(config, user.tier);

const nextPlan = (config: AgentConfig, tier: Tier): Tier | undefined =>
  TIERS.slice(TIERS.indexOf(tier) + 1).find((higher) => isEligible(config, { tier: higher }));

/** Names the next higher plan with agents; without one nothing that the person can buy helps. */
const planRefusal = (config: AgentConfig, tier: Tier): SubscriptionRequired | AgentsUnavailable => {
  const plan = nextPlan(config, tier);
  if (plan === undefined) return new AgentsUnavailable();
  const text = config.premiumOnly ? PREMIUM_REQUIRED : `Agents are part of the ${PLAN_NAMES[plan]} plan`;
  return new SubscriptionRequired(text);
};

const parseAgentType = ({ availableAgentTypes }: AgentConfig, requested: string): AgentType => {
  const type = AGENT_TYPES.find((known) => known === requested);
  const on = type === 'auto_agent' || availableAgentTypes.some((each) => each === type);
  if (!type || !on) throw new InvalidInput('Agent type is not available', 'agentType');
  return type;
};

const toAgentInfo = ({ modelConfig }: AgentConfig, id: AgentType): AgentInfo => {
  const { displayName: name, description } = modelConfig[id];
  return { id, name, description, capabilities: CAPABILITIES[id], isRecommended: id === 'auto_agent' };
};

/** The agents to route to; at least one, even when the admins disabled all. */
const enabledAgents = ({ availableAgentTypes }: AgentConfig): readonly SpecificAgentType[] =>
  availableAgentTypes.length > 0 ? availableAgentTypes : ['reasoning_agent'];
