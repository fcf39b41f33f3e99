import { SqlLedgerStore } from '../adapters/sql/billing/ledger.ts';
import { SqlUserLimits } from '../adapters/sql/admin/user-limits.ts';
import { LoggingLimitLog } from '../adapters/system/logging-limit-log.ts';
import { LedgerWriter } from '../domain/billing/ledger-writer.ts';
import { EffectiveLimitsResolver } from '../domain/billing/effective-limits.ts';
import { LedgerStore, LimitLog, UserLimits } from '../domain/billing/ports.ts';
import { LimitSettings } from '../domain/billing/settings.ts';
import { GetUsage } from '../domain/billing/get-usage.ts';
import { LanguageModels, Ledger } from '../domain/chat/models/ports.ts';
import { Clock, Ids, Quotas } from '../domain/kernel/ports.ts';
import { ServerEventBuffer, EventLoggingLimitLog } from '../domain/operations/server-event-buffer.ts';
import { AppContext } from './app-context.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

export const usageModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(UserLimits, SqlUserLimits, Database, Clock);
  bindPort(LedgerStore, SqlLedgerStore, Database);
  bindPort(
    LimitLog,
    EventLoggingLimitLog,
    derive(AppContext, (context) => new LoggingLimitLog(context.logs)),
    ServerEventBuffer,
  );
  bindClass(EffectiveLimitsResolver, LimitSettings, UserLimits);
  bindClass(GetUsage, EffectiveLimitsResolver, Quotas, Clock, setting('agents'), setting('vision'));
  bindPort(Ledger, LedgerWriter, {
    store: LedgerStore,
    models: LanguageModels,
    prices: derive(AppContext, ({ config }) => config.MODEL_PRICES),
    ids: Ids,
    clock: Clock,
  });
});
