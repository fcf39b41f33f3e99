import { z } from 'zod';

import type { TrialConfig, TrialSettings } from '../../../domain/trial/ports.ts';
import type { Database } from '../database.ts';

const SETTING_NAME = 'trial';

const storedSchema = z
  .object({
    freemiumUnauth: z.boolean(),
    freemiumAgentAccess: z.boolean(),
    freemiumMaxMessages: z.number().int().min(1).max(10),
    freemiumPrimaryModel: z.string(),
    freemiumFallbackModel: z.string(),
  })
  .partial();

const withoutUndefined = (values: z.output<typeof storedSchema>): Partial<TrialConfig> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** The trial's settings as one row; what is not stored there, as before the first change, is as `defaults` has it. */
export class SqlTrialSettings implements TrialSettings {
  private readonly db: Database;
  private readonly defaults: TrialConfig;

  constructor(db: Database, defaults: TrialConfig) {
    this.db = db;
    this.defaults = defaults;
  }

  async current(): Promise<TrialConfig> {
    const row: { value: string } | undefined = await this.db
      .connection('settings')
      .where({ name: SETTING_NAME })
      .first('value');
    return row ? { ...this.defaults, ...withoutUndefined(storedSchema.parse(JSON.parse(row.value))) } : this.defaults;
  }

  async change(config: TrialConfig): Promise<void> {
    const value = JSON.stringify(config);
    await this.db.connection('settings').insert({ name: SETTING_NAME, value }).onConflict('name').merge(['value']);
  }
}
