import { z } from 'zod';

import type { Limits, ModelConfig, RateLimits } from '../../../domain/billing/limits.ts';
import type { LimitSettings } from '../../../domain/billing/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { TtlCache } from '../ttl-cache.ts';
import type { Tier } from '../../../shared/tiers.ts';

const SETTING_NAMES = { rateLimits: 'rate-limits', modelConfig: 'model-config' } as const;

const limit = z.number().int().min(-1);
const byTier = <S extends z.ZodType>(schema: S) => z.object({ free: schema, basic: schema, premium: schema });
const tierLimits = z.object({
  lifetime: z.object({ totalMessages: limit, modelLimits: z.record(z.string(), limit) }),
  models: z.object({ primary: z.string().min(1), fallback: z.string().min(1) }),
});
const features = z.object({
  enableLifetimeLimits: z.boolean(),
  enableDailyLimits: z.boolean(),
  enableGracePeriod: z.boolean(),
  graceMessages: z.number().int().min(0),
  enableModelFallback: z.boolean(),
  logLimitHits: z.boolean(),
});
const tierModels = z.object({
  models: z.array(
    z.object({
      id: z.string().min(1),
      displayName: z.string(),
      isPrimary: z.boolean(),
      messageLimit: limit,
      unlimited: z.boolean(),
    }),
  ),
});

/** What stands in the table may be less than the whole: what an earlier version did not know is as the defaults have it. */
const storedRates = z.object({ subscriptions: byTier(tierLimits).partial(), features: features.partial() }).partial();
const storedModels = z.object({ tiers: byTier(tierModels).partial() });

type Overrides<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** `base` with those of `given` that are there. */
const withOverrides = <T extends object>(base: T, overrides: Overrides<T> | undefined): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(overrides ?? {}).filter(([, value]) => value !== undefined)),
});

const parseRateLimits = (text: string | undefined, base: RateLimits): RateLimits => {
  if (text === undefined) return base;
  const { subscriptions, features: switches } = storedRates.parse(JSON.parse(text));
  return {
    subscriptions: withOverrides<Record<Tier, RateLimits['subscriptions'][Tier]>>(base.subscriptions, subscriptions),
    features: withOverrides(base.features, switches),
  };
};

const parseModelConfig = (text: string | undefined, base: ModelConfig): ModelConfig =>
  text === undefined ? base : { tiers: withOverrides(base.tiers, storedModels.parse(JSON.parse(text)).tiers) };

/** The limits as two rows of settings, read at most once a second; what is not stored is as `defaults` has it. */
export class SqlLimitSettings implements LimitSettings {
  private readonly db: Database;
  private readonly defaults: Limits;
  private readonly cache: TtlCache<Limits>;

  constructor(db: Database, defaults: Limits, clock: Clock) {
    this.db = db;
    this.defaults = defaults;
    this.cache = new TtlCache(() => this.load(), clock);
  }

  current(): Promise<Limits> {
    return this.cache.get();
  }

  async change({ rateLimits, modelConfig }: Partial<Limits>): Promise<void> {
    await this.db.transaction(async () => {
      if (rateLimits) await this.write(SETTING_NAMES.rateLimits, rateLimits);
      if (modelConfig) await this.write(SETTING_NAMES.modelConfig, modelConfig);
    });
    this.cache.invalidate();
  }

  private async load(): Promise<Limits> {
    const rows: { name: string; value: string }[] = await this.db
      .connection('settings')
      .whereIn('name', Object.values(SETTING_NAMES));
    const textOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
    return {
      rateLimits: parseRateLimits(textOf(SETTING_NAMES.rateLimits), this.defaults.rateLimits),
      modelConfig: parseModelConfig(textOf(SETTING_NAMES.modelConfig), this.defaults.modelConfig),
    };
  }

  private async write(name: string, value: RateLimits | ModelConfig): Promise<void> {
    await this.db
      .connection('settings')
      .insert({ name, value: JSON.stringify(value) })
      .onConflict('name')
      .merge(['value']);
  }
}
