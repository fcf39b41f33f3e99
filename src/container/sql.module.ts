import { ContainerModule } from 'inversify';

import { SqlAccountTiers } from '../adapters/sql/account-tiers.ts';
import { SqlApiKeyRepository } from '../adapters/sql/api-key-repository.ts';
import { SqlChatRepository } from '../adapters/sql/chat-repository.ts';
import { SqlChatUsage } from '../adapters/sql/chat-usage.ts';
import { SqlChores } from '../adapters/sql/chores.ts';
import { SqlCountedMessages } from '../adapters/sql/counted-messages.ts';
import { SqlUnitOfWork } from '../adapters/sql/database.ts';
import { SqlMessageRepository } from '../adapters/sql/message-repository.ts';
import { Migrator } from '../adapters/sql/migrator.ts';
import { SqlOneTimeSecrets } from '../adapters/sql/one-time-secrets.ts';
import { SqlOwnInstructions } from '../adapters/sql/own-instructions.ts';
import { SqlOutbox } from '../adapters/sql/outbox.ts';
import { SqlPaymentCustomers } from '../adapters/sql/payment-customers.ts';
import { SqlPaymentEvents } from '../adapters/sql/payment-events.ts';
import { SqlQuotas } from '../adapters/sql/quotas.ts';
import { SqlReplyRepository } from '../adapters/sql/reply-repository.ts';
import { SqlRunners } from '../adapters/sql/runners.ts';
import { SqlSandboxRecords } from '../adapters/sql/sandbox-records.ts';
import { SqlSearchIndex } from '../adapters/sql/search-index.ts';
import { SqlSessionRepository } from '../adapters/sql/session-repository.ts';
import { SqlSubscriptions } from '../adapters/sql/subscriptions.ts';
import { SqlTrialSettings } from '../adapters/sql/trial-settings.ts';
import { SqlUserRepository } from '../adapters/sql/user-repository.ts';
import { ApiKeyRepository, OneTimeSecrets, SessionRepository, UserRepository } from '../domain/accounts/ports.ts';
import {
  AccountTiers,
  Chores,
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
  OwnInstructions,
  ReplyRepository,
  Runners,
  SearchIndex,
} from '../domain/chat/ports.ts';
import { Clock, Ids, Outbox, Quotas, UnitOfWork } from '../domain/kernel/ports.ts';
import { TrialSettings } from '../domain/trial/ports.ts';
import { Parts } from './parts.ts';
import { trialDefaults } from './model-defaults.ts';

export const sqlModule = new ContainerModule(({ bind }) => {
  bind(Migrator).toResolvedValue((parts) => new Migrator(parts.database), [Parts]);
  bind(UnitOfWork).toResolvedValue((parts) => new SqlUnitOfWork(parts.database), [Parts]);
  bind(UserRepository).toResolvedValue((parts) => new SqlUserRepository(parts.database), [Parts]);
  bind(SessionRepository).toResolvedValue((parts) => new SqlSessionRepository(parts.database), [Parts]);
  bind(ApiKeyRepository).toResolvedValue((parts) => new SqlApiKeyRepository(parts.database), [Parts]);
  bind(OneTimeSecrets).toResolvedValue((parts) => new SqlOneTimeSecrets(parts.database), [Parts]);
  bind(Outbox).toResolvedValue((parts) => new SqlOutbox(parts.database), [Parts]);
  bind(ChatRepository).toResolvedValue((parts) => new SqlChatRepository(parts.database), [Parts]);
  bind(ChatUsage).toResolvedValue((parts) => new SqlChatUsage(parts.database), [Parts]);
  bind(MessageRepository).toResolvedValue((parts) => new SqlMessageRepository(parts.database), [Parts]);
  bind(ReplyRepository).toResolvedValue((parts) => new SqlReplyRepository(parts.database), [Parts]);
  bind(CountedMessages).toResolvedValue((parts) => new SqlCountedMessages(parts.database), [Parts]);
  bind(Runners).toResolvedValue(
    (parts, ids) => new SqlRunners(parts.database, ids, parts.config.REPLY_LEASE_SECONDS * 1000),
    [Parts, Ids],
  );
  bind(SearchIndex).toResolvedValue((parts) => new SqlSearchIndex(parts.database), [Parts]);
  bind(OwnInstructions).toResolvedValue((parts) => new SqlOwnInstructions(parts.database), [Parts]);
  bind(Quotas).toResolvedValue((parts, ids, clock) => new SqlQuotas(parts.database, ids, clock), [Parts, Ids, Clock]);
  bind(Subscriptions).toResolvedValue((parts) => new SqlSubscriptions(parts.database), [Parts]);
  bind(PaymentCustomers).toResolvedValue((parts) => new SqlPaymentCustomers(parts.database), [Parts]);
  bind(PaymentEvents).toResolvedValue((parts) => new SqlPaymentEvents(parts.database), [Parts]);
  bind(AccountTiers).toResolvedValue((parts) => new SqlAccountTiers(parts.database), [Parts]);
  bind(Chores).toResolvedValue((parts) => new SqlChores(parts.database), [Parts]);
  bind(SandboxRecords).toResolvedValue((parts) => new SqlSandboxRecords(parts.database), [Parts]);
  bind(TrialSettings).toResolvedValue((parts) => new SqlTrialSettings(parts.database, trialDefaults(parts)), [Parts]);
});
