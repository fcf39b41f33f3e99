import { z } from 'zod';

import type { Limits, ModelConfig, RateLimits } from '../../domain/billing/limits.ts';
import type { LimitSettings } from '../../domain/billing/ports.ts';
import type { Clock } from '../../domain/kernel/ports.ts';
import type { Tier } from '../../domain/kernel/tier.ts';
import type { Database } from './database.ts';
import { Fresh } from './fresh.ts';

const NAMES = { rateLimits: 'rate-limits', modelConfig: 'model-config' } as const;

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

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** `base` with those of `given` that are there. */
const over = <T extends object>(base: T, given: Given<T> | undefined): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)),
});

const ratesOf = (text: string | undefined, base: RateLimits): RateLimits => {
  if (text === undefined) return base;
  const { subscriptions, features: switches } = storedRates.parse(JSON.parse(text));
  return {
    subscriptions: over<Record<Tier, RateLimits['subscriptions'][Tier]>>(base.subscriptions, subscriptions),
    features: over(base.features, switches),
  };
};

const modelsOf = (text: string | undefined, base: ModelConfig): ModelConfig =>
  text === undefined ? base : { tiers: over(base.tiers, storedModels.parse(JSON.parse(text)).tiers) };

/** The limits as two rows of settings, read at most once a second; what is not stored is as `defaults` has it. */
export class SqlLimitSettings implements LimitSettings {
  private readonly db: Database;
  private readonly defaults: Limits;
  private readonly fresh: Fresh<Limits>;

  constructor(db: Database, defaults: Limits, clock: Clock) {
    this.db = db;
    this.defaults = defaults;
    this.fresh = new Fresh(() => this.read(), clock);
  }

  current(): Promise<Limits> {
    return this.fresh.get();
  }

  async change({ rateLimits, modelConfig }: Partial<Limits>): Promise<void> {
    await this.db.transaction(async () => {
      if (rateLimits) await this.write(NAMES.rateLimits, rateLimits);
      if (modelConfig) await this.write(NAMES.modelConfig, modelConfig);
    });
    this.fresh.forget();
  }

  private async read(): Promise<Limits> {
    const rows: { name: string; value: string }[] = await this.db
      .connection('settings')
      .whereIn('name', Object.values(NAMES));
    const textOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.value;
    return {
      rateLimits: ratesOf(textOf(NAMES.rateLimits), this.defaults.rateLimits),
      modelConfig: modelsOf(textOf(NAMES.modelConfig), this.defaults.modelConfig),
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
