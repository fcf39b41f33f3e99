import { z } from 'zod';

import type { VisionConfig, VisionSettings } from '../../../domain/files/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { TtlCache } from '../ttl-cache.ts';

const SETTING_NAME = 'vision';

const limits = z.object({ daily: z.number().int(), monthly: z.number().int() });

/** What stands in the table may be less than the whole: the rest is as the defaults have it. */
const storedSchema = z
  .object({
    enabled: z.boolean(),
    model: z.string().min(1),
    rateLimits: z.object({ free: limits, basic: limits, premium: limits }).partial(),
  })
  .partial();

/** The settings of vision as one row, read at most once a second. */
export class SqlVisionSettings implements VisionSettings {
  private readonly db: Database;
  private readonly defaults: VisionConfig;
  private readonly cache: TtlCache<VisionConfig>;

  constructor(db: Database, defaults: VisionConfig, clock: Clock) {
    this.db = db;
    this.defaults = defaults;
    this.cache = new TtlCache(() => this.load(), clock);
  }

  current(): Promise<VisionConfig> {
    return this.cache.get();
  }

  async change(config: VisionConfig): Promise<void> {
    const value = JSON.stringify(config);
    await this.db.connection('settings').insert({ name: SETTING_NAME, value }).onConflict('name').merge(['value']);
    this.cache.invalidate();
  }

  private async load(): Promise<VisionConfig> {
    const row: { value: string } | undefined = await this.db
      .connection('settings')
      .where({ name: SETTING_NAME })
      .first('value');
    if (!row) return this.defaults;
    const { enabled, model, rateLimits } = storedSchema.parse(JSON.parse(row.value));
    const base = this.defaults.rateLimits;
    return {
      enabled: enabled ?? this.defaults.enabled,
      model: model ?? this.defaults.model,
      rateLimits: {
        free: rateLimits?.free ?? base.free,
        basic: rateLimits?.basic ?? base.basic,
        premium: rateLimits?.premium ?? base.premium,
      },
    };
  }
}
