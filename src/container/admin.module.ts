import { SqlAdminOverrides } from '../adapters/sql/admin/admin-overrides.ts';
import { SqlConfigStore } from '../adapters/sql/settings/config-store.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { GetOverride, SetOverride } from '../domain/admin/admin-override.ts';
import { AdminOverrides, ConfigStore } from '../domain/admin/ports.ts';
import { GetConfig } from '../domain/admin/get-config.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { DiscoverModels } from '../domain/billing/discover-models.ts';
import { LimitSettings } from '../domain/billing/settings.ts';
import { LanguageModels } from '../domain/chat/models/ports.ts';
import { Clock, Secrets, ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { AllSettings } from '../domain/kernel/settings.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule } from './define-module.ts';

export const adminModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(ConfigStore, SqlConfigStore, Database);
  bindClass(GetConfig, ConfigStore, AllSettings);
  bindClass(ChangeConfig, {
    store: ConfigStore,
    settings: AllSettings,
    work: UnitOfWork,
    clock: Clock,
    events: ServerEventLog,
    audit: AuditLog,
  });
  bindPort(AdminOverrides, SqlAdminOverrides, Database);
  bindClass(GetOverride, AdminOverrides, Clock);
  bindClass(SetOverride, AdminOverrides, Secrets, Clock, ServerEventLog, UnitOfWork, AuditLog);
  bindClass(DiscoverModels, LanguageModels, LimitSettings);
});
