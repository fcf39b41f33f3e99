import { ContainerModule } from 'inversify';

import { SqlAdminOverrides } from '../adapters/sql/admin-overrides.ts';
import { SqlConfigStore } from '../adapters/sql/config-store.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { ReadOverride, SwitchOverride } from '../domain/admin/override.ts';
import { AdminOverrides, Configurations, ConfigStore } from '../domain/admin/ports.ts';
import { ReadConfig } from '../domain/admin/read-config.ts';
import { DEFAULT_AGENTS } from '../domain/agents/agent-config.ts';
import { AgentSettings } from '../domain/agents/ports.ts';
import { DiscoverModels } from '../domain/billing/discover-models.ts';
import { defaultLimits } from '../domain/billing/limits.ts';
import { LimitSettings } from '../domain/billing/ports.ts';
import { LanguageModels } from '../domain/chat/ports.ts';
import { Clock, Secrets, ServerEvents, UnitOfWork } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { byEnvironment } from './config-origins.ts';
import { tierDefaults, trialDefaults } from './model-defaults.ts';
import { Parts } from './parts.ts';

const configurationsOf = (parts: Parts, limits: LimitSettings, agents: AgentSettings, trial: TrialSettings): Configurations => {
  const { rateLimits, modelConfig } = defaultLimits(tierDefaults(parts));
  const environment = byEnvironment(parts.config);
  return {
    each: {
      'rate-limits': {
        base: rateLimits,
        environment: environment['rate-limits'],
        current: async () => (await limits.current()).rateLimits,
        change: (document) => limits.change({ rateLimits: document }),
      },
      'model-config': {
        base: modelConfig,
        environment: environment['model-config'],
        current: async () => (await limits.current()).modelConfig,
        change: (document) => limits.change({ modelConfig: document }),
      },
      agents: { base: DEFAULT_AGENTS, environment: environment.agents, current: () => agents.current(), change: (document) => agents.change(document) },
      freemium: {
        base: trialDefaults(parts),
        environment: environment.freemium,
        current: () => trial.current(),
        change: (document) => trial.change(document),
      },
    },
  };
};

/** What admins set and see. */
export const adminModule = new ContainerModule(({ bind }) => {
  bind(ConfigStore).toResolvedValue((parts) => new SqlConfigStore(parts.database), [Parts]);
  bind(Configurations).toResolvedValue(configurationsOf, [Parts, LimitSettings, AgentSettings, TrialSettings]);
  bind(ReadConfig).toResolvedValue((store, configured) => new ReadConfig(store, configured), [ConfigStore, Configurations]);
  bind(ChangeConfig).toResolvedValue(
    (store, configured, work, clock, events) => new ChangeConfig({ store, configured, work, clock, events }),
    [ConfigStore, Configurations, UnitOfWork, Clock, ServerEvents],
  );
  bind(AdminOverrides).toResolvedValue((parts) => new SqlAdminOverrides(parts.database), [Parts]);
  bind(ReadOverride).toResolvedValue((overrides, clock) => new ReadOverride(overrides, clock), [AdminOverrides, Clock]);
  bind(SwitchOverride).toResolvedValue(
    (overrides, secrets, clock, events) => new SwitchOverride(overrides, secrets, clock, events),
    [AdminOverrides, Secrets, Clock, ServerEvents],
  );
  bind(DiscoverModels).toResolvedValue((models, settings) => new DiscoverModels(models, settings), [LanguageModels, LimitSettings]);
});
