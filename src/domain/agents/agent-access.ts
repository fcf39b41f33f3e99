import { PLAN_NAMES, type Tier, TIERS } from '../../shared/tiers.ts';
import type { Requester } from '../chat/replies/ports.ts';
import { SubscriptionRequired } from '../chat/errors.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { TrialConfig } from '../../shared/settings/freemium.ts';
import type { Settings } from '../kernel/ports.ts';
import { AGENT_TYPES, type AgentType, type SpecificAgentType } from '../../shared/agent-types.ts';
import { AgentsNeedAccount, AgentsUnavailable, PREMIUM_REQUIRED } from './errors.ts';
import type { AgentConfig } from './ports.ts';

export interface AgentStatus {
  readonly eligible: boolean;
  readonly serviceAvailable: boolean;
  readonly tier: Tier;
  /** Why there are no agents. */
  readonly refusal: SubscriptionRequired | AgentsUnavailable | undefined;
  /** The lowest plan with agents, where others than Premium have them and this one does not. */
  readonly lowestPlan: Tier | undefined;
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
  code_agent: ['Writing code', 'Running JavaScript', 'Debugging'],
};

/** Access to agents. */
export class AgentAccess {
  /** `isConnected`: a model and a search provider serve. */
  constructor(
    private readonly settings: Settings<AgentConfig>,
    private readonly trial: Settings<TrialConfig>,
    private readonly isConnected: () => boolean,
  ) {}

  async status(tier: Tier): Promise<AgentStatus> {
    const config = await this.settings.current();
    const eligible = isEligible(config, tier);
    const serviceAvailable = this.isServiceAvailable(config) && lowestPlanOf(config) !== undefined;
    if (!serviceAvailable)
      return { eligible, serviceAvailable, tier, refusal: new AgentsUnavailable(), lowestPlan: undefined };
    const refusal = eligible ? undefined : planRefusal(config);
    const lowestPlan = eligible || config.premiumOnly ? undefined : lowestPlanOf(config);
    return { eligible, serviceAvailable, tier, refusal, lowestPlan };
  }

  /** Empty while agent mode is off. Throws `AgentsNeedAccount`. */
  async available(requester: Requester): Promise<readonly AgentInfo[]> {
    const config = await this.settings.current();
    if (requester.kind === 'visitor') await this.requireTrialAccess();
    return this.isServiceAvailable(config)
      ? ['auto_agent' as const, ...config.availableAgentTypes].map((id) => toAgentInfo(config, id))
      : [];
  }

  /** Daily limits are not checked. */
  async canUseAgents(requester: Requester): Promise<boolean> {
    const config = await this.settings.current();
    if (!this.isServiceAvailable(config)) return false;
    return requester.kind === 'user'
      ? isEligible(config, requester.tier)
      : (await this.trial.current()).freemiumAgentAccess;
  }

  /** Returns the agent to use. Throws when it is not allowed. */
  async admit(requester: Requester, requested: string | undefined): Promise<{ type: AgentType; config: AgentConfig }> {
    const config = await this.settings.current();
    if (requester.kind === 'visitor') await this.requireTrialAccess();
    else if (!isEligible(config, requester.tier)) throw planRefusal(config);
    const type = parseAgentType(config, requested ?? config.defaultAgentType);
    if (!this.isServiceAvailable(config)) throw new AgentsUnavailable();
    return { type, config };
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

/** Premium only, or every plan with agent requests. */
const isEligible = ({ premiumOnly, maxAgentRequests }: AgentConfig, tier: Tier): boolean =>
  premiumOnly ? tier === 'premium' : maxAgentRequests[tier] !== 0;

const lowestPlanOf = (config: AgentConfig): Tier | undefined => TIERS.find((tier) => isEligible(config, tier));

/** Names the lowest plan with agent requests. */
const planRefusal = (config: AgentConfig): SubscriptionRequired | AgentsUnavailable => {
  if (config.premiumOnly) return new SubscriptionRequired(PREMIUM_REQUIRED);
  const plan = lowestPlanOf(config);
  return plan === undefined
    ? new AgentsUnavailable()
    : new SubscriptionRequired(`Agents are part of the ${PLAN_NAMES[plan]} plan`);
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
export const enabledAgents = ({ availableAgentTypes }: AgentConfig): readonly SpecificAgentType[] =>
  availableAgentTypes.length > 0 ? availableAgentTypes : ['reasoning_agent'];
