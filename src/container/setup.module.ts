import { SettingsTable } from '../adapters/sql/settings/sql-settings.ts';
import { SqlAdoptedProviders, SqlConnectedModelServer, SqlSetupProgress } from '../adapters/sql/settings/setup-rows.ts';
import { CryptoSecretBox } from '../adapters/system/secret-box.ts';
import { Mailer, Site } from '../domain/accounts/ports.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { ChoosePurpose } from '../domain/admin/setup/choose-purpose.ts';
import { ConnectModelServer } from '../domain/admin/setup/connect-model-server.ts';
import { FollowModelServer } from '../domain/admin/setup/follow-model-server.ts';
import { FollowProviders } from '../domain/admin/setup/follow-providers.ts';
import { GetSetup } from '../domain/admin/setup/get-setup.ts';
import {
  AdoptedProviders,
  ConnectedModelServer,
  MailSetup,
  ModelServers,
  SecretBox,
  SetupProgressStore,
} from '../domain/admin/setup/ports.ts';
import { SendTestMail } from '../domain/admin/setup/send-test-mail.ts';
import { CompleteSetupStep } from '../domain/admin/setup/setup-progress.ts';
import { LanguageModels } from '../domain/chat/models/ports.ts';
import { AuditLog } from '../domain/audit/ports.ts';
import { ServerEventLog, Clock, UnitOfWork } from '../domain/kernel/ports.ts';
import { AllSettings } from '../domain/kernel/settings.ts';
import { ErrorDescriber } from '../domain/operations/ports.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

const describeMail = ({ adapters: { mail } }: AppContext): MailSetup => ({
  isSandbox: mail.provider.isSandbox,
  label: mail.label,
  variables: ['SMTP_URL', 'MAIL_FROM'],
});

export const setupModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(
    SecretBox,
    CryptoSecretBox,
    derive(AppContext, ({ config }) => config.APP_SECRET),
    derive(AppContext, ({ config }) => config.APP_SECRET_PREVIOUS),
  );
  bindPort(ConnectedModelServer, SqlConnectedModelServer, SettingsTable, SecretBox, logErrors);
  bindPort(SetupProgressStore, SqlSetupProgress, SettingsTable);
  bindPort(AdoptedProviders, SqlAdoptedProviders, SettingsTable);
  bind(ModelServers).toResolvedValue(({ llm }) => llm, [AppContext]);
  bind(MailSetup).toResolvedValue(describeMail, [AppContext]);
  bindClass(CompleteSetupStep, SetupProgressStore);
  bindClass(ChoosePurpose, ChangeConfig, SetupProgressStore);
  bindClass(ConnectModelServer, {
    servers: ModelServers,
    connected: ConnectedModelServer,
    followServer: FollowModelServer,
    changeConfig: ChangeConfig,
    settings: AllSettings,
    completeStep: CompleteSetupStep,
    errorDescriber: ErrorDescriber,
    events: ServerEventLog,
    work: UnitOfWork,
    audit: AuditLog,
  });
  bindClass(FollowProviders, {
    servers: ModelServers,
    models: LanguageModels,
    adopted: AdoptedProviders,
    changeConfig: ChangeConfig,
    settings: AllSettings,
    clock: Clock,
    failed: logErrors,
  });
  bindClass(FollowModelServer, ModelServers, ConnectedModelServer, Clock, logErrors);
  bindClass(SendTestMail, Mailer, Site, ErrorDescriber, CompleteSetupStep);
  bindClass(GetSetup, ModelServers, ConnectedModelServer, MailSetup, SetupProgressStore, setting('registration'));
});
