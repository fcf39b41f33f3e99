import { ContainerModule } from 'inversify';

import { SystemClock } from '../adapters/system/clock.ts';
import { CryptoSecrets, RandomIds } from '../adapters/system/ids.ts';
import { Metrics } from '../adapters/system/metrics.ts';
import { Argon2Passwords } from '../adapters/system/passwords.ts';
import { Passwords } from '../domain/accounts/ports.ts';
import { ReplyObserver } from '../domain/chat/conversations/ports.ts';
import { Clock, Ids, Secrets, AuditLog } from '../domain/kernel/ports.ts';
import { AuditedReplyObserver } from '../domain/operations/audited-reply-observer.ts';
import { AppContext } from './app-context.ts';

export const systemModule = new ContainerModule(({ bind }) => {
  bind(Clock).toResolvedValue(() => new SystemClock());
  bind(Ids).toResolvedValue(() => new RandomIds());
  bind(Secrets).toResolvedValue((context) => new CryptoSecrets(context.config.APP_SECRET), [AppContext]);
  bind(Passwords).toResolvedValue((context) => new Argon2Passwords(context.config.APP_SECRET), [AppContext]);
  bind(Metrics).toResolvedValue((context) => new Metrics(context.logs), [AppContext]);
  bind(ReplyObserver).toResolvedValue(
    (metrics, events) => new AuditedReplyObserver(metrics, events),
    [Metrics, AuditLog],
  );
});
