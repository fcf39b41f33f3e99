import type { Tier } from '../../shared/tiers.ts';
import { isMoonshot, type Limits, getModelDailyLimit, UNLIMITED } from './limits.ts';
import type { CustomLimits, UserLimits } from './ports.ts';
import type { LimitSettings } from './settings.ts';

export interface UserWithTier {
  readonly uid: string;
  readonly tier: Tier;
}

const MOONSHOT_PREFIX = 'moonshotai/';

/** The limits of one person: custom ones first, else the tier's; -1 where a feature is off. */
export class EffectiveLimits {
  constructor(
    private readonly limits: Limits,
    private readonly tier: Tier,
    private readonly custom: CustomLimits | undefined,
  ) {}

  /** Messages per day, without grace. */
  get daily(): number {
    return this.features.enableDailyLimits
      ? (this.custom?.dailyMessages ?? this.subscription.daily.messages)
      : UNLIMITED;
  }

  /** Messages per day with `moonshotai/*`: the limit of the tier's first such model. */
  get moonshotDaily(): number {
    const listed = this.limits.modelConfig.tiers[this.tier].models.find(({ id }) => isMoonshot(id));
    return this.modelDaily(listed?.id ?? MOONSHOT_PREFIX);
  }

  get lifetime(): number {
    return this.features.enableLifetimeLimits ? this.subscription.lifetime.totalMessages : UNLIMITED;
  }

  /** The model to use when the requested one has reached its daily limit; undefined when that is an error. */
  get fallback(): string | undefined {
    return this.features.enableModelFallback ? this.subscription.models.fallback : undefined;
  }

  get shouldLogHits(): boolean {
    return this.features.logLimitHits;
  }

  /** The tier's own models that have a daily limit. */
  get limitedModels(): readonly string[] {
    const { primary, fallback } = this.subscription.models;
    const listed = this.limits.modelConfig.tiers[this.tier].models.map(({ id }) => id);
    return [...new Set([primary, fallback, ...listed])].filter((model) => this.modelDaily(model) > 0);
  }

  /** Per day. */
  modelDaily(model: string): number {
    if (!this.features.enableDailyLimits) return UNLIMITED;
    const own = isMoonshot(model) ? this.custom?.moonshotDaily : undefined;
    return own ?? getModelDailyLimit(this.limits, this.tier, model);
  }

  modelLifetime(model: string): number {
    const { modelLimits } = this.subscription.lifetime;
    if (!this.features.enableLifetimeLimits || !Object.hasOwn(modelLimits, model)) return UNLIMITED;
    return modelLimits[model] ?? UNLIMITED;
  }

  /** The limit at which requests are refused. 0 and -1 get no grace. */
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

export class EffectiveLimitsResolver {
  constructor(
    private readonly settings: LimitSettings,
    private readonly users: UserLimits,
  ) {}

  async resolve({ uid, tier }: UserWithTier): Promise<EffectiveLimits> {
    return new EffectiveLimits(await this.settings.current(), tier, await this.users.find(uid));
  }
}
