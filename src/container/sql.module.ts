import { ContainerModule } from 'inversify';

import { SqlAccountTiers } from '../adapters/sql/admin/account-tiers.ts';
import { SqlApiKeyRepository } from '../adapters/sql/accounts/api-key-repository.ts';
import { SqlChatRepository } from '../adapters/sql/chat/chat-repository.ts';
import { SqlChatUsage } from '../adapters/sql/chat/chat-usage.ts';
import { SqlJobLocks } from '../adapters/sql/operations/job-locks.ts';
import { SqlCountedMessages } from '../adapters/sql/chat/counted-messages.ts';
import { SqlUnitOfWork } from '../adapters/sql/database.ts';
import { SqlMessageRepository } from '../adapters/sql/chat/message-repository.ts';
import { Migrator } from '../adapters/sql/migrator.ts';
import { SqlOneTimeSecrets } from '../adapters/sql/accounts/one-time-secrets.ts';
import { SqlCustomInstructions } from '../adapters/sql/chat/custom-instructions.ts';
import { SqlOutbox } from '../adapters/sql/operations/outbox.ts';
import { SqlPaymentCustomers } from '../adapters/sql/billing/payment-customers.ts';
import { SqlPaymentEvents } from '../adapters/sql/billing/payment-events.ts';
import { SqlQuotas } from '../adapters/sql/billing/quotas.ts';
import { SqlReplyRepository } from '../adapters/sql/chat/reply-repository.ts';
import { SqlRunners } from '../adapters/sql/chat/runners.ts';
import { SqlSandboxRecords } from '../adapters/sql/operations/sandbox-records.ts';
import { SqlSearchIndex } from '../adapters/sql/retrieval/search-index.ts';
import { SqlSessionRepository } from '../adapters/sql/accounts/session-repository.ts';
import { SqlSubscriptions } from '../adapters/sql/billing/subscriptions.ts';
import { SqlTrialSettings } from '../adapters/sql/settings/trial-settings.ts';
import { SqlUserRepository } from '../adapters/sql/accounts/user-repository.ts';
import { ApiKeyRepository, OneTimeSecrets, SessionRepository, UserRepository } from '../domain/accounts/ports.ts';
import {
  AccountTiers,
  JobLocks,
  PaymentCustomers,
  PaymentEvents,
  SandboxRecords,
  Subscriptions,
} from '../domain/billing/ports.ts';
import {
  ChatRepository,
  ChatUsage,
  CountedMessages,
  MessageRepository,
  CustomInstructions,
  ReplyRepository,
  Runners,
  SearchIndex,
} from '../domain/chat/conversations/ports.ts';
import { Clock, Ids, Outbox, Quotas, UnitOfWork } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { AppContext } from './app-context.ts';
import { defaultTrialConfig } from '../platform/model-defaults.ts';

export const sqlModule = new ContainerModule(({ bind }) => {
  bind(Migrator).toResolvedValue((context) => new Migrator(context.database), [AppContext]);
  bind(UnitOfWork).toResolvedValue((context) => new SqlUnitOfWork(context.database), [AppContext]);
  bind(UserRepository).toResolvedValue((context) => new SqlUserRepository(context.database), [AppContext]);
  bind(SessionRepository).toResolvedValue((context) => new SqlSessionRepository(context.database), [AppContext]);
  bind(ApiKeyRepository).toResolvedValue((context) => new SqlApiKeyRepository(context.database), [AppContext]);
  bind(OneTimeSecrets).toResolvedValue((context) => new SqlOneTimeSecrets(context.database), [AppContext]);
  bind(Outbox).toResolvedValue((context) => new SqlOutbox(context.database), [AppContext]);
  bind(ChatRepository).toResolvedValue((context) => new SqlChatRepository(context.database), [AppContext]);
  bind(ChatUsage).toResolvedValue((context) => new SqlChatUsage(context.database), [AppContext]);
  bind(MessageRepository).toResolvedValue((context) => new SqlMessageRepository(context.database), [AppContext]);
  bind(ReplyRepository).toResolvedValue((context) => new SqlReplyRepository(context.database), [AppContext]);
  bind(CountedMessages).toResolvedValue((context) => new SqlCountedMessages(context.database), [AppContext]);
  bind(Runners).toResolvedValue(
    (context, ids) => new SqlRunners(context.database, ids, context.config.REPLY_LEASE_SECONDS * 1000),
    [AppContext, Ids],
  );
  bind(SearchIndex).toResolvedValue((context) => new SqlSearchIndex(context.database), [AppContext]);
  bind(CustomInstructions).toResolvedValue((context) => new SqlCustomInstructions(context.database), [AppContext]);
  bind(Quotas).toResolvedValue(
    (context, ids, clock) => new SqlQuotas(context.database, ids, clock),
    [AppContext, Ids, Clock],
  );
  bind(Subscriptions).toResolvedValue((context) => new SqlSubscriptions(context.database), [AppContext]);
  bind(PaymentCustomers).toResolvedValue((context) => new SqlPaymentCustomers(context.database), [AppContext]);
  bind(PaymentEvents).toResolvedValue((context) => new SqlPaymentEvents(context.database), [AppContext]);
  bind(AccountTiers).toResolvedValue((context) => new SqlAccountTiers(context.database), [AppContext]);
  bind(JobLocks).toResolvedValue((context) => new SqlJobLocks(context.database), [AppContext]);
  bind(SandboxRecords).toResolvedValue((context) => new SqlSandboxRecords(context.database), [AppContext]);
  bind(TrialSettings).toResolvedValue(
    (context) => new SqlTrialSettings(context.database, defaultTrialConfig(context)),
    [AppContext],
  );
});
