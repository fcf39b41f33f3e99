import { ContainerModule } from 'inversify';

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
import { AppContext } from './app-context.ts';

/** What people may use, what they used, and what it cost. */
export const usageModule = new ContainerModule(({ bind }) => {
  bind(LimitSettings).toResolvedValue(
    (context, clock) => new SqlLimitSettings(context.database, defaultLimits(defaultTierModels(context)), clock),
    [AppContext, Clock],
  );
  bind(UserLimits).toResolvedValue((context, clock) => new SqlUserLimits(context.database, clock), [AppContext, Clock]);
  bind(LedgerStore).toResolvedValue((context) => new SqlLedgerStore(context.database), [AppContext]);
  bind(LimitLog).toResolvedValue(
    (context, events) => new AuditedLimitLog(new LoggingLimitLog(context.logs), events),
    [AppContext, AuditLogBuffer],
  );
  bind(EffectiveLimitsResolver).toResolvedValue(
    (settings, users) => new EffectiveLimitsResolver(settings, users),
    [LimitSettings, UserLimits],
  );
  bind(GetUsage).toResolvedValue(
    (limits, quotas, clock, agents, vision) => new GetUsage(limits, quotas, clock, agents, vision),
    [EffectiveLimitsResolver, Quotas, Clock, AgentSettings, VisionSettings],
  );
  bind(Ledger).toResolvedValue(
    (store, models, { config }, ids, clock) =>
      new LedgerWriter({ store, models, prices: config.MODEL_PRICES, ids, clock }),
    [LedgerStore, LanguageModels, AppContext, Ids, Clock],
  );
});
