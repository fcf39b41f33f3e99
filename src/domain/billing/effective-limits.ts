import type { GroupRights } from '../../shared/group-rights.ts';
import { type Tier, TIERS } from '../../shared/tiers.ts';
import { defaultModels } from './group-models.ts';
import { isMoonshot, type Limits, getModelDailyLimit, UNLIMITED } from './limits.ts';
import type { CustomLimits, UserLimits } from './ports.ts';
import type { LimitSettings } from './settings.ts';

export interface UserWithTier {
  readonly uid: string;
  readonly tier: Tier;
  readonly rights?: GroupRights | undefined;
}

/**
 * A limit of 0 means that the plan has no access; what a group gives then has the limit of the next higher plan with
 * access.
 */
export const liftedLimit = (tier: Tier, limitOf: (tier: Tier) => number): number =>
  TIERS.slice(TIERS.indexOf(tier))
    .map(limitOf)
    .find((limit) => limit !== 0) ?? UNLIMITED;

const MOONSHOT_PREFIX = 'moonshotai/';

/** The limits of one person: custom ones first, then the groups', else the tier's; -1 where a feature is off. */
export class EffectiveLimits {
  constructor(
    private readonly limits: Limits,
    private readonly tier: Tier,
    private readonly custom: CustomLimits | undefined,
    private readonly rights?: GroupRights,
  ) {}

  /** Messages per day, without grace. */
  get daily(): number {
    return this.features.enableDailyLimits ? (this.ownDaily ?? this.subscription.daily.messages) : UNLIMITED;
  }

  /** Whether `daily` was given to this person, whatever the plan. */
  get isDailyCustom(): boolean {
    return this.ownDaily !== undefined;
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
    return this.features.enableModelFallback ? this.models.fallback : undefined;
  }

  get shouldLogHits(): boolean {
    return this.features.logLimitHits;
  }

  /** The tier's own models, or those of the groups, that have a daily limit. */
  get limitedModels(): readonly string[] {
    const { primary, fallback } = this.models;
    const listed = this.rights?.models ?? this.limits.modelConfig.tiers[this.tier].models.map(({ id }) => id);
    const all = [primary, ...(fallback === undefined ? [] : [fallback]), ...listed];
    return [...new Set(all)].filter((model) => this.modelDaily(model) > 0);
  }

  /** Per day. */
  modelDaily(model: string): number {
    if (!this.features.enableDailyLimits) return UNLIMITED;
    return this.ownModelDaily(model) ?? this.ofTier(model, (tier) => getModelDailyLimit(this.limits, tier, model));
  }

  /** Whether `modelDaily` was given to this person, whatever the plan. */
  isModelDailyCustom(model: string): boolean {
    return this.ownModelDaily(model) !== undefined;
  }

  modelLifetime(model: string): number {
    if (!this.features.enableLifetimeLimits) return UNLIMITED;
    return this.ofTier(model, (tier) => {
      const { modelLimits } = this.limits.rateLimits.subscriptions[tier].lifetime;
      return Object.hasOwn(modelLimits, model) ? (modelLimits[model] ?? UNLIMITED) : UNLIMITED;
    });
  }

  /** The limit at which requests are refused. 0 and -1 get no grace. */
  withGrace(limit: number): number {
    return this.features.enableGracePeriod && limit > 0 ? limit + this.features.graceMessages : limit;
  }

  private get ownDaily(): number | undefined {
    return this.custom?.dailyMessages ?? this.rights?.limits.dailyMessages ?? undefined;
  }

  private ownModelDaily(model: string): number | undefined {
    return isMoonshot(model)
      ? (this.custom?.moonshotDaily ?? this.rights?.limits.moonshotDaily ?? undefined)
      : undefined;
  }

  private ofTier(model: string, limitOf: (tier: Tier) => number): number {
    return this.rights?.models?.includes(model) ? liftedLimit(this.tier, limitOf) : limitOf(this.tier);
  }

  private get models() {
    return defaultModels(this.subscription.models, this.rights);
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

  async resolve({ uid, tier, rights }: UserWithTier): Promise<EffectiveLimits> {
    return new EffectiveLimits(await this.settings.current(), tier, await this.users.find(uid), rights);
  }
}
