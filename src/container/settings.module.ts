import { Database } from '../adapters/sql/database.ts';
import { SettingsTable, SqlSettings } from '../adapters/sql/settings/sql-settings.ts';
import { AUDIT } from '../domain/audit/settings.ts';
import { REGISTRATION, SECOND_FACTOR } from '../domain/accounts/settings.ts';
import { AGENTS } from '../domain/agents/settings.ts';
import { LimitSettings, MODEL_CONFIG, RATE_LIMITS } from '../domain/billing/settings.ts';
import { FILE_TTL, STORAGE_LIMITS, VISION } from '../domain/files/settings.ts';
import { Clock } from '../domain/kernel/ports.ts';
import { AllSettings } from '../domain/kernel/settings.ts';
import { FREEMIUM } from '../domain/trial/settings.ts';
import { MaintenanceMode } from '../domain/operations/maintenance.ts';
import { Maintenance } from '../domain/operations/ports.ts';
import { NOTICES, USAGE_MAIL } from '../domain/operations/settings.ts';
import { TOOLS } from '../domain/tools/settings.ts';
import { defaultModels } from '../platform/model-defaults.ts';
import {
  resolveSettings,
  type SettingsDefinition,
  type SettingsDocument,
  type SettingsVariable,
} from '../shared/settings/define-settings.ts';
import type { SettingsDocuments, SettingsName } from '../shared/settings/documents.ts';
import { AppContext, modelSettings } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

/** Resolves a definition once per set of models. */
const resolver = <N extends SettingsName>(context: AppContext, definition: SettingsDefinition<N>) => {
  const isSet = (variable: SettingsVariable) => context.config[variable] !== undefined;
  let resolved: { readonly models: object; readonly document: SettingsDocument<SettingsDocuments[N]> } | undefined;
  return () => {
    const models = context.llm.active;
    if (resolved?.models !== models)
      resolved = { models, document: resolveSettings(definition, defaultModels(modelSettings(context)), isSet) };
    return resolved.document;
  };
};

const openSettings = (context: AppContext, table: SettingsTable): AllSettings => {
  const open = <N extends SettingsName>(definition: SettingsDefinition<N>) =>
    new SqlSettings(table, resolver(context, definition));
  return new AllSettings({
    'rate-limits': open(RATE_LIMITS),
    'model-config': open(MODEL_CONFIG),
    agents: open(AGENTS),
    freemium: open(FREEMIUM),
    vision: open(VISION),
    'storage-limits': open(STORAGE_LIMITS),
    'file-ttl': open(FILE_TTL),
    registration: open(REGISTRATION),
    'second-factor': open(SECOND_FACTOR),
    audit: open(AUDIT),
    notices: open(NOTICES),
    'usage-mail': open(USAGE_MAIL),
    tools: open(TOOLS),
  });
};

/** The settings document of this name, as a dependency. */
export const setting = <N extends SettingsName>(name: N) => derive(AllSettings, (settings) => settings.of(name));

export const settingsModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindClass(SettingsTable, Database, Clock);
  bind(AllSettings).toResolvedValue(openSettings, [AppContext, SettingsTable]);
  bindClass(LimitSettings, setting('rate-limits'), setting('model-config'));
  bindPort(Maintenance, MaintenanceMode, setting('notices'));
});
