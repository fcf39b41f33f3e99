import { SettingsTable, SqlSettings } from '../adapters/sql/settings/sql-settings.ts';
import { AGENTS } from '../domain/agents/settings.ts';
import { LimitSettings, MODEL_CONFIG, RATE_LIMITS } from '../domain/billing/settings.ts';
import { FILE_TTL, STORAGE_LIMITS, VISION } from '../domain/files/settings.ts';
import { Clock } from '../domain/kernel/ports.ts';
import { AllSettings } from '../domain/kernel/settings.ts';
import { FREEMIUM } from '../domain/trial/settings.ts';
import { defaultModels } from '../platform/model-defaults.ts';
import { resolveSettings, type SettingsDefinition } from '../shared/settings/define-settings.ts';
import type { SettingsName } from '../shared/settings/documents.ts';
import { AppContext, modelSettings } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

const openSettings = (context: AppContext, clock: Clock): AllSettings => {
  const table = new SettingsTable(context.database, clock);
  const installation = defaultModels(modelSettings(context));
  const open = <N extends SettingsName>(definition: SettingsDefinition<N>) =>
    new SqlSettings(
      table,
      resolveSettings(definition, installation, (variable) => context.config[variable] !== undefined),
    );
  return new AllSettings({
    'rate-limits': open(RATE_LIMITS),
    'model-config': open(MODEL_CONFIG),
    agents: open(AGENTS),
    freemium: open(FREEMIUM),
    vision: open(VISION),
    'storage-limits': open(STORAGE_LIMITS),
    'file-ttl': open(FILE_TTL),
  });
};

/** The settings document of this name, as a dependency. */
export const setting = <N extends SettingsName>(name: N) => derive(AllSettings, (settings) => settings.of(name));

export const settingsModule = defineModule(({ bind, bindClass }) => {
  bind(AllSettings).toResolvedValue(openSettings, [AppContext, Clock]);
  bindClass(LimitSettings, setting('rate-limits'), setting('model-config'));
});
