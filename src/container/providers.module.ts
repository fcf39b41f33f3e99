import { SwitchableMail } from '../adapters/mail/switchable-mail.ts';
import { SqlConnectedProviders } from '../adapters/sql/settings/connected-providers.ts';
import { SettingsTable } from '../adapters/sql/settings/sql-settings.ts';
import { KnownProviderFailures } from '../adapters/system/known-error-describer.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { ChangeProviders } from '../domain/admin/providers/change-providers.ts';
import { FollowConnectedProviders } from '../domain/admin/providers/follow-connected-providers.ts';
import { ListProviders } from '../domain/admin/providers/list-providers.ts';
import { ConnectedProviders, ProviderFailures, ProviderSwitches } from '../domain/admin/providers/ports.ts';
import { ModelServers, SecretBox } from '../domain/admin/setup/ports.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { LanguageModels } from '../domain/chat/models/ports.ts';
import { IdleClock } from '../domain/kernel/activity.ts';
import { ServerEventLog, UnitOfWork } from '../domain/kernel/ports.ts';
import { AllSettings } from '../domain/kernel/settings.ts';
import { ErrorDescriber } from '../domain/operations/ports.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule } from './define-module.ts';

/** Providers that admins enter in the panel. */
export const providersModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(ConnectedProviders, SqlConnectedProviders, SettingsTable, SecretBox, logErrors);
  bindPort(ProviderFailures, KnownProviderFailures);
  bind(ProviderSwitches).toResolvedValue(
    ({ llm, search }, mails) => ({ all: [llm, search, mails] }),
    [AppContext, SwitchableMail],
  );
  bindClass(FollowConnectedProviders, ProviderSwitches, ConnectedProviders, IdleClock, logErrors);
  bindClass(ListProviders, ProviderSwitches, ConnectedProviders);
  bindClass(ChangeProviders, {
    switches: ProviderSwitches,
    connected: ConnectedProviders,
    follow: FollowConnectedProviders,
    failures: ProviderFailures,
    servers: ModelServers,
    models: LanguageModels,
    changeConfig: ChangeConfig,
    settings: AllSettings,
    errorDescriber: ErrorDescriber,
    events: ServerEventLog,
    work: UnitOfWork,
    audit: AuditLog,
  });
});
