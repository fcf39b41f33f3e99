import { SystemClock } from '../adapters/system/clock.ts';
import { CryptoSecrets, RandomIds } from '../adapters/system/ids.ts';
import { Metrics } from '../adapters/system/metrics.ts';
import { Argon2Passwords } from '../adapters/system/passwords.ts';
import { Passwords } from '../domain/accounts/ports.ts';
import { ReplyObserver } from '../domain/chat/replies/ports/reply-store.ts';
import { Activity, IdleClock } from '../domain/kernel/activity.ts';
import { Clock, Ids, Secrets, ServerEventLog } from '../domain/kernel/ports.ts';
import { EventLoggingReplyObserver } from '../domain/operations/event-logging-reply-observer.ts';
import { AppContext } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';

export const systemModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(Clock, SystemClock);
  bindClass(Activity, Clock);
  bindClass(IdleClock, Clock, Activity);
  bindPort(Ids, RandomIds);
  bindPort(
    Secrets,
    CryptoSecrets,
    derive(AppContext, ({ config }) => config.APP_SECRET),
    derive(AppContext, ({ config }) => config.APP_SECRET_PREVIOUS),
  );
  bindPort(Passwords, Argon2Passwords);
  bindClass(
    Metrics,
    derive(AppContext, ({ logs }) => logs),
  );
  bindPort(ReplyObserver, EventLoggingReplyObserver, Metrics, ServerEventLog);
});
