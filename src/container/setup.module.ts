import { SettingsTable } from '../adapters/sql/settings/sql-settings.ts';
import { SwitchableMail } from '../adapters/mail/switchable-mail.ts';
import { SqlAdoptedProviders, SqlSetupProgress } from '../adapters/sql/settings/setup-rows.ts';
import { CryptoSecretBox } from '../adapters/system/secret-box.ts';
import { DirectMailer, Site } from '../domain/accounts/ports.ts';
import { ChangeConfig } from '../domain/admin/change-config.ts';
import { ChangeProviders } from '../domain/admin/providers/change-providers.ts';
import { ConnectedProviders } from '../domain/admin/providers/ports.ts';
import { ChoosePurpose } from '../domain/admin/setup/choose-purpose.ts';
import { ConnectModelServer } from '../domain/admin/setup/connect-model-server.ts';
import { FollowProviders } from '../domain/admin/setup/follow-providers.ts';
import { GetSetup } from '../domain/admin/setup/get-setup.ts';
import {
  AdoptedProviders,
  MailSetup,
  ModelServers,
  SecretBox,
  SetupProgressStore,
} from '../domain/admin/setup/ports.ts';
import { SendTestMail } from '../domain/admin/setup/send-test-mail.ts';
import { CompleteSetupStep } from '../domain/admin/setup/setup-progress.ts';
import { LanguageModels } from '../domain/chat/models/ports.ts';
import { Clock } from '../domain/kernel/ports.ts';
import { AllSettings } from '../domain/kernel/settings.ts';
import { ErrorDescriber } from '../domain/operations/ports.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

/** As it is now: an admin may enter another server. */
const describeMail = (mails: SwitchableMail): MailSetup => ({
  get isSandbox() {
    return mails.current.isSandbox;
  },
  get label() {
    return mails.current.label;
  },
  variables: ['SMTP_URL', 'MAIL_FROM'],
});

export const setupModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(
    SecretBox,
    CryptoSecretBox,
    derive(AppContext, ({ config }) => config.APP_SECRET),
    derive(AppContext, ({ config }) => config.APP_SECRET_PREVIOUS),
  );
  bindPort(SetupProgressStore, SqlSetupProgress, SettingsTable);
  bindPort(AdoptedProviders, SqlAdoptedProviders, SettingsTable);
  bind(ModelServers).toResolvedValue(({ llm }) => llm, [AppContext]);
  bind(MailSetup).toResolvedValue(describeMail, [SwitchableMail]);
  bindClass(CompleteSetupStep, SetupProgressStore);
  bindClass(ChoosePurpose, ChangeConfig, SetupProgressStore);
  bindClass(ConnectModelServer, ModelServers, ConnectedProviders, ChangeProviders, CompleteSetupStep);
  bindClass(FollowProviders, {
    servers: ModelServers,
    models: LanguageModels,
    adopted: AdoptedProviders,
    changeConfig: ChangeConfig,
    settings: AllSettings,
    clock: Clock,
    failed: logErrors,
  });
  bindClass(SendTestMail, DirectMailer, Site, ErrorDescriber, CompleteSetupStep);
  bindClass(GetSetup, ModelServers, ConnectedProviders, MailSetup, SetupProgressStore, setting('registration'));
});
