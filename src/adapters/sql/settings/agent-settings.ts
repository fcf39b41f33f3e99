import { z } from 'zod';

import { type AgentConfig, AgentSettings } from '../../../domain/agents/ports.ts';
import type { Clock } from '../../../domain/kernel/ports.ts';
import type { Database } from '../database.ts';
import { TtlCache } from '../ttl-cache.ts';
import { AGENT_TYPES, SPECIFIC_AGENT_TYPES } from '../../../shared/agent-types.ts';

const SETTING_NAME = 'agents';

const limit = z.number().int().min(-1);
const model = z.object({ model: z.string(), displayName: z.string(), description: z.string() });

/** What stands in the table may be less than the whole: the rest is as the defaults have it. */
const storedSchema = z
  .object({
    agentModeEnabled: z.boolean(),
    premiumOnly: z.boolean(),
    defaultAgentType: z.enum(AGENT_TYPES),
    availableAgentTypes: z.array(z.enum(SPECIFIC_AGENT_TYPES)),
    maxAgentRequests: z.object({ free: limit, basic: limit, premium: limit }),
    modelConfig: z
      .object({ auto_agent: model, reasoning_agent: model, research_agent: model, code_agent: model })
      .partial(),
  })
  .partial();

const withoutUndefined = <T extends object>(values: T): Partial<T> =>
  Object.assign(
    {},
    ...Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ [key]: value }])),
  );

/** The agents' settings as one row, read at most once a second. */
export class SqlAgentSettings extends AgentSettings {
  private readonly db: Database;
  private readonly defaults: AgentConfig;
  private readonly cache: TtlCache<AgentConfig>;

  constructor(db: Database, defaults: AgentConfig, clock: Clock) {
    super();
    this.db = db;
    this.defaults = defaults;
    this.cache = new TtlCache(() => this.load(), clock);
  }

  current(): Promise<AgentConfig> {
    return this.cache.get();
  }

  async change(config: AgentConfig): Promise<void> {
    const value = JSON.stringify(config);
    await this.db.connection('settings').insert({ name: SETTING_NAME, value }).onConflict('name').merge(['value']);
    this.cache.invalidate();
  }

  private async load(): Promise<AgentConfig> {
    const row: { value: string } | undefined = await this.db
      .connection('settings')
      .where({ name: SETTING_NAME })
      .first('value');
    if (!row) return this.defaults;
    const { modelConfig = {}, ...rest } = storedSchema.parse(JSON.parse(row.value));
    return Object.assign({}, this.defaults, withoutUndefined(rest), {
      modelConfig: Object.assign({}, this.defaults.modelConfig, withoutUndefined(modelConfig)),
    });
  }
}
