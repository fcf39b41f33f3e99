import { SqlAccountTiers } from '../adapters/sql/admin/account-tiers.ts';
import { SqlApiKeyRepository } from '../adapters/sql/accounts/api-key-repository.ts';
import { SqlChatAges } from '../adapters/sql/chat/chat-ages.ts';
import { SqlChatRepository } from '../adapters/sql/chat/chat-repository.ts';
import { SqlChatUsage } from '../adapters/sql/chat/chat-usage.ts';
import { SqlJobLocks } from '../adapters/sql/operations/job-locks.ts';
import { SqlCountedMessages } from '../adapters/sql/chat/counted-messages.ts';
import { SqlToolPermissions } from '../adapters/sql/chat/tool-permissions.ts';
import { SqlToolQuestions } from '../adapters/sql/chat/tool-questions.ts';
import { ToolPermissions } from '../domain/chat/replies/ports/tool-permissions.ts';
import { ToolQuestions } from '../domain/chat/replies/waiting/ports.ts';
import { SqlUnitOfWork } from '../adapters/sql/unit-of-work.ts';
import { SqlMessageRepository } from '../adapters/sql/chat/message-repository.ts';
import { Migrator } from '../adapters/sql/migrator.ts';
import { SqlOneTimeSecrets } from '../adapters/sql/accounts/one-time-secrets.ts';
import { SqlCustomInstructions } from '../adapters/sql/chat/custom-instructions.ts';
import { SqlOutbox } from '../adapters/sql/operations/outbox.ts';
import { SqlPaymentCustomers } from '../adapters/sql/billing/payment-customers.ts';
import { SqlPlanCancellations } from '../adapters/sql/billing/plan-cancellations.ts';
import { SqlPaymentEvents } from '../adapters/sql/billing/payment-events.ts';
import { SqlQuotas } from '../adapters/sql/billing/quotas.ts';
import { SqlReplyRepository } from '../adapters/sql/chat/reply-repository.ts';
import { SqlRunners } from '../adapters/sql/chat/runners.ts';
import { SqlSandboxRecords } from '../adapters/sql/operations/sandbox-records.ts';
import { SqlSearchIndex } from '../adapters/sql/retrieval/search-index.ts';
import { SqlSessionRepository } from '../adapters/sql/accounts/session-repository.ts';
import { SqlSubscriptions } from '../adapters/sql/billing/subscriptions.ts';
import { SqlUserRepository } from '../adapters/sql/accounts/user-repository.ts';
import { ApiKeyRepository, OneTimeSecrets, SessionRepository, UserRepository } from '../domain/accounts/ports.ts';
import {
  AccountTiers,
  PaymentCustomers,
  PaymentEvents,
  SandboxRecords,
  Subscriptions,
} from '../domain/billing/ports.ts';
import { PlanCancellations } from '../domain/billing/ports/plan-cancellations.ts';
import {
  ChatAges,
  ChatRepository,
  ChatUsage,
  MessageRepository,
  SearchIndex,
} from '../domain/chat/conversations/ports.ts';
import { CountedMessages } from '../domain/chat/replies/ports/answers.ts';
import { CustomInstructions } from '../domain/chat/replies/ports/requesters.ts';
import { ReplyRepository, Runners } from '../domain/chat/replies/ports/reply-store.ts';
import { Clock, Ids, Outbox, Quotas, UnitOfWork, JobLocks } from '../domain/kernel/ports.ts';
import { AppContext } from './app-context.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule, derive } from './define-module.ts';

export const sqlModule = defineModule(({ bindClass, bindPort }) => {
  bindClass(Migrator, Database);
  bindPort(UnitOfWork, SqlUnitOfWork, Database);
  bindPort(UserRepository, SqlUserRepository, Database);
  bindPort(SessionRepository, SqlSessionRepository, Database);
  bindPort(ApiKeyRepository, SqlApiKeyRepository, Database);
  bindPort(OneTimeSecrets, SqlOneTimeSecrets, Database);
  bindPort(Outbox, SqlOutbox, Database);
  bindPort(ChatRepository, SqlChatRepository, Database);
  bindPort(ChatAges, SqlChatAges, Database);
  bindPort(ChatUsage, SqlChatUsage, Database);
  bindPort(MessageRepository, SqlMessageRepository, Database);
  bindPort(ReplyRepository, SqlReplyRepository, Database);
  bindPort(ToolQuestions, SqlToolQuestions, Database);
  bindPort(ToolPermissions, SqlToolPermissions, Database);
  bindPort(CountedMessages, SqlCountedMessages, Database);
  bindPort(
    Runners,
    SqlRunners,
    Database,
    Ids,
    derive(AppContext, ({ config }) => config.REPLY_LEASE_SECONDS * 1000),
  );
  bindPort(SearchIndex, SqlSearchIndex, Database);
  bindPort(CustomInstructions, SqlCustomInstructions, Database);
  bindPort(Quotas, SqlQuotas, Database, Ids, Clock);
  bindPort(Subscriptions, SqlSubscriptions, Database);
  bindPort(PaymentCustomers, SqlPaymentCustomers, Database);
  bindPort(PaymentEvents, SqlPaymentEvents, Database);
  bindPort(PlanCancellations, SqlPlanCancellations, Database);
  bindPort(AccountTiers, SqlAccountTiers, Database);
  bindPort(JobLocks, SqlJobLocks, Database);
  bindPort(SandboxRecords, SqlSandboxRecords, Database);
});
