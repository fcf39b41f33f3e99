import { openCollector } from '../adapters/audit/open-collector.ts';
import { SqlAuditStore } from '../adapters/sql/operations/audit.ts';
import { SqlForwardCheckpoints } from '../adapters/sql/operations/forward-checkpoints.ts';
import { Database } from '../adapters/sql/database.ts';
import { AsyncAuditContext } from '../adapters/system/audit-context.ts';
import { AuditTrail } from '../domain/audit/audit-trail.ts';
import { AuditChain } from '../domain/audit/chain.ts';
import { CheckAudit } from '../domain/audit/check-audit.ts';
import { ExportAudit } from '../domain/audit/export-audit.ts';
import { ForwardAudit } from '../domain/audit/forward-audit.ts';
import { GetForwardState } from '../domain/audit/get-forward-state.ts';
import { AuditContext, AuditLog, AuditStore, ForwardCheckpoints, RefusalLog } from '../domain/audit/ports.ts';
import { AuditRefusals } from '../domain/audit/refusals.ts';
import { AuditRetention } from '../domain/audit/retention.ts';
import { VerifyAudit } from '../domain/audit/verify-audit.ts';
import { Clock, Secrets, UnitOfWork, JobLocks } from '../domain/kernel/ports.ts';
import { ErrorDescriber } from '../domain/operations/ports.ts';
import { AppContext, logErrors } from './app-context.ts';
import { defineModule, derive } from './define-module.ts';
import { setting } from './settings.module.ts';

export const auditModule = defineModule(({ bind, bindClass, bindPort }) => {
  bindPort(AuditStore, SqlAuditStore, Database);
  bindPort(AuditContext, AsyncAuditContext);
  bindClass(AuditChain, Secrets);
  bindClass(AuditTrail, AuditStore, AuditChain, AuditContext, Clock);
  bind(AuditLog).toService(AuditTrail);
  bindClass(AuditRefusals, AuditTrail, AuditContext, Clock, logErrors);
  bind(RefusalLog).toService(AuditRefusals);
  bindClass(VerifyAudit, AuditStore, AuditChain);
  bindClass(CheckAudit, VerifyAudit, AuditLog);
  bindClass(ExportAudit, AuditStore, AuditLog);
  bindClass(AuditRetention, {
    store: AuditStore,
    audit: AuditLog,
    settings: setting('audit'),
    jobLocks: JobLocks,
    work: UnitOfWork,
    clock: Clock,
    failed: logErrors,
  });
  bindPort(ForwardCheckpoints, SqlForwardCheckpoints, Database);
  bindClass(ForwardAudit, {
    store: AuditStore,
    checkpoints: ForwardCheckpoints,
    collector: derive(AppContext, ({ config }) => openCollector(config)),
    jobLocks: JobLocks,
    clock: Clock,
    errorDescriber: ErrorDescriber,
    failed: logErrors,
  });
  bindClass(GetForwardState, AuditStore, ForwardCheckpoints, Clock);
});
