import { type AuditEvent, AuditLog } from '../../domain/kernel/ports.ts';
import type { Logger } from './logger.ts';

/** Writes audit events to the operator's log. */
export class LoggingAuditLog extends AuditLog {
  constructor(private readonly logs: Logger) {
    super();
  }

  add({ kind, level, uid, detail }: AuditEvent): void {
    this.logs[level](`${kind}: ${detail}`, { uid: uid ?? undefined });
  }
}
