import type { AgentSettings } from '../agents/ports.ts';
import type { VisionSettings } from '../files/ports.ts';
import { FOREVER, nextUtcDay, utcDay, utcMonth } from '../kernel/day.ts';
import type { Clock, Quotas } from '../kernel/ports.ts';
import type { Tier } from '../kernel/tier.ts';
import { UNLIMITED } from './limits.ts';
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
  private readonly vision: VisionSettings;

  constructor(limits: PersonalLimits, quotas: Quotas, clock: Clock, agents: AgentSettings, vision: VisionSettings) {
    this.limits = limits;
    this.quotas = quotas;
    this.clock = clock;
    this.agents = agents;
    this.vision = vision;
  }

  /** `override`: an admin acts as that tier, so messages and agents are not limited, and with `unlimited` images neither. */
  async execute({ uid, tier, override }: Person & { readonly override?: string | undefined }): Promise<Usage> {
    const now = this.clock.now();
    const [day, month] = [utcDay(now), utcMonth(now)];
    const limits = await this.limits.of({ uid, tier });
    const { maxAgentRequests } = await this.agents.current();
    const images = (await this.vision.current()).rateLimits[tier];
    const told = async (subject: string, period: string, limit: number) => ({
      used: await this.quotas.used(subject, period),
      limit,
    });
    const use = (subject: string, period: string, limit: number) =>
      told(subject, period, override === undefined ? limit : UNLIMITED);
    const look = (period: string, limit: number) =>
      told(visionImagesOf(uid), period, override === 'unlimited' ? UNLIMITED : limit);
    const [daily, moonshotDaily, lifetime, agent, visionToday, visionThisMonth] = await Promise.all([
      use(messagesOf(uid), day, limits.daily),
      use(moonshotMessagesOf(uid), day, limits.moonshotDaily),
      use(lifetimeMessagesOf(uid), FOREVER, limits.lifetime),
      use(agentRequestsOf(uid), day, maxAgentRequests[tier]),
      look(day, images.daily),
      look(month, images.monthly),
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
