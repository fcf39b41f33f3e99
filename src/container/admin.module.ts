import { SqlAdminOverrides } from '../adapters/sql/admin/admin-overrides.ts';
import { SqlConfigStore } from '../adapters/sql/settings/config-store.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { GetOverride, SetOverride } from '../domain/admin/admin-override.ts';
import {
  AdminOverrides,
  type ConfigName,
  Configurations,
  ConfigStore,
  type ConfigSources,
} from '../domain/admin/ports.ts';
import { restoreAddedMarks, omitAddedMarks } from '../domain/admin/primary-models.ts';
import { GetConfig } from '../domain/admin/get-config.ts';
import { DEFAULT_AGENT_CONFIG } from '../domain/agents/agent-config.ts';
import { AgentSettings } from '../domain/agents/ports.ts';
import { DiscoverModels } from '../domain/billing/discover-models.ts';
import { defaultLimits } from '../domain/billing/limits.ts';
import { LimitSettings } from '../domain/billing/ports.ts';
import { LanguageModels } from '../domain/chat/conversations/ports.ts';
import { StorageSettings, VisionSettings } from '../domain/files/ports.ts';
import { DEFAULT_STORAGE, defaultVision } from '../domain/files/storage-limits.ts';
import { Clock, Secrets, AuditLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { pathsSetByEnvironment } from './environment-paths.ts';
import { defaultTierModels, defaultTrialConfig, defaultVisionModel } from '../platform/model-defaults.ts';
import { AppContext, modelSettings } from './app-context.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule } from './define-module.ts';

interface SettingsPorts {
  readonly limits: LimitSettings;
  readonly agents: AgentSettings;
  readonly trial: TrialSettings;
  readonly vision: VisionSettings;
  readonly storage: StorageSettings;
}

const createConfigurations = (
  context: AppContext,
  { limits, agents, trial, vision, storage }: SettingsPorts,
): Configurations => {
  const models = modelSettings(context);
  const bases = defaultLimits(defaultTierModels(models));
  const environment = pathsSetByEnvironment(context.config);
  const configured = <N extends ConfigName>(name: N, on: Omit<ConfigSources[N], 'environment'>) => ({
    ...on,
    environment: environment[name],
  });
  return {
    sources: {
      'rate-limits': configured('rate-limits', {
        defaults: bases.rateLimits,
        current: async () => (await limits.current()).rateLimits,
        change: (document) => limits.change({ rateLimits: document }),
      }),
      'model-config': configured('model-config', {
        defaults: bases.modelConfig,
        current: async () => (await limits.current()).modelConfig,
        change: (document) => limits.change({ modelConfig: document }),
        toVisible: omitAddedMarks,
        restoreHidden: restoreAddedMarks,
      }),
      agents: configured('agents', {
        defaults: DEFAULT_AGENT_CONFIG,
        current: () => agents.current(),
        change: (document) => agents.change(document),
      }),
      freemium: configured('freemium', {
        defaults: defaultTrialConfig(models),
        current: () => trial.current(),
        change: (document) => trial.change(document),
      }),
      vision: configured('vision', {
        defaults: defaultVision(defaultVisionModel(models)),
        current: () => vision.current(),
        change: (document) => vision.change(document),
      }),
      'storage-limits': configured('storage-limits', {
        defaults: DEFAULT_STORAGE.limits,
        current: async () => (await storage.current()).limits,
        change: (document) => storage.change({ limits: document }),
      }),
      'file-ttl': configured('file-ttl', {
        defaults: DEFAULT_STORAGE.ttl,
        current: async () => (await storage.current()).ttl,
        change: (document) => storage.change({ ttl: document }),
      }),
    },
  };
};

/** What admins set and see. */
export const adminModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(ConfigStore, SqlConfigStore, Database);
  bind(Configurations).toResolvedValue(
    (context, limits, agents, trial, vision, storage) =>
      createConfigurations(context, { limits, agents, trial, vision, storage }),
    [AppContext, LimitSettings, AgentSettings, TrialSettings, VisionSettings, StorageSettings],
  );
  bindClass(GetConfig, ConfigStore, Configurations);
  bindClass(ChangeConfig, {
    store: ConfigStore,
    configured: Configurations,
    work: UnitOfWork,
    clock: Clock,
    events: AuditLog,
  });
  bindPort(AdminOverrides, SqlAdminOverrides, Database);
  bindClass(GetOverride, AdminOverrides, Clock);
  bindClass(SetOverride, AdminOverrides, Secrets, Clock, AuditLog);
  bindClass(DiscoverModels, LanguageModels, LimitSettings);
});
