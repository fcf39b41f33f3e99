import type { AgentSettings } from '../agents/ports.ts';
import { FOREVER, nextUtcDay, utcDay, utcMonth } from '../kernel/day.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import type { Tier } from '../kernel/tier.ts';
import { UNLIMITED, VISION_IMAGES } from './limits.ts';
import type { Person, PersonalLimits } from './personal-limits.ts';
import { agentRequestsOf, lifetimeMessagesOf, messagesOf, moonshotMessagesOf, visionImagesOf } from './subjects.ts';

/** `limit` -1: no limit. */
export interface Use {
  readonly used: number;
  readonly limit: number;
}

export interface Usage {
  readonly tier: Tier;
  /** `resetsAt` in epoch milliseconds. */
  readonly daily: Use & { readonly resetsAt: number };
  readonly moonshotDaily: Use;
  readonly lifetime: Use;
  readonly agent: Use;
  readonly vision: { readonly daily: Use; readonly monthly: Use };
}

/** What somebody used and may use. Limits are those that hold for this person, grace not included. */
export class ReadUsage {
  private readonly limits: PersonalLimits;
  private readonly quotas: Quotas;
  private readonly clock: Clock;
  private readonly agents: AgentSettings;

  constructor(limits: PersonalLimits, quotas: Quotas, clock: Clock, agents: AgentSettings) {
    this.limits = limits;
    this.quotas = quotas;
    this.clock = clock;
    this.agents = agents;
  }

  /** `uncounted`: an admin acts as that tier, so nothing limits them. */
  async execute({ uid, tier, uncounted = false }: Person & { readonly uncounted?: boolean }): Promise<Usage> {
    const now = this.clock.now();
    const [day, month] = [utcDay(now), utcMonth(now)];
    const limits = await this.limits.of({ uid, tier });
    const { maxAgentRequests } = await this.agents.current();
    const use = async (subject: string, period: string, limit: number) => ({
      used: await this.quotas.used(subject, period),
      limit: uncounted ? UNLIMITED : limit,
    });
    const [daily, moonshotDaily, lifetime, agent, visionToday, visionThisMonth] = await Promise.all([
      use(messagesOf(uid), day, limits.daily),
      use(moonshotMessagesOf(uid), day, limits.moonshotDaily),
      use(lifetimeMessagesOf(uid), FOREVER, limits.lifetime),
      use(agentRequestsOf(uid), day, maxAgentRequests[tier]),
      use(visionImagesOf(uid), day, VISION_IMAGES[tier].daily),
      use(visionImagesOf(uid), month, VISION_IMAGES[tier].monthly),
    ]);
    return {
      tier,
      daily: { ...daily, resetsAt: nextUtcDay(now) },
      moonshotDaily,
      lifetime,
      agent,
      vision: { daily: visionToday, monthly: visionThisMonth },
    };
  }
}
