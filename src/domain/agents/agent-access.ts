import type { Asker } from '../chat/ports.ts';
import { SubscriptionRequired } from '../chat/errors.ts';
import { InvalidInput } from '../kernel/domain-error.ts';
import type { Tier } from '../kernel/tier.ts';
import type { TrialSettings } from '../trial/ports.ts';
import { AGENT_TYPES, type AgentType } from './agent-type.ts';
import { AGENTS_UNAVAILABLE, AgentsNeedAccount, AgentsUnavailable, PREMIUM_REQUIRED } from './errors.ts';
import type { AgentConfig, AgentSettings, WorkingAgent } from './ports.ts';

export interface AgentStatus {
  readonly eligible: boolean;
  readonly serviceAvailable: boolean;
  readonly tier: Tier;
  readonly reason: string;
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

/** Who may use agents, and which there are. */
export class AgentAccess {
  private readonly settings: AgentSettings;
  private readonly trial: TrialSettings;
  private readonly connected: boolean;

  /** `connected`: models and a search are. */
  constructor(settings: AgentSettings, trial: TrialSettings, connected: boolean) {
    this.settings = settings;
    this.trial = trial;
    this.connected = connected;
  }

  async status(tier: Tier): Promise<AgentStatus> {
    const config = await this.settings.current();
    const eligible = isEligible(config, tier);
    const serviceAvailable = this.serves(config);
    const reason = eligible ? (serviceAvailable ? '' : AGENTS_UNAVAILABLE) : PREMIUM_REQUIRED;
    return { eligible, serviceAvailable, tier, reason };
  }

  /** The agents there are; none while agent mode is off. Throws `AgentsNeedAccount`. */
  async available(asker: Asker): Promise<readonly AgentInfo[]> {
    const config = await this.settings.current();
    if (asker.kind === 'visitor') await this.requireTrialAccess();
    return this.serves(config)
      ? ['auto_agent' as const, ...config.availableAgentTypes].map((id) => infoOf(config, id))
      : [];
  }

  /** Whether somebody may use agents now, limits of the day aside. */
  async hasRights(asker: Asker): Promise<boolean> {
    const config = await this.settings.current();
    if (!this.serves(config)) return false;
    return asker.kind === 'user' ? isEligible(config, asker.tier) : (await this.trial.current()).freemiumAgentAccess;
  }

  /** The agent that may answer. Throws what refuses. */
  async admit(asker: Asker, wished: string | undefined): Promise<{ type: AgentType; config: AgentConfig }> {
    const config = await this.settings.current();
    if (asker.kind === 'visitor') await this.requireTrialAccess();
    else if (!isEligible(config, asker.tier)) throw new SubscriptionRequired(PREMIUM_REQUIRED);
    const type = typeOf(config, wished ?? config.defaultAgentType);
    if (!this.serves(config)) throw new AgentsUnavailable();
    return { type, config };
  }

  /** Whether a search may be done at all. */
  get searches(): boolean {
    return this.connected;
  }

  private serves({ agentModeEnabled }: AgentConfig): boolean {
    return agentModeEnabled && this.connected;
  }

  private async requireTrialAccess(): Promise<void> {
    const { freemiumUnauth, freemiumAgentAccess } = await this.trial.current();
    if (!freemiumUnauth || !freemiumAgentAccess) throw new AgentsNeedAccount();
  }
}

/** Premium alone, or every plan that has requests. */
const isEligible = ({ premiumOnly, maxAgentRequests }: AgentConfig, tier: Tier): boolean =>
  premiumOnly ? tier === 'premium' : maxAgentRequests[tier] !== 0;

const typeOf = ({ availableAgentTypes }: AgentConfig, wished: string): AgentType => {
  const type = AGENT_TYPES.find((known) => known === wished);
  const on = type === 'auto_agent' || availableAgentTypes.some((each) => each === type);
  if (!type || !on) throw new InvalidInput('Agent type is not available', 'agentType');
  return type;
};

const infoOf = ({ modelConfig }: AgentConfig, id: AgentType): AgentInfo => {
  const { displayName: name, description } = modelConfig[id];
  return { id, name, description, capabilities: CAPABILITIES[id], isRecommended: id === 'auto_agent' };
};

/** The agents that a router may choose; at least one, whatever the admins switched off. */
export const workingOf = ({ availableAgentTypes }: AgentConfig): readonly WorkingAgent[] =>
  availableAgentTypes.length > 0 ? availableAgentTypes : ['reasoning_agent'];
