import { ContainerModule } from 'inversify';

import { SqlAdminOverrides } from '../adapters/sql/admin-overrides.ts';
import { SqlConfigStore } from '../adapters/sql/config-store.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { ReadOverride, SwitchOverride } from '../domain/admin/override.ts';
import {
  AdminOverrides,
  type ConfigName,
  Configurations,
  ConfigStore,
  type EachConfigured,
} from '../domain/admin/ports.ts';
import { rememberingAdded, shownModels } from '../domain/admin/primaries.ts';
import { ReadConfig } from '../domain/admin/read-config.ts';
import { DEFAULT_AGENTS } from '../domain/agents/agent-config.ts';
import { AgentSettings } from '../domain/agents/ports.ts';
import { DiscoverModels } from '../domain/billing/discover-models.ts';
import { defaultLimits } from '../domain/billing/limits.ts';
import { LimitSettings } from '../domain/billing/ports.ts';
import { LanguageModels } from '../domain/chat/ports.ts';
import { StorageSettings, VisionSettings } from '../domain/files/ports.ts';
import { DEFAULT_STORAGE, defaultVision } from '../domain/files/storage.ts';
import { Clock, Secrets, ServerEvents, UnitOfWork } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { byEnvironment } from './config-origins.ts';
import { tierDefaults, trialDefaults, visionDefault } from './model-defaults.ts';
import { Parts } from './parts.ts';

interface Settings {
  readonly limits: LimitSettings;
  readonly agents: AgentSettings;
  readonly trial: TrialSettings;
  readonly vision: VisionSettings;
  readonly storage: StorageSettings;
}

const configurationsOf = (parts: Parts, { limits, agents, trial, vision, storage }: Settings): Configurations => {
  const bases = defaultLimits(tierDefaults(parts));
  const environment = byEnvironment(parts.config);
  const configured = <N extends ConfigName>(name: N, on: Omit<EachConfigured[N], 'environment'>) => ({
    ...on,
    environment: environment[name],
  });
  return {
    each: {
      'rate-limits': configured('rate-limits', {
        base: bases.rateLimits,
        current: async () => (await limits.current()).rateLimits,
        change: (document) => limits.change({ rateLimits: document }),
      }),
      'model-config': configured('model-config', {
        base: bases.modelConfig,
        current: async () => (await limits.current()).modelConfig,
        change: (document) => limits.change({ modelConfig: document }),
        shown: shownModels,
        remembering: rememberingAdded,
      }),
      agents: configured('agents', {
        base: DEFAULT_AGENTS,
        current: () => agents.current(),
        change: (document) => agents.change(document),
      }),
      freemium: configured('freemium', {
        base: trialDefaults(parts),
        current: () => trial.current(),
        change: (document) => trial.change(document),
      }),
      vision: configured('vision', {
        base: defaultVision(visionDefault(parts)),
        current: () => vision.current(),
        change: (document) => vision.change(document),
      }),
      'storage-limits': configured('storage-limits', {
        base: DEFAULT_STORAGE.limits,
        current: async () => (await storage.current()).limits,
        change: (document) => storage.change({ limits: document }),
      }),
      'file-ttl': configured('file-ttl', {
        base: DEFAULT_STORAGE.ttl,
        current: async () => (await storage.current()).ttl,
        change: (document) => storage.change({ ttl: document }),
      }),
    },
  };
};

/** What admins set and see. */
export const adminModule = new ContainerModule(({ bind }) => {
  bind(ConfigStore).toResolvedValue((parts) => new SqlConfigStore(parts.database), [Parts]);
  bind(Configurations).toResolvedValue(
    (parts, limits, agents, trial, vision, storage) =>
      configurationsOf(parts, { limits, agents, trial, vision, storage }),
    [Parts, LimitSettings, AgentSettings, TrialSettings, VisionSettings, StorageSettings],
  );
  bind(ReadConfig).toResolvedValue(
    (store, configured) => new ReadConfig(store, configured),
    [ConfigStore, Configurations],
  );
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
  bind(DiscoverModels).toResolvedValue(
    (models, settings) => new DiscoverModels(models, settings),
    [LanguageModels, LimitSettings],
  );
});
