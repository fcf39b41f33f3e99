import type { AgentConfig } from '../agents/ports.ts';
import type { VisionConfig } from '../files/ports/settings.ts';
import { FOREVER, nextUtcDay, utcDay, utcMonth } from '../kernel/day.ts';
import type { Clock, Quotas, Settings } from '../kernel/ports.ts';
import { agentDailyLimit } from './agent-daily-limit.ts';
import { UNLIMITED } from './limits.ts';
import type { EffectiveLimits, UserWithTier, EffectiveLimitsResolver } from './effective-limits.ts';
import {
  agentRequestsKey,
  lifetimeMessagesKey,
  dailyMessagesKey,
  modelMessagesKey,
  moonshotMessagesKey,
  visionImagesKey,
} from './quota-keys.ts';
import type { Tier } from '../../shared/tiers.ts';

export interface UsageCount {
  readonly used: number;
  readonly limit: number;
}

export interface Usage {
  readonly tier: Tier;
  /** `resetsAt` in epoch milliseconds. */
  readonly daily: UsageCount & { readonly resetsAt: number };
  readonly moonshotDaily: UsageCount;
  /** Models whose messages of the day are used up, until `daily.resetsAt`. */
  readonly usedUpModels: readonly string[];
  readonly lifetime: UsageCount;
  readonly agent: UsageCount;
  readonly vision: { readonly daily: UsageCount; readonly monthly: UsageCount };
}

/** The usage and limits of a person, without grace. */
export class GetUsage {
  constructor(
    private readonly limits: EffectiveLimitsResolver,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    private readonly agents: Settings<AgentConfig>,
    private readonly vision: Settings<VisionConfig>,
  ) {}

  /** With an `override`, messages and agents are unlimited; with `unlimited`, images too. */
  async execute(person: UserWithTier & { readonly override?: string | undefined }): Promise<Usage> {
    const { uid, tier, override } = person;
    const now = this.clock.now();
    const [day, month] = [utcDay(now), utcMonth(now)];
    const limits = await this.limits.resolve(person);
    const agentLimit = agentDailyLimit(await this.agents.current(), person);
    const imageLimits = (await this.vision.current()).rateLimits[tier];
    const count = async (subject: string, period: string, limit: number) => ({
      used: await this.quotas.getUsed(subject, period),
      limit,
    });
    const countUnlessOverridden = (subject: string, period: string, limit: number) =>
      count(subject, period, override === undefined ? limit : UNLIMITED);
    const countImages = (period: string, limit: number) =>
      count(visionImagesKey(uid), period, override === 'unlimited' ? UNLIMITED : limit);
    const [daily, moonshotDaily, lifetime, agent, visionToday, visionThisMonth, usedUpModels] = await Promise.all([
      countUnlessOverridden(dailyMessagesKey(uid), day, limits.daily),
      countUnlessOverridden(moonshotMessagesKey(uid), day, limits.moonshotDaily),
      countUnlessOverridden(lifetimeMessagesKey(uid), FOREVER, limits.lifetime),
      countUnlessOverridden(agentRequestsKey(uid), day, agentLimit),
      countImages(day, imageLimits.daily),
      countImages(month, imageLimits.monthly),
      override === undefined ? this.findUsedUpModels(uid, limits, day) : [],
    ]);
    return {
      tier,
      daily: { ...daily, resetsAt: nextUtcDay(now) },
      moonshotDaily,
      usedUpModels,
      lifetime,
      agent,
      vision: { daily: visionToday, monthly: visionThisMonth },
    };
  }

  private async findUsedUpModels(uid: string, limits: EffectiveLimits, day: string): Promise<readonly string[]> {
    const models = limits.limitedModels;
    const used = await Promise.all(models.map((model) => this.quotas.getUsed(modelMessagesKey(uid, model), day)));
    return models.filter((model, at) => (used[at] ?? 0) >= limits.modelDaily(model));
  }
}
