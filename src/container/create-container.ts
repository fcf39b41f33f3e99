import { Container } from 'inversify';

import { Database } from '../adapters/sql/database.ts';
import { adminMailsModule } from './admin-mails.module.ts';
import { accountsModule, apiKeysModule } from './accounts.module.ts';
import { adminModule } from './admin.module.ts';
import { auditModule } from './audit.module.ts';
import { agentsModule } from './agents.module.ts';
import { analyticsModule } from './analytics.module.ts';
import { backupModule } from './backup.module.ts';
import { billingModule } from './billing.module.ts';
import { chatsModule, limitsModule, repliesModule } from './chat.module.ts';
import { waitingRepliesModule } from './waiting-replies.module.ts';
import { fileAdapters, filesModule } from './files.module.ts';
import { httpModule } from './http.module.ts';
import { AppContext } from './app-context.ts';
import { localModelsModule } from './local-models.module.ts';
import { operationsModule } from './operations.module.ts';
import { userAdminModule } from './user-admin.module.ts';
import { registrationModule } from './registration.module.ts';
import { groupsModule } from './groups.module.ts';
import { knowledgeModule } from './knowledge.module.ts';
import { replyBusModule } from './reply-bus.module.ts';
import { retrievalModule } from './retrieval.module.ts';
import { settingsModule } from './settings.module.ts';
import { promptsModule } from './prompts.module.ts';
import { providersModule } from './providers.module.ts';
import { setupModule } from './setup.module.ts';
import { sharesModule } from './shares.module.ts';
import { secondFactorModule } from './second-factor.module.ts';
import { signInProvidersModule } from './sign-in-providers.module.ts';
import { signInAdapters, signInModule } from './sign-in.module.ts';
import { sqlModule } from './sql.module.ts';
import { systemModule } from './system.module.ts';
import { toolsModule } from './tools.module.ts';
import { usageModule } from './usage.module.ts';
import { agentToolsModule } from './agent-tools.module.ts';

/** Wires the product. Every object is created once, on first use. */
export const createContainer = (context: AppContext): Container => {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(AppContext).toConstantValue(context);
  container.bind(Database).toConstantValue(context.database);
  container.load(
    systemModule,
    sqlModule,
    settingsModule,
    auditModule,
    accountsModule,
    registrationModule,
    signInAdapters,
    signInModule,
    secondFactorModule,
    signInProvidersModule,
    apiKeysModule,
    usageModule,
    limitsModule,
    replyBusModule,
    repliesModule,
    waitingRepliesModule,
    chatsModule,
    operationsModule,
    adminMailsModule,
    userAdminModule,
    groupsModule,
    toolsModule,
    promptsModule,
    knowledgeModule,
    billingModule,
    agentToolsModule,
    agentsModule,
    fileAdapters,
    filesModule,
    backupModule,
    localModelsModule,
    retrievalModule,
    adminModule,
    providersModule,
    setupModule,
    sharesModule,
    analyticsModule,
    httpModule,
  );
  return container;
};
