import { ContainerModule } from 'inversify';

import { SqlLedgerStore } from '../adapters/sql/ledger.ts';
import { SqlLimitSettings } from '../adapters/sql/limit-settings.ts';
import { SqlUserLimits } from '../adapters/sql/user-limits.ts';
import { LoggedLimits } from '../adapters/system/limit-log.ts';
import { AgentSettings } from '../domain/agents/ports.ts';
import { KeepLedger } from '../domain/billing/keep-ledger.ts';
import { defaultLimits } from '../domain/billing/limits.ts';
import { PersonalLimits } from '../domain/billing/personal-limits.ts';
import { LedgerStore, LimitLog, LimitSettings, UserLimits } from '../domain/billing/ports.ts';
import { ReadUsage } from '../domain/billing/read-usage.ts';
import { LanguageModels, Ledger } from '../domain/chat/ports.ts';
import { VisionSettings } from '../domain/files/ports.ts';
import { Clock, Ids, Quotas } from '../domain/kernel/ports.ts';
import { KeepEvents, ReportLimits } from '../domain/operations/keep-events.ts';
import { tierDefaults } from './model-defaults.ts';
import { Parts } from './parts.ts';

/** What people may use, what they used, and what it cost. */
export const usageModule = new ContainerModule(({ bind }) => {
  bind(LimitSettings).toResolvedValue(
    (parts, clock) => new SqlLimitSettings(parts.database, defaultLimits(tierDefaults(parts)), clock),
    [Parts, Clock],
  );
  bind(UserLimits).toResolvedValue((parts, clock) => new SqlUserLimits(parts.database, clock), [Parts, Clock]);
  bind(LedgerStore).toResolvedValue((parts) => new SqlLedgerStore(parts.database), [Parts]);
  bind(LimitLog).toResolvedValue(
    (parts, events) => new ReportLimits(new LoggedLimits(parts.logs), events),
    [Parts, KeepEvents],
  );
  bind(PersonalLimits).toResolvedValue(
    (settings, users) => new PersonalLimits(settings, users),
    [LimitSettings, UserLimits],
  );
  bind(ReadUsage).toResolvedValue(
    (limits, quotas, clock, agents, vision) => new ReadUsage(limits, quotas, clock, agents, vision),
    [PersonalLimits, Quotas, Clock, AgentSettings, VisionSettings],
  );
  bind(Ledger).toResolvedValue(
    (store, models, { config }, ids, clock) =>
      new KeepLedger({ store, models, prices: config.MODEL_PRICES, ids, clock }),
    [LedgerStore, LanguageModels, Parts, Ids, Clock],
  );
});
