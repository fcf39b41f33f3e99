import { ContainerModule } from 'inversify';

import { SqlApiKeyRepository } from '../adapters/sql/api-key-repository.ts';
import { SqlChatRepository } from '../adapters/sql/chat-repository.ts';
import { SqlUnitOfWork } from '../adapters/sql/database.ts';
import { SqlMessageRepository } from '../adapters/sql/message-repository.ts';
import { Migrator } from '../adapters/sql/migrator.ts';
import { SqlOneTimeSecrets } from '../adapters/sql/one-time-secrets.ts';
import { SqlOutbox } from '../adapters/sql/outbox.ts';
import { SqlQuotas } from '../adapters/sql/quotas.ts';
import { SqlReplyRepository } from '../adapters/sql/reply-repository.ts';
import { SqlRunners } from '../adapters/sql/runners.ts';
import { SqlSessionRepository } from '../adapters/sql/session-repository.ts';
import { SqlTrialSettings } from '../adapters/sql/trial-settings.ts';
import { SqlUserRepository } from '../adapters/sql/user-repository.ts';
import { ApiKeyRepository, OneTimeSecrets, SessionRepository, UserRepository } from '../domain/accounts/ports.ts';
import { ChatRepository, MessageRepository, ReplyRepository, Runners } from '../domain/chat/ports.ts';
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
  bind(MessageRepository).toResolvedValue((parts) => new SqlMessageRepository(parts.database), [Parts]);
  bind(ReplyRepository).toResolvedValue((parts) => new SqlReplyRepository(parts.database), [Parts]);
  bind(Runners).toResolvedValue((parts, ids) => new SqlRunners(parts.database, ids), [Parts, Ids]);
  bind(Quotas).toResolvedValue((parts, ids, clock) => new SqlQuotas(parts.database, ids, clock), [Parts, Ids, Clock]);
  bind(TrialSettings).toResolvedValue((parts) => new SqlTrialSettings(parts.database, trialDefaults(parts)), [Parts]);
});
