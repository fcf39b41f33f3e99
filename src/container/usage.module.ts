import { SqlLedgerStore } from '../adapters/sql/billing/ledger.ts';
import { SqlLimitSettings } from '../adapters/sql/settings/limit-settings.ts';
import { SqlUserLimits } from '../adapters/sql/admin/user-limits.ts';
import { LoggingLimitLog } from '../adapters/system/logging-limit-log.ts';
import { AgentSettings } from '../domain/agents/ports.ts';
import { LedgerWriter } from '../domain/billing/ledger-writer.ts';
import { defaultLimits } from '../domain/billing/limits.ts';
import { EffectiveLimitsResolver } from '../domain/billing/effective-limits.ts';
import { LedgerStore, LimitLog, LimitSettings, UserLimits } from '../domain/billing/ports.ts';
import { GetUsage } from '../domain/billing/get-usage.ts';
import { LanguageModels, Ledger } from '../domain/chat/conversations/ports.ts';
import { VisionSettings } from '../domain/files/ports.ts';
import { Clock, Ids, Quotas } from '../domain/kernel/ports.ts';
import { AuditLogBuffer, AuditedLimitLog } from '../domain/operations/audit-log-buffer.ts';
import { defaultTierModels } from '../platform/model-defaults.ts';
import { AppContext, modelSettings } from './app-context.ts';
import { Database } from '../adapters/sql/database.ts';
import { defineModule, derive } from './define-module.ts';

/** What people may use, what they used, and what it cost. */
export const usageModule = defineModule(({ bindClass, bindPort }) => {
  bindPort(
    LimitSettings,
    SqlLimitSettings,
    Database,
    derive(AppContext, (context) => defaultLimits(defaultTierModels(modelSettings(context)))),
    Clock,
  );
  bindPort(UserLimits, SqlUserLimits, Database, Clock);
  bindPort(LedgerStore, SqlLedgerStore, Database);
  bindPort(
    LimitLog,
    AuditedLimitLog,
    derive(AppContext, (context) => new LoggingLimitLog(context.logs)),
    AuditLogBuffer,
  );
  bindClass(EffectiveLimitsResolver, LimitSettings, UserLimits);
  bindClass(GetUsage, EffectiveLimitsResolver, Quotas, Clock, AgentSettings, VisionSettings);
  bindPort(Ledger, LedgerWriter, {
    store: LedgerStore,
    models: LanguageModels,
    prices: derive(AppContext, ({ config }) => config.MODEL_PRICES),
    ids: Ids,
    clock: Clock,
  });
});
