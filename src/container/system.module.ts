import { ContainerModule } from 'inversify';

import { SystemClock } from '../adapters/system/clock.ts';
import { CryptoSecrets, RandomIds } from '../adapters/system/ids.ts';
import { Metrics } from '../adapters/system/metrics.ts';
import { Argon2Passwords } from '../adapters/system/passwords.ts';
import { Passwords } from '../domain/accounts/ports.ts';
import { ReplyObserver } from '../domain/chat/ports.ts';
import { Clock, Ids, Secrets, ServerEvents } from '../domain/kernel/ports.ts';
import { ReportReplies } from '../domain/operations/report-replies.ts';
import { Parts } from './parts.ts';

export const systemModule = new ContainerModule(({ bind }) => {
  bind(Clock).toResolvedValue(() => new SystemClock());
  bind(Ids).toResolvedValue(() => new RandomIds());
  bind(Secrets).toResolvedValue((parts) => new CryptoSecrets(parts.config.APP_SECRET), [Parts]);
  bind(Passwords).toResolvedValue((parts) => new Argon2Passwords(parts.config.APP_SECRET), [Parts]);
  bind(Metrics).toResolvedValue((parts) => new Metrics(parts.logs), [Parts]);
  bind(ReplyObserver).toResolvedValue((metrics, events) => new ReportReplies(metrics, events), [Metrics, ServerEvents]);
});
