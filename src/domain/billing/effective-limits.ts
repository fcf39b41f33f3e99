import type { Tier } from '../../shared/tiers.ts';
import { DAILY_MESSAGES, isMoonshot, type Limits, getModelDailyLimit, UNLIMITED } from './limits.ts';
import type { CustomLimits, UserLimits } from './ports.ts';
import type { LimitSettings } from './settings.ts';

export interface UserWithTier {
  readonly uid: string;
  readonly tier: Tier;
}

const MOONSHOT_PREFIX = 'moonshotai/';

/** The limits that hold for one person: their own first, else their tier's; -1 where a switch is off. */
export class EffectiveLimits {
  private readonly limits: Limits;
  private readonly tier: Tier;
  private readonly custom: CustomLimits | undefined;

  constructor(limits: Limits, tier: Tier, custom: CustomLimits | undefined) {
    this.limits = limits;
    this.tier = tier;
    this.custom = custom;
  }

  /** Messages a day, as people are told: without grace. */
  get daily(): number {
    return this.features.enableDailyLimits ? (this.custom?.dailyMessages ?? DAILY_MESSAGES[this.tier]) : UNLIMITED;
  }

  /** Messages a day with `moonshotai/*`: that of the first such model of the tier. */
  get moonshotDaily(): number {
    const listed = this.limits.modelConfig.tiers[this.tier].models.find(({ id }) => isMoonshot(id));
    return this.modelDaily(listed?.id ?? MOONSHOT_PREFIX);
  }

  get lifetime(): number {
    return this.features.enableLifetimeLimits ? this.subscription.lifetime.totalMessages : UNLIMITED;
  }

  /** What answers when the wished model is used up for today; undefined when nothing shall. */
  get fallback(): string | undefined {
    return this.features.enableModelFallback ? this.subscription.models.fallback : undefined;
  }

  get shouldLogHits(): boolean {
    return this.features.logLimitHits;
  }

  /** Messages a day with one model. */
  modelDaily(model: string): number {
    if (!this.features.enableDailyLimits) return UNLIMITED;
    const own = isMoonshot(model) ? this.custom?.moonshotDaily : undefined;
    return own ?? getModelDailyLimit(this.limits, this.tier, model);
  }

  /** Messages with one model over the account's life. */
  modelLifetime(model: string): number {
    const { modelLimits } = this.subscription.lifetime;
    if (!this.features.enableLifetimeLimits || !Object.hasOwn(modelLimits, model)) return UNLIMITED;
    return modelLimits[model] ?? UNLIMITED;
  }

  /** Where a limit really refuses. No access stays no access, and no limit stays none. */
  withGrace(limit: number): number {
    return this.features.enableGracePeriod && limit > 0 ? limit + this.features.graceMessages : limit;
  }

  private get features() {
    return this.limits.rateLimits.features;
  }

  private get subscription() {
    return this.limits.rateLimits.subscriptions[this.tier];
  }
}

/** Finds the limits that hold for somebody now. */
export class EffectiveLimitsResolver {
  private readonly settings: LimitSettings;
  private readonly users: UserLimits;

  constructor(settings: LimitSettings, users: UserLimits) {
    this.settings = settings;
    this.users = users;
  }

  async resolve({ uid, tier }: UserWithTier): Promise<EffectiveLimits> {
    return new EffectiveLimits(await this.settings.current(), tier, await this.users.find(uid));
  }
}
